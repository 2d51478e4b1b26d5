/**
 * Which queries read events, and how often do they poll?
 *
 * Only the first page of a list is live: the cursor of a later page fixes its content. Relative dates become moments
 * right before the call, so that "last hour" stays one entry in the cache.
 */
import type { Event } from "@posthorn/contract/events";
import { getEvent, getEventRawBody, listEvents } from "@posthorn/contract/events";
import { countEvents } from "@posthorn/contract/saved-views";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { readFullPage, timesSlower } from "../api/read-full-page.ts";
import { pollEvery } from "../api/retry-policy.ts";
import type { ListPlace } from "../../ui/list/list-url.ts";
import { eventsApiQuery, type EventFilters } from "./event-filters.ts";

export const EVENT_LISTS = ["events", "list"] as const;
export const LIVE_EVERY_SECONDS = 5;

const DETAIL_EVERY_MS = 5000;
/** A count reads more than a page does, and its number is for orientation. */
const COUNT_EVERY_MS = 30_000;
/** While an event is pending, the person who opened it waits for the answer. */
const PENDING_EVERY_MS = 3000;
const BODY_KEPT_MS = 60_000;

export function eventsQuery(filters: EventFilters, page: ListPlace, isLive: boolean) {
  return queryOptions({
    queryKey: [...EVENT_LISTS, filters, page.next ?? null, page.prev ?? null, page.dir ?? null],
    queryFn: (context) => {
      const now = new Date();
      return readFullPage(context, page, ({ limit, ...cursor }) =>
        call(listEvents, {
          query: { ...eventsApiQuery(filters, { ...cursor, dir: page.dir }, now), limit },
          signal: context.signal,
        }),
      );
    },
    refetchInterval: (query) =>
      isLive ? pollEvery(LIVE_EVERY_SECONDS * 1000 * timesSlower(query.state.data))(query) : false,
    placeholderData: keepPreviousData,
  });
}

/** Whether there is any event at all, whatever its date. If the server cannot say so quickly, there may be one. */
export function anyEventQuery(isCli: boolean) {
  return queryOptions({
    queryKey: ["events", "any", isCli],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, ...(isCli && { cli_id: { any: true } }) };
      const { models, pagination } = await call(listEvents, { query, signal });
      return models.length > 0 || pagination.next !== undefined;
    },
  });
}

/** How many events the filters match, up to a bound. Null or no answer: nobody knows, for example after a search. */
export function eventCountQuery(filters: EventFilters) {
  return queryOptions({
    queryKey: ["events", "count", filters],
    queryFn: ({ signal }) => call(countEvents, { query: eventsApiQuery(filters, {}, new Date()), signal }),
    refetchInterval: pollEvery(COUNT_EVERY_MS),
    staleTime: COUNT_EVERY_MS,
  });
}

/** The few newest events of a connection, for its page. Live. */
export function latestEventsQuery(connectionId: string, limit: number) {
  return queryOptions({
    queryKey: ["events", "latest", connectionId, limit],
    queryFn: ({ signal }) => call(listEvents, { query: { webhook_id: connectionId, limit }, signal }),
    refetchInterval: pollEvery(LIVE_EVERY_SECONDS * 1000),
  });
}

/** Updates rows of a held list that left the newest page. Otherwise a pending row would look pending forever. */
export function eventsByIdQuery(ids: readonly string[]) {
  return queryOptions({
    queryKey: ["events", "by-id", ids],
    queryFn: ({ signal }) => call(listEvents, { query: { id: [...ids], limit: ids.length }, signal }),
    enabled: ids.length > 0,
    refetchInterval: pollEvery(LIVE_EVERY_SECONDS * 1000),
  });
}

/** `known` is the event from a list: enough to draw the panel before the answer comes. */
export function eventQuery(id: string, known?: Event) {
  return queryOptions({
    queryKey: ["events", "one", id],
    queryFn: ({ signal }) => call(getEvent, { params: { id }, signal }),
    refetchInterval: (query) =>
      pollEvery(query.state.data?.status === "QUEUED" ? PENDING_EVERY_MS : DETAIL_EVERY_MS)(query),
    ...(known && { placeholderData: known }),
  });
}

/** The bytes of a body never change. A long one should not stay in memory for long once nobody looks at it. */
export function eventRawBodyQuery(id: string) {
  return queryOptions({
    queryKey: ["events", "raw-body", id],
    queryFn: ({ signal }) => call(getEventRawBody, { params: { id }, signal }),
    staleTime: Infinity,
    gcTime: BODY_KEPT_MS,
  });
}
