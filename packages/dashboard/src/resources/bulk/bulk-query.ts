/**
 * On what does a bulk operation act, what should a person know before it begins, and where are its rows?
 *
 * Pure. A query uses the filters of the API's list. Without a date it covers what came since the beginning of yesterday,
 * so that nobody retries years by accident. The beginning of a day is the same moment all day long, so the server can
 * still tell that an operation is identical.
 */
import type { BatchOperation } from "@posthorn/contract/bulk";
import type { BulkType } from "@posthorn/contract/causes";
import { stringifySearch } from "@posthorn/contract/search-codec";

export type BulkQuery = Readonly<Record<string, unknown>>;

/** The actions that lists offer. */
export type BulkAction = Exclude<BulkType, "requests.replay">;

export const PENDING_EXCLUDED = "Events with pending retries are excluded from the bulk retry count.";
export const ONLY_CANCELLABLE =
  "Only events that are either queued, paused, delayed, or have future scheduled attempts can be cancelled. Events not matching that criteria are excluded from the bulk cancel operation.";

function isDated(query: BulkQuery): boolean {
  return query["created_at"] !== undefined || query["ingested_at"] !== undefined;
}

function startOfYesterday(now: Date): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
}

export function datedQuery(query: BulkQuery, now: Date): BulkQuery {
  if (isDated(query)) return query;
  return { ...query, created_at: { gte: startOfYesterday(now).toISOString() } };
}

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

/** The list with what an operation acts on: by its id if rows keep it, else by its query. */
export function rowsAddress({
  id,
  type,
  query,
}: Pick<BatchOperation, "id" | "type" | "query">): `/${string}` {
  if (type === "events.retry") return `/events${stringifySearch({ bulk_retry_id: id })}`;
  if (type !== "events.cancel") return `/requests${stringifySearch({ bulk_retry_id: id })}`;
  const { created_at, ...filters } = query;
  return `/events${stringifySearch({ ...filters, ...dateOf(created_at) })}`;
}

/** The lists call their date filter `date`, with `min` and `max`. */
function dateOf(created_at: unknown): { date?: { min?: string; max?: string } } {
  const { min, max } = boundsOf(created_at);
  if (min === undefined && max === undefined) return {};
  return { date: { ...(min !== undefined && { min }), ...(max !== undefined && { max }) } };
}

export function boundsOf(range: unknown): { min: string | undefined; max: string | undefined } {
  const part = (...names: string[]): string | undefined => {
    for (const name of names) {
      const value: unknown =
        typeof range === "object" && range !== null ? Reflect.get(range, name) : undefined;
      if (typeof value === "string" || typeof value === "number") return String(value);
    }
    return undefined;
  };
  return { min: part("gte", "gt"), max: part("lte", "lt", "le") };
}
