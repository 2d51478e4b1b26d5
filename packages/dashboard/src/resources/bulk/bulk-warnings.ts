/** What should a person know before a bulk operation begins? Pure. */
import { isDated, type BulkAction, type BulkQuery } from "./bulk-query.ts";

export const PENDING_EXCLUDED = "Events with pending retries are excluded from the bulk retry count.";
export const ONLY_CANCELLABLE =
  "Only events that are either queued, paused, delayed, or have future scheduled attempts can be cancelled. Events not matching that criteria are excluded from the bulk cancel operation.";

function listed(value: unknown): string[] {
  return (Array.isArray(value) ? value : value === undefined ? [] : [value]).map(String);
}

/** Statuses whose events never have an attempt before them. */
const AT_REST = new Set(["SUCCESSFUL", "CANCELLED"]);

/** What people should know before they begin. */
export function warningsFor(
  type: BulkAction,
  query: BulkQuery,
): { isSinceYesterday: boolean; texts: readonly string[] } {
  const statuses = listed(query["status"]);
  const texts: string[] = [];
  if (type === "events.retry" && !(statuses.length > 0 && statuses.every((status) => AT_REST.has(status))))
    texts.push(PENDING_EXCLUDED);
  if (type === "events.cancel" && (statuses.length === 0 || statuses.some((status) => AT_REST.has(status))))
    texts.push(ONLY_CANCELLABLE);
  return { isSinceYesterday: !isDated(query), texts };
}
