/** The panel of a retry of this issue's events, while it is in progress, whoever has started it and wherever. */
import type { Issue } from "@posthorn/contract/issues";
import { LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import { useQuery } from "@tanstack/react-query";
import { bulkOperationsQuery, bulkTotalsQuery } from "../../resources/bulk/bulk-queries.ts";
import { OngoingOperations } from "../../resources/bulk/ongoing-operations.tsx";
import { retriedOf } from "./retried.ts";

export function OngoingRetry({ issue }: { issue: Issue }) {
  const type = retriedOf(issue);
  const totals = useQuery({ ...bulkTotalsQuery(), enabled: type !== null }).data;
  const isAnyOngoing = (totals?.ongoing ?? 0) > 0;
  const { data } = useQuery({
    // Its own may be behind others that were started later.
    ...bulkOperationsQuery({ isOngoing: true, type: type ?? undefined, limit: LIST_MAX_LIMIT }),
    enabled: type !== null && isAnyOngoing,
  });
  const own = isAnyOngoing ? (data?.models.filter(({ query }) => namesIssue(query, issue.id)) ?? []) : [];
  if (own.length === 0) return null;
  return (
    <section aria-label="Retry in progress" className="rounded-lg border border-line bg-surface px-4 py-3">
      {/* The operations have headings one level below. */}
      <h2 className="sr-only">Retry in progress</h2>
      <OngoingOperations operations={own} />
    </section>
  );
}

/** A query names an issue alone, or among others. */
function namesIssue(query: object, id: string): boolean {
  const named: unknown = Reflect.get(query, "issue_id");
  return named === id || (Array.isArray(named) && named.includes(id));
}
