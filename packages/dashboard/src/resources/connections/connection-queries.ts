/** What is asked about connections, and how often again? */
import { getConnection, listConnections } from "@posthorn/contract/connections";
import { countEventsByConnection } from "@posthorn/contract/dashboard-api";
import type { QueryOf } from "@posthorn/contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

export type ConnectionsListQuery = QueryOf<typeof listConnections>;

export const CONNECTION_LISTS = ["connections", "list"] as const;

const COUNTS_EVERY_MS = 15_000;

/** Old rows stay while the next page or filter is on its way. */
export function connectionsQuery(query: ConnectionsListQuery) {
  return queryOptions({
    queryKey: [...CONNECTION_LISTS, query],
    queryFn: ({ signal }) => call(listConnections, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Names change rarely, and a change made here is told to the cache at once. */
export const NAMES_FRESH_MS = 60_000;

/** The first 250 by name, disabled ones too (`disabled: true` adds them), for those who want the names of both ends. */
export const namedConnectionsQuery = queryOptions({
  ...connectionsQuery({ disabled: true, limit: 250, order_by: "full_name", dir: "asc" }),
  staleTime: NAMES_FRESH_MS,
});

export function connectionQuery(id: string) {
  return queryOptions({
    queryKey: ["connections", "one", id],
    queryFn: ({ signal }) => call(getConnection, { params: { id }, signal }),
  });
}

/** Events of the last 24 hours by connection id; a connection without any is not in it. */
export function eventCountsQuery() {
  return queryOptions({
    queryKey: ["connections", "events-24h"],
    queryFn: ({ signal }) => call(countEventsByConnection, { signal }),
    refetchInterval: pollEvery(COUNTS_EVERY_MS),
  });
}
