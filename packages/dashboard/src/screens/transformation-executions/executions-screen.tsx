/**
 * /transformations/{id}/executions: what the transformation did to each request. A row opens beside the list.
 *
 * The URL holds filters, page, selection and tab. Filters and pages push an entry; selection and tab replace it.
 */
import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useRef } from "react";
import { useProjectPreferences } from "../../resources/preferences/use-project-preferences.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { ExecutionDetail } from "../../resources/transformations/execution-detail.tsx";
import {
  ExecutionsList,
  useExecutions,
  type OnSearch,
} from "../../resources/transformations/executions-list.tsx";
import { transformationQuery } from "../../resources/transformations/transformation-queries.ts";
import { Button, buttonClass } from "../../ui/button.tsx";
import { EntityGone, whyGone } from "../../ui/entity-page/entity-gone.tsx";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import { focusRow, moveRowFocus } from "../../ui/list/row-focus.ts";
import { PageHeader } from "../../ui/page-header.tsx";
import { PanelId, SidePanel } from "../../ui/side-panel.tsx";
import { usePanelFocus } from "../../ui/use-panel-focus.ts";
import { WithPanel } from "../../ui/with-panel.tsx";

const route = getRouteApi("/_app/transformations/$id/executions/");

export function ExecutionsScreen() {
  const { id } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const transformation = useQuery(transformationQuery(id));
  const onSearch: OnSearch = (next, how) => void navigate({ search: next, replace: how === "replace" });

  const box = useRef<HTMLElement>(null);
  const executions = useExecutions(id, search, onSearch, box);
  const selected = search.selected_execution_id;
  const [panelRef, focusPanel] = usePanelFocus();
  const select = (selected_execution_id: string | undefined) =>
    onSearch({ ...search, selected_execution_id }, "replace");
  const rowOf = (executionId: string) =>
    box.current?.querySelector<HTMLElement>(`[data-id="${CSS.escape(executionId)}"]`) ?? null;
  const close = () => {
    select(undefined);
    if (selected !== undefined) focusRow(box.current, rowOf(selected));
  };
  useListShortcuts(
    "Executions",
    {
      one: "execution",
      boxRef: box,
      hasFilters: true,
      onPrevious: executions.pages.onPrevious,
      onNext: executions.pages.onNext,
      onMove: (step) => {
        const moved = moveRowFocus(box.current, step, selected === undefined ? null : rowOf(selected));
        if (moved && selected !== undefined) select(moved.dataset["id"]);
      },
    },
    { Escape: { label: "Close execution", run: close } },
  );

  const gone = whyGone(transformation.error);
  if (gone !== null)
    return (
      <EntityGone
        kind="Transformation"
        why={gone}
        listLabel="Transformations"
        renderListLink={(props) => <Link to="/transformations" {...props} />}
      />
    );
  const name = transformation.data?.name ?? "Transformation";
  const shown = executions.list.data?.models.find((execution) => execution.id === selected);
  return (
    <>
      <PageHeader
        title="Executions"
        tabTitle={`Executions of ${name}`}
        crumbs={
          <>
            <Link to="/connections">Connections</Link>
            <span aria-hidden>/</span>
            <Link to="/transformations/$id" params={{ id }}>
              {name}
            </Link>
            <span aria-hidden>/</span>
          </>
        }
      />
      <WithPanel
        panel={
          selected === undefined ? null : (
            <ExecutionPanel transformationId={id} executionId={selected} onClose={close} ref={panelRef}>
              <ExecutionDetail
                transformationId={id}
                executionId={selected}
                tab={search.transform_tab ?? "input"}
                onTab={(transform_tab) => onSearch({ ...search, transform_tab }, "replace")}
                connection={shown && executions.connectionOf(shown.webhook_id)}
              />
            </ExecutionPanel>
          )
        }
      >
        <main className="flex min-w-0 flex-1 flex-col gap-3 px-5 pt-4 pb-2 max-md:px-3">
          <ExecutionsList
            transformationId={id}
            executions={executions}
            search={search}
            onSearch={onSearch}
            boxRef={box}
            onOpen={(executionId, isByKeyboard) => {
              select(executionId);
              if (isByKeyboard) focusPanel();
            }}
          />
        </main>
      </WithPanel>
    </>
  );
}

interface ExecutionPanelProps {
  transformationId: string;
  executionId: string;
  onClose: () => void;
  ref: (element: HTMLElement | null) => void;
  children: React.ReactNode;
}

function ExecutionPanel({ transformationId, executionId, onClose, ref, children }: ExecutionPanelProps) {
  const [remembered, remember] = useProjectPreferences();
  const refusal = useRefusal("configure");
  return (
    <SidePanel
      ref={ref}
      label="Execution"
      {...(remembered.panel_width !== undefined && { width: remembered.panel_width })}
      onWidthChange={(panel_width) => remember({ panel_width })}
      onClose={onClose}
      header={
        <>
          <PanelId id={executionId} copyLabel="Copy execution ID" />
          <span className="ml-auto">
            {refusal === undefined ? (
              <Link
                to="/transformations/$id/edit"
                params={{ id: transformationId }}
                search={{ input_execution_id: executionId }}
                className={buttonClass({ variant: "primary" })}
              >
                Edit transformation
              </Link>
            ) : (
              <Button variant="primary" disabledReason={refusal}>
                Edit transformation
              </Button>
            )}
          </span>
        </>
      }
    >
      {children}
    </SidePanel>
  );
}
