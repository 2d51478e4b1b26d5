/** The 'Triggered issues' tab of a trigger: all that it has opened, whatever became of them. */
import { getRouteApi } from "@tanstack/react-router";
import { useState } from "react";
import { triggerIdIn } from "../../resources/issue-triggers/trigger-link.ts";
import { IssueTable } from "../../resources/issues/issue-table.tsx";
import { useIssueList } from "../../resources/issues/use-issue-list.ts";
import { Button } from "../../ui/button.tsx";
import { QuietListDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ListStates } from "../../ui/list/list-states.tsx";

const route = getRouteApi("/_app/issue-triggers/it_{$id}/issues");
const NONE: ReadonlySet<string> = new Set();

export function TriggeredIssues() {
  const id = triggerIdIn(route.useParams());
  const [pages, setPages] = useState(1);
  const { live, boxRef } = useIssueList({ issue_trigger_id: id, order: "last_seen_at", pages });
  return (
    <main className="flex min-h-0 flex-1 flex-col gap-3 px-5 py-3.5 max-md:px-3 max-sm:overflow-y-auto">
      <ListStates
        label="issues"
        columns={4}
        rows={live.list?.rows}
        error={live.error}
        onRetry={live.reload}
        isFiltered={false}
        empty={
          <EmptyState drawing={<QuietListDrawing />} title="No issues found">
            Nothing that this trigger watches has gone wrong yet.
          </EmptyState>
        }
        noneFound={null}
      >
        {(rows) => (
          <>
            <IssueTable
              issues={rows}
              boxRef={boxRef}
              isStale={live.isStale}
              fresh={live.list?.fresh ?? NONE}
            />
            {live.list?.pagination.next === undefined ? null : (
              <Button
                size="sm"
                className="self-end"
                isPending={live.isStale}
                onClick={() => setPages(pages + 1)}
              >
                View more issues
              </Button>
            )}
          </>
        )}
      </ListStates>
    </main>
  );
}
