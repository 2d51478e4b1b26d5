/**
 * Which requests should a list contain?
 *
 * The filters of a list as the dashboard keeps them, and how they become the API's query. A relative date becomes a
 * moment only here, right before the call, so that the cache key contains its name.
 */
import type { IgnoredCause, RejectionCause } from "@posthorn/contract/causes";
import type { QueryOf } from "@posthorn/contract/endpoint";
import type { listRequests, Request } from "@posthorn/contract/requests";
import type { ListPlace } from "../../ui/list/list-url.ts";
import type { NumberRange } from "../../ui/list/number-range.ts";
import { isActive, withoutUndefined, type RequestValueFilters } from "../list-filters/active-filters.ts";
import { createdAtFilter, type DateChoice } from "../list-filters/date-ranges.ts";

export interface RequestFilters extends RequestValueFilters {
  ingested_at?: DateChoice | undefined;
  source_id?: string[] | undefined;
  status?: Request["status"] | undefined;
  rejection_cause?: RejectionCause[] | undefined;
  events_count?: NumberRange | undefined;
  ignored_count?: NumberRange | undefined;
  cli_events_count?: NumberRange | undefined;
  /** Why connections ignored the request. */
  cause?: IgnoredCause[] | undefined;
  /** The transformation whose failure made a connection ignore the request. */
  transformation_id?: string[] | undefined;
  bulk_retry_id?: string[] | undefined;
}

type RequestsListQuery = QueryOf<typeof listRequests>;

/** The filters without dates, as the API's lists, histograms and bulk operations understand them. */
export function undatedRequestsQuery({ ingested_at: _date, ...filters }: RequestFilters): RequestsListQuery {
  return Object.fromEntries(
    Object.entries(filters).flatMap(([name, value]) => {
      if (!isActive(value)) return [];
      const isRange = typeof value === "object" && !Array.isArray(value);
      return [[name, isRange ? withoutUndefined(value) : value]];
    }),
  );
}

export function requestsApiQuery(
  filters: RequestFilters,
  { next, prev, dir }: ListPlace,
  now: Date,
): RequestsListQuery {
  return {
    ...undatedRequestsQuery(filters),
    ...withoutUndefined({ ingested_at: createdAtFilter(filters.ingested_at, now), next, prev, dir }),
  };
}
