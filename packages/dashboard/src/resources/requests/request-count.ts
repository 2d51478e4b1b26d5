/** How many requests match these filters? Counting stops at a bound, and some filters are too slow to count. */
import { countRequests } from "@posthorn/contract/saved-views";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";
import { requestsApiQuery, type RequestFilters } from "./request-filters.ts";

const EVERY_MS = 60_000;

export function requestCountQuery(filters: RequestFilters) {
  return queryOptions({
    queryKey: ["requests", "count", filters],
    queryFn: ({ signal }) =>
      call(countRequests, { query: requestsApiQuery(filters, {}, new Date()), signal }),
    refetchInterval: pollEvery(EVERY_MS),
    staleTime: EVERY_MS,
  });
}
