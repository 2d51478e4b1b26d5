/** Which queries read sources? */
import { countRequestsBySource } from "@posthorn/contract/dashboard-api";
import { getSource, listSources } from "@posthorn/contract/sources";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";
import type { NamedListQuery } from "../named-lists/named-list-url.ts";

const COUNTS_EVERY_MS = 15_000;

/** How many a picker shows at most. */
const PICKER_LIMIT = 250;

/** The sources that a picker offers for a connection, by name. Includes disabled ones, which may be enabled later. */
export function sourcesQuery() {
  return queryOptions({
    queryKey: ["sources", "list"],
    queryFn: ({ signal }) =>
      call(listSources, {
        query: { order_by: "name", dir: "asc", limit: PICKER_LIMIT, disabled: true },
        signal,
      }),
  });
}

/** One page of the list. Keeps the old rows while the next page or filter loads. */
export function sourceListQuery(query: NamedListQuery) {
  return queryOptions({
    queryKey: ["sources", "page", query],
    queryFn: ({ signal }) => call(listSources, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export function sourceQuery(id: string) {
  return queryOptions({
    queryKey: ["sources", "one", id],
    queryFn: ({ signal }) => call(getSource, { params: { id }, signal }),
  });
}

/** How many requests each source received in the last 24 hours, by id. A source without requests is missing. */
export function requestCountsQuery() {
  return queryOptions({
    queryKey: ["sources", "requests-24h"],
    queryFn: ({ signal }) => call(countRequestsBySource, { signal }),
    refetchInterval: pollEvery(COUNTS_EVERY_MS),
  });
}

/** With its secrets. The server gives them to members only. */
export function sourceWithSecretsQuery(id: string) {
  return queryOptions({
    queryKey: ["sources", "with-secrets", id],
    queryFn: ({ signal }) => call(getSource, { params: { id }, query: { include: "config.auth" }, signal }),
  });
}
