/** How many requests match these filters? Counting stops at a bound, and some filters are too slow to count. */
import { countRequests, type Matches } from "@posthorn/contract/saved-views";
import { queryOptions } from "@tanstack/react-query";
import { countText } from "../../ui/count.ts";
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

/** `1,132`, `10,000+`; undefined while nobody can say. */
export function matchesText(matches: Matches | undefined): string | undefined {
  if (!matches || matches.count === null) return undefined;
  return `${countText(matches.count)}${matches.is_more ? "+" : ""}`;
}
