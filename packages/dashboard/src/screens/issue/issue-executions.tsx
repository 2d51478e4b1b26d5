/** /issues/{id}/executions: the runs that are this issue, and one of them beside the list. */
import type { Issue } from "@posthorn/contract/issues";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useRef, useState } from "react";
import { ownUrl } from "../../resources/base-path.ts";
import { issueQuery } from "../../resources/issues/issue-queries.ts";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import { ExecutionDetail } from "../../resources/transformations/execution-detail.tsx";
import { executionsQuery } from "../../resources/transformations/execution-queries.ts";
import type { TransformTab } from "../../resources/transformations/executions-url.ts";
import { LogLevelBadge } from "../../resources/transformations/log-level-badge.tsx";
import { QuietListDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { ListStates } from "../../ui/list/list-states.tsx";
import { Pagination } from "../../ui/list/pagination.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import type { OnIssueSearch } from "./issue-url.ts";

const route = getRouteApi("/_app/issues/$id/executions");

export function IssueExecutions() {
  const { id } = route.useParams();
  const { data: issue } = useQuery(issueQuery(id));
  // The frame shows the page only once it has the issue.
  return issue?.type === "transformation" ? <Executions issue={issue} /> : null;
}

function Executions({ issue }: { issue: Extract<Issue, { type: "transformation" }> }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const onSearch: OnIssueSearch = (next, how) => void navigate({ search: next, replace: how === "replace" });
  const transformationId = subjectIdOf(issue);
  const boxRef = useRef<HTMLElement>(null);
  const [tab, setTab] = useState<TransformTab>("input");
  const list = useQuery(
    executionsQuery(transformationId, { issue_id: [issue.id], date: search.date }, search),
  );
  const pagination = list.isPlaceholderData ? undefined : list.data?.pagination;
  const pages = usePages({ search, onSearch, pagination, boxRef });
  useListShortcuts("Executions", { one: "execution", boxRef, ...pages });
  const selected = search.selected_execution_id ?? list.data?.models[0]?.id;
  const select = (selected_execution_id: string) => onSearch({ ...search, selected_execution_id }, "replace");
  return (
    <main className="flex min-h-0 flex-1 flex-col px-5 py-3.5 max-md:px-3 max-sm:overflow-y-auto">
      <ListStates
        label="Executions"
        columns={2}
        rows={list.data?.models}
        error={list.error}
        onRetry={list.refetch}
        isFiltered={false}
        empty={
          <EmptyState drawing={<QuietListDrawing />} title="No executions found">
            The executions of this issue are past the retention period.
          </EmptyState>
        }
        noneFound={null}
      >
        {(rows) => (
          <div className="grid min-h-0 flex-1 gap-4 lg:grid-cols-[320px_minmax(0,1fr)]">
            <div className="flex min-h-0 flex-col">
              <Table label="Executions" boxRef={boxRef} isStale={list.isPlaceholderData}>
                <thead>
                  <tr>
                    <Th>Executed At</Th>
                    <Th>Log Level</Th>
                  </tr>
                </thead>
                <ListRows
                  onOpen={(row) => {
                    const id = row.dataset["id"];
                    if (id !== undefined) select(id);
                  }}
                >
                  {rows.map(({ id, created_at, log_level }) => (
                    <Tr key={id} data-id={id} isSelected={id === selected} className="cursor-pointer">
                      <Td>
                        <a
                          {...{ [ROW_LINK]: "" }}
                          href={`${ownUrl(`/issues/${issue.id}/executions`)}${stringifySearch({ ...search, selected_execution_id: id })}`}
                        >
                          <Timestamp value={created_at} />
                        </a>
                      </Td>
                      <Td>
                        <LogLevelBadge level={log_level} />
                      </Td>
                    </Tr>
                  ))}
                </ListRows>
              </Table>
              <Pagination {...pages}>{rows.length} on this page</Pagination>
            </div>
            {selected === undefined ? null : (
              <div className="flex min-h-0 flex-col overflow-hidden rounded-lg border border-line bg-surface pt-3">
                <ExecutionDetail
                  transformationId={transformationId}
                  executionId={selected}
                  tab={tab}
                  onTab={setTab}
                  connection={undefined}
                />
              </div>
            )}
          </div>
        )}
      </ListStates>
    </main>
  );
}
