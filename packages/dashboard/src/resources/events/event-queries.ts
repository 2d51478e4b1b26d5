/**
 * What is asked about events, and how often again?
 *
 * Lists are live on their first page only: a later page is fixed by its cursor. The relative dates of a list are
 * worked out when it is asked, so "last hour" stays one entry of the cache.
 */
import type { Event } from "@posthorn/contract/events";
import { getEvent, getEventRawBody, listEvents } from "@posthorn/contract/events";
import { LIST_DEFAULT_LIMIT } from "@posthorn/contract/limits";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";
import { eventsApiQuery, type EventFilters, type PageCursor } from "./event-filters.ts";

export const EVENT_LISTS = ["events", "list"] as const;
export const LIVE_EVERY_SECONDS = 5;

const DETAIL_EVERY_MS = 5000;
/** While an answer is awaited, a person is looking at it. */
const PENDING_EVERY_MS = 3000;

export function eventsQuery(filters: EventFilters, page: PageCursor, isLive: boolean) {
  return queryOptions({
    queryKey: [...EVENT_LISTS, filters, page.next ?? null, page.prev ?? null],
    queryFn: ({ signal }) =>
      call(listEvents, {
        query: { ...eventsApiQuery(filters, page, new Date()), limit: LIST_DEFAULT_LIMIT },
        signal,
      }),
    refetchInterval: isLive ? pollEvery(LIVE_EVERY_SECONDS * 1000) : false,
    placeholderData: keepPreviousData,
  });
}

/** Rows of a held list that left the newest page: without this, a pending one would look pending for ever. */
export function eventsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["events", "by-id", ids],
    queryFn: ({ signal }) => call(listEvents, { query: { id: [...ids], limit: ids.length }, signal }),
    enabled: ids.length > 0,
    refetchInterval: pollEvery(LIVE_EVERY_SECONDS * 1000),
  });
}

/** `known` is what a list already told: enough to draw the panel before the answer comes. */
export function eventQuery(id: string, known?: Event) {
  return queryOptions({
    queryKey: ["events", "one", id],
    queryFn: ({ signal }) => call(getEvent, { params: { id }, signal }),
    refetchInterval: (query) =>
      pollEvery(query.state.data?.status === "QUEUED" ? PENDING_EVERY_MS : DETAIL_EVERY_MS)(query),
    ...(known && { placeholderData: known }),
  });
}

/** The bytes of a body never change. */
export function eventRawBodyQuery(id: string) {
  return queryOptions({
    queryKey: ["events", "raw-body", id],
    queryFn: ({ signal }) => call(getEventRawBody, { params: { id }, signal }),
    staleTime: Infinity,
  });
}

/** The first event that a request made; null for one that was rejected, ignored or is not there. */
export async function firstEventOf(requestId: string): Promise<string | null> {
  const { models } = await call(listEvents, { query: { request_id: [requestId], dir: "asc", limit: 1 } });
  return models[0]?.id ?? null;
}
