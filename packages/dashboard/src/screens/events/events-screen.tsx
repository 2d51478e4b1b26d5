/**
 * /events. The URL, not component state, holds what a link should carry: filters, page, selection, tab.
 *
 * `onSearch` changes the URL. Filters and pages push an entry, so that Back undoes them; moving the selection replaces
 * the entry.
 */
import type { Event } from "@posthorn/contract/events";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { useRetryEvent } from "../../resources/events/event-actions.ts";
import { hasFilters, type EventFilters } from "../../resources/events/event-filters.ts";
import { LIVE_EVERY_SECONDS } from "../../resources/events/event-queries.ts";
import { Button } from "../../ui/button.tsx";
import { LiveState } from "../../ui/live-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { EventPanel } from "./event-panel.tsx";
import { EventsList } from "./events-list.tsx";
import {
  filtersOf,
  isFirstPage,
  withFilters,
  withoutFilters,
  withSelection,
  type EventsSearch,
} from "./events-url.ts";
import { FilterBar } from "./filter-bar.tsx";
import { focusRow, isBeingRead } from "./row-focus.ts";
import { useEventShortcuts } from "./use-event-shortcuts.ts";
import { useLiveEvents } from "./use-live-events.ts";
import { usePanelFocus } from "./use-panel-focus.ts";
import { useRoutes } from "./use-routes.ts";

export interface EventsScreenProps {
  search: EventsSearch;
  onSearch: (next: EventsSearch, how: "push" | "replace") => void;
}

const NONE: readonly Event[] = [];

export function EventsScreen({ search, onSearch }: EventsScreenProps) {
  const box = useRef<HTMLElement>(null);
  const [panelRef, focusPanel] = usePanelFocus();
  const selectedId = search.selected_event_id;
  const filters = filtersOf(search);
  const live = useLiveEvents(search, () => selectedId !== undefined || isBeingRead(box.current));
  const { retry } = useRetryEvent();

  const events = live.list?.events ?? NONE;
  const selected = live.selected ?? events.find(({ id }) => id === selectedId);
  const connectionIds = useMemo(
    () => [...events, ...(selected ? [selected] : NONE)].map(({ webhook_id }) => webhook_id),
    [events, selected],
  );
  const routes = useRoutes(connectionIds);

  const isNothingThere = live.list?.events.length === 0 && !hasFilters(filters) && isFirstPage(search);

  const select = (eventId: string | undefined) => onSearch(withSelection(search, eventId), "replace");
  const open = (eventId: string, isByKeyboard: boolean) => {
    select(eventId);
    if (isByKeyboard) focusPanel();
  };
  const close = () => {
    select(undefined);
    if (selectedId !== undefined) focusRow(box.current, selectedId);
  };
  const filter = (change: Partial<EventFilters>) => onSearch(withFilters(search, change), "push");
  const turn = (page: Pick<EventsSearch, "next" | "prev">) => {
    onSearch({ ...search, next: page.next, prev: page.prev }, "push");
    box.current?.scrollTo({ top: 0 });
  };
  useFirstPageAddress(search, live, onSearch);
  useEventShortcuts({ box, search, live, open, select, close, turn, retry });

  return (
    <>
      <PageHeader title="Events">
        {isFirstPage(search) ? (
          <LiveState
            state={live.isReconnecting ? "reconnecting" : "live"}
            everySeconds={LIVE_EVERY_SECONDS}
          />
        ) : (
          <Button size="sm" onClick={() => turn({})}>
            Back to live
          </Button>
        )}
      </PageHeader>
      <div className="flex min-h-0 flex-1">
        <main className="flex min-w-0 flex-1 flex-col gap-3 px-5 pt-4 pb-2 max-md:px-3">
          {isNothingThere ? null : <FilterBar filters={filters} routes={routes} onChange={filter} />}
          <EventsList
            live={live}
            search={search}
            routes={routes}
            boxRef={box}
            onOpen={open}
            onPage={turn}
            onClearFilters={() => onSearch(withoutFilters(search), "push")}
          />
        </main>
        {selectedId === undefined ? null : (
          <EventPanel
            ref={panelRef}
            eventId={selectedId}
            known={events.find(({ id }) => id === selectedId)}
            connection={selected && routes.byId.get(selected.webhook_id)}
            tab={search.tab}
            attemptId={search.selected_attempt_id}
            onTab={(tab) => onSearch({ ...search, tab }, "replace")}
            onAttempt={(id) => onSearch({ ...search, selected_attempt_id: id }, "replace")}
            onRetry={retry}
            onClose={close}
          />
        )}
      </div>
    </>
  );
}

/** A person who goes back with `prev` reaches the first page at the end. Then this removes `prev`: the list is live. */
function useFirstPageAddress(
  search: EventsSearch,
  { list, isStale }: ReturnType<typeof useLiveEvents>,
  onSearch: EventsScreenProps["onSearch"],
): void {
  const isFirst =
    search.prev !== undefined && list !== null && !isStale && list.pagination.prev === undefined;
  const goLive = useEffectEvent(() => onSearch({ ...search, prev: undefined }, "replace"));
  useEffect(() => {
    if (isFirst) goLive();
  }, [isFirst]);
}
