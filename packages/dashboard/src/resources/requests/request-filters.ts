/**
 * Which requests should a list contain?
 *
 * The filters of a list as the dashboard keeps them, and how they become the API's query. A relative date becomes a
 * moment only here, right before the call, so that the cache key contains its name.
 */
import type { RejectionCause } from "@posthorn/contract/causes";
import type { QueryOf } from "@posthorn/contract/endpoint";
import type { listRequests, Request } from "@posthorn/contract/requests";
import { createdAtFilter, type DateChoice } from "../events/date-ranges.ts";
import type { PageCursor } from "../../ui/list/list-url.ts";

export interface CountRange {
  gte?: number | undefined;
  lte?: number | undefined;
}

export interface RequestFilters {
  ingested_at?: DateChoice | undefined;
  status?: Request["status"] | undefined;
  source_id?: string[] | undefined;
  rejection_cause?: RejectionCause[] | undefined;
  events_count?: CountRange | undefined;
  ignored_count?: CountRange | undefined;
  cli_events_count?: CountRange | undefined;
  bulk_retry_id?: string[] | undefined;
  search_term?: string | undefined;
  /** JSON text. */
  headers?: string | undefined;
  body?: string | undefined;
  parsed_query?: string | undefined;
  path?: string | undefined;
}
export type RequestFilterName = keyof RequestFilters;

type RequestsListQuery = QueryOf<typeof listRequests>;

export function isRequestFilterActive(filters: RequestFilters, name: RequestFilterName): boolean {
  const value: unknown = filters[name];
  if (typeof value !== "object" || value === null) return value !== undefined;
  return Object.values(value).some((part) => part !== undefined);
}

export function hasRequestFilters(filters: RequestFilters): boolean {
  // Safe: the keys of `RequestFilters` are exactly the filter names.
  return (Object.keys(filters) as RequestFilterName[]).some((name) => isRequestFilterActive(filters, name));
}

/** No count can say what is inside of requests, so these filters leave the histogram without an answer. */
export function isOnRequestValues(filters: RequestFilters): boolean {
  return (["search_term", "headers", "body", "parsed_query", "path"] as const).some((name) =>
    isRequestFilterActive(filters, name),
  );
}

function withoutUndefined(fields: object): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** The filters without dates and pages, as the API has them: without fields and bounds that have no value. */
export function requestsApiFilters(filters: RequestFilters): RequestsListQuery {
  const { ingested_at: _date, events_count, ignored_count, cli_events_count, ...asIs } = filters;
  const counts = Object.entries({ events_count, ignored_count, cli_events_count })
    .map(([name, range]) => [name, withoutUndefined(range ?? {})] as const)
    .filter(([, range]) => Object.keys(range).length > 0);
  return { ...withoutUndefined(asIs), ...Object.fromEntries(counts) };
}

export function requestsApiQuery(
  filters: RequestFilters,
  { next, prev }: PageCursor,
  now: Date,
): RequestsListQuery {
  const ingested_at = createdAtFilter(filters.ingested_at, now);
  return {
    ...requestsApiFilters(filters),
    ...(ingested_at && { ingested_at }),
    ...(next !== undefined && { next }),
    ...(prev !== undefined && { prev }),
  };
}
