/** Which queries read connections, and how often do they poll? */
import {
  countConnections,
  getConnection,
  listConnections,
  searchConnections,
} from "@posthorn/contract/connections";
import {
  countConnectionsByEnd,
  countEventsByConnection,
  countHeldEvents,
} from "@posthorn/contract/dashboard-api";
import type { QueryOf } from "@posthorn/contract/endpoint";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";

export type ConnectionsListQuery = QueryOf<typeof listConnections>;

export const CONNECTION_LISTS = ["connections", "list"] as const;

const COUNTS_EVERY_MS = 15_000;

/** Keeps the old rows while the next page or filter loads. */
export function connectionsQuery(query: ConnectionsListQuery) {
  return queryOptions({
    queryKey: [...CONNECTION_LISTS, query],
    queryFn: ({ signal }) => call(listConnections, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

export type ConnectionsSearchQuery = QueryOf<typeof searchConnections>;

/** The same for a person who searches: `search` finds by the names of both ends too. */
export function searchedConnectionsQuery(query: ConnectionsSearchQuery) {
  return queryOptions({
    queryKey: [...CONNECTION_LISTS, "searched", query],
    queryFn: ({ signal }) => call(searchConnections, { query, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Names change rarely, and a change made in this tab reaches the cache at once. */
export const NAMES_FRESH_MS = 60_000;

/** The first 250 by name, including disabled ones (`disabled: true`). Screens use it for the names of both ends. */
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

/** How many connections a source or destination has, including disabled ones. */
export function connectionCountQuery(end: { source_id: string } | { destination_id: string }) {
  return queryOptions({
    queryKey: ["connections", "count", end],
    queryFn: ({ signal }) => call(countConnections, { query: { ...end, disabled: true }, signal }),
  });
}

/** How many events each connection had in the last 24 hours, by id. A connection without events is missing. */
export function eventCountsQuery() {
  return queryOptions({
    queryKey: ["connections", "events-24h"],
    queryFn: ({ signal }) => call(countEventsByConnection, { signal }),
    refetchInterval: pollEvery(COUNTS_EVERY_MS),
  });
}

/** How many events each paused connection holds, by id and up to a bound. A connection that holds none is missing. */
export function heldCountsQuery() {
  return queryOptions({
    queryKey: ["connections", "held"],
    queryFn: ({ signal }) => call(countHeldEvents, { signal }),
    refetchInterval: pollEvery(COUNTS_EVERY_MS),
  });
}

/** How many connections each source, destination and transformation has, by id. One without any is missing. */
export function connectionCountsQuery() {
  return queryOptions({
    queryKey: ["connections", "by-end"],
    queryFn: ({ signal }) => call(countConnectionsByEnd, { signal }),
  });
}
