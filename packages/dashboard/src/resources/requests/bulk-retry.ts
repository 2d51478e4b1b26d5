/**
 * Which bulk retry does a list of requests offer, and on what does it act? Pure.
 *
 * A list by the cause for which connections ignored requests is about ignored events: their requests were accepted, so
 * retrying the requests would do nothing. The API knows fewer filters for ignored events than for requests. With any
 * other filter there is no retry, because it would act on more than the list shows.
 */
import type { BulkQuery } from "../bulk/bulk-query.ts";
import { isActive, withoutUndefined } from "../list-filters/active-filters.ts";
import { createdAtFilter } from "../list-filters/date-ranges.ts";
import { requestsApiQuery, type RequestFilters } from "./request-filters.ts";

export interface RequestsBulkRetry {
  type: "requests.retry" | "ignored_events.retry";
  whyNot: string | undefined;
  queryOf: (now: Date) => BulkQuery;
}

export const OTHER_FILTERS =
  "Ignored events are retried by cause, transformation, source and date. Remove the other filters first.";

export function bulkRetryOf(filters: RequestFilters): RequestsBulkRetry {
  const { cause, transformation_id, source_id, ingested_at, ...others } = filters;
  if (!isActive(cause) && !isActive(transformation_id))
    return {
      type: "requests.retry",
      whyNot: undefined,
      queryOf: (now) => requestsApiQuery(filters, {}, now),
    };
  return {
    type: "ignored_events.retry",
    whyNot: Object.values(others).some(isActive) ? OTHER_FILTERS : undefined,
    queryOf: (now) =>
      withoutUndefined({
        cause,
        transformation_id,
        source_id,
        created_at: createdAtFilter(ingested_at, now),
      }),
  };
}
