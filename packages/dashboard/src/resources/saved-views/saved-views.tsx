/**
 * The bar above a list: named views of it, and ways to save the filters on screen.
 *
 *     <SavedViews resource="events" filters={filtersOf(search)} viewId={search.view_id} queryOf={…} />
 *
 * A view is an address: choosing one goes there, with `view_id` so that the bar knows which one is open. The filters on
 * screen may differ from those of the view; then they can be saved.
 */
import { CLI_VIEW_ID, type SavedView } from "@posthorn/contract/saved-views";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../ui/button.tsx";
import { Callout } from "../../ui/callout.tsx";
import { useRefusal } from "../session/use-refusal.ts";
import { useSaveFilters } from "./use-save-filters.ts";
import { savedViewsQuery, type Counting } from "./saved-view-queries.ts";
import { useOpenedView } from "./use-opened-view.ts";
import { areSameFilters, givenFilters, viewAddress, whyNotSave } from "./view-filters.ts";
import { ViewButtons } from "./view-buttons.tsx";
import { ViewTabs } from "./view-tabs.tsx";

export type SavedViewsProps = Counting & {
  /** The filters of the address, without the page and the selection. */
  filters: object;
  /** `view_id` of the address. */
  viewId: string | undefined;
  /** The list of the CLI. */
  isCli?: boolean;
};

const NONE: readonly SavedView[] = [];

export function SavedViews({ filters, viewId, isCli = false, ...counting }: SavedViewsProps) {
  const { resource } = counting;
  const navigate = useNavigate();
  const refusal = useRefusal("keep");
  const { data, isError, refetch } = useQuery(savedViewsQuery(resource));
  const { mutate: saveFilters, isPending } = useSaveFilters(resource);
  const views = data?.models ?? NONE;
  const view = views.find(({ id }) => id === viewId);
  const opened = useOpenedView(view, filters);
  const current = view ?? (isCli ? CLI_VIEW_ID : undefined);
  const [deletedId, setDeletedId] = useState<string>();
  const isGone = data !== undefined && !view && ![undefined, CLI_VIEW_ID, deletedId].includes(viewId);

  const goTo = (id: string | undefined, to: object = filters, is_cli = isCli) =>
    void navigate({ href: viewAddress(resource, { id, filters: to, is_cli }), replace: true });
  const save = (over: SavedView, version: string) =>
    saveFilters({ view: over, filters: givenFilters(filters), version });

  return (
    <div className="flex shrink-0 flex-col gap-2">
      <div className="flex min-h-10 flex-wrap items-stretch justify-between gap-x-5 border-b border-line max-sm:border-b-0">
        <ViewTabs
          counting={counting}
          views={views}
          currentId={isGone ? viewId : (view?.id ?? (isCli ? CLI_VIEW_ID : undefined))}
          isChanged={view !== undefined && !areSameFilters(view.filters, filters)}
        />
        {data ? (
          <ViewButtons
            resource={resource}
            filters={filters}
            isCli={isCli}
            view={view}
            hasView={current !== undefined}
            refusal={refusal}
            whyNot={whyNotSave({ filters, current, viewCount: views.length, refusal })}
            isSaving={isPending}
            onSave={() => view && opened && save(view, opened.version)}
            onCreated={(created) => goTo(created.id)}
            onDeleted={(id) => {
              setDeletedId(id);
              goTo(undefined);
            }}
          />
        ) : null}
        {isError && !data ? (
          <span role="alert" className="flex items-center gap-2 text-xs text-ink-2">
            The views could not be loaded.
            <Button size="sm" onClick={() => void refetch()}>
              Try again
            </Button>
          </span>
        ) : null}
      </div>
      {view && opened?.isChangedByOthers ? (
        <Callout
          tone="hold"
          title={`Somebody else has changed the filters of “${view.name}”`}
          action={
            <span className="flex flex-wrap gap-2">
              <Button size="sm" onClick={() => goTo(view.id, view.filters, view.is_cli)}>
                Show the new filters
              </Button>
              <Button
                size="sm"
                variant="quiet"
                isPending={isPending}
                disabledReason={whyNotSave({ filters, current: view, viewCount: 0, refusal }).save}
                onClick={() => save(view, view.updated_at)}
              >
                Save mine over them
              </Button>
            </span>
          }
        >
          The list below still shows the filters that you have opened or chosen.
        </Callout>
      ) : null}
      {isGone ? (
        <Callout
          tone="off"
          title="This view does not exist any more"
          action={
            <Button size="sm" onClick={() => goTo(undefined)}>
              Go on without it
            </Button>
          }
        >
          Somebody has deleted it, or the link is wrong. Its filters are still in use.
        </Callout>
      ) : null}
    </div>
  );
}
