/**
 * On what does a bulk operation act? Pure.
 *
 * A query uses the filters of the API's list. Without a date it covers what came since the beginning of yesterday,
 * so that nobody retries years by accident. The beginning of a day is the same moment all day long, so the server can
 * still tell that an operation is identical.
 */
import type { BulkType } from "@posthorn/contract/causes";

export type BulkQuery = Readonly<Record<string, unknown>>;

/** The actions that lists offer. */
export type BulkAction = Exclude<BulkType, "requests.replay">;

export function isDated(query: BulkQuery): boolean {
  return query["created_at"] !== undefined || query["ingested_at"] !== undefined;
}

function startOfYesterday(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
}

export function datedQuery(query: BulkQuery, now: Date): BulkQuery {
  if (isDated(query)) return query;
  return { ...query, created_at: { gte: startOfYesterday(now).toISOString() } };
}
