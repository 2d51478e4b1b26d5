/** Which queries read the views of a list, and how many rows each shows? Others may save a view at any time. */
import type { QueryOf } from "@posthorn/contract/endpoint";
import {
  countEvents,
  countRequests,
  listSavedViews,
  type SavedView,
  type ViewedResource,
  type ViewFilters,
} from "@posthorn/contract/saved-views";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

const VIEWS_EVERY_MS = 30_000;
const COUNTS_EVERY_MS = 60_000;

/**
 * How the filters of a list's address become the API's query. A relative date becomes a moment here. The list of the CLI
 * is narrower than its filters say.
 */
export type Counting =
  | { resource: "events"; queryOf: (filters: ViewFilters, isCli: boolean) => QueryOf<typeof countEvents> }
  | {
      resource: "requests";
      queryOf: (filters: ViewFilters, isCli: boolean) => QueryOf<typeof countRequests>;
    };

export function savedViewsQuery(resource: ViewedResource) {
  return queryOptions({
    queryKey: ["saved-views", resource],
    queryFn: ({ signal }) => call(listSavedViews, { query: { resource }, signal }),
    refetchInterval: pollEvery(VIEWS_EVERY_MS),
    staleTime: VIEWS_EVERY_MS,
  });
}

export function viewCountQuery(counting: Counting, { filters, is_cli }: SavedView) {
  return queryOptions({
    queryKey: ["saved-views", "count", counting.resource, filters, is_cli],
    queryFn: ({ signal }) =>
      counting.resource === "events"
        ? call(countEvents, { query: counting.queryOf(filters, is_cli), signal })
        : call(countRequests, { query: counting.queryOf(filters, is_cli), signal }),
    refetchInterval: pollEvery(COUNTS_EVERY_MS),
    staleTime: COUNTS_EVERY_MS,
  });
}
