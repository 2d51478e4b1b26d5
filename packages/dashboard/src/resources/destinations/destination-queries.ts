/** Which queries read destinations? */
import { countAttemptsByDestination } from "@posthorn/contract/dashboard-api";
import { getDestination, listDestinations } from "@posthorn/contract/destinations";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";
import type { NamedListQuery } from "../named-lists/named-list-url.ts";

const COUNTS_EVERY_MS = 15_000;

/** How many a picker shows at most. */
const PICKER_LIMIT = 250;

/** The destinations that a picker offers for a connection, by name. Includes disabled ones. */
export function destinationsQuery() {
  return queryOptions({
    queryKey: ["destinations", "list"],
    queryFn: ({ signal }) =>
      call(listDestinations, {
        query: { order_by: "name", dir: "asc", limit: PICKER_LIMIT, disabled: true },
        signal,
      }),
  });
}

/** One page of the list. Keeps the old rows while the next page or filter loads. */
export function destinationListQuery(query: NamedListQuery) {
  return queryOptions({
    queryKey: ["destinations", "page", query],
    queryFn: ({ signal }) => call(listDestinations, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function destinationQuery(id: string) {
  return queryOptions({
    queryKey: ["destinations", "one", id],
    queryFn: ({ signal }) => call(getDestination, { params: { id }, signal }),
  });
}

/** With its credentials, which the API shows to members only. */
export function destinationWithAuthQuery(id: string) {
  return queryOptions({
    queryKey: ["destinations", "one", id, "auth"],
    queryFn: ({ signal }) =>
      call(getDestination, { params: { id }, query: { include: "config.auth" }, signal }),
  });
}

/** How many attempts each destination got in the last 24 hours, by id. A destination without attempts is missing. */
export function attemptCountsQuery() {
  return queryOptions({
    queryKey: ["destinations", "attempts-24h"],
    queryFn: ({ signal }) => call(countAttemptsByDestination, { signal }),
    refetchInterval: pollEvery(COUNTS_EVERY_MS),
  });
}
