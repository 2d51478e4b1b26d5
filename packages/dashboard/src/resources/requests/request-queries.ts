/**
 * Which queries read requests and what became of them, and how often do they poll?
 *
 * Only the first page of a list is live: the cursor of a later page fixes its content.
 */
import { getRequestMethod } from "@posthorn/contract/dashboard-api";
import { listIgnoredEvents, listRequestEvents } from "@posthorn/contract/request-events";
import { getRequest, getRequestRawBody, listRequests, type Request } from "@posthorn/contract/requests";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pageQueryOf, type ListPlace, type PageCursor } from "../../ui/list/list-url.ts";
import { call } from "../api/call.ts";
import { readFullPage, timesSlower } from "../api/read-full-page.ts";
import { pollEvery } from "../api/retry-policy.ts";
import { requestsApiQuery, type RequestFilters } from "./request-filters.ts";

const REQUEST_LISTS = ["requests", "list"] as const;
export const LIVE_EVERY_SECONDS = 5;
const LIVE_EVERY_MS = LIVE_EVERY_SECONDS * 1000;

export function requestsQuery(filters: RequestFilters, page: ListPlace, isLive: boolean) {
  return queryOptions({
    queryKey: [...REQUEST_LISTS, filters, page.next ?? null, page.prev ?? null, page.dir ?? null],
    queryFn: (context) => {
      const now = new Date();
      return readFullPage(context, page, ({ limit, ...cursor }) =>
        call(listRequests, {
          query: { ...requestsApiQuery(filters, { ...cursor, dir: page.dir }, now), limit },
          signal: context.signal,
        }),
      );
    },
    refetchInterval: (query) =>
      isLive ? pollEvery(LIVE_EVERY_MS * timesSlower(query.state.data))(query) : false,
    placeholderData: keepPreviousData,
  });
}

/** Whether there is any request at all, whatever its date. If the server cannot say so quickly, there may be one. */
export function anyRequestQuery(isCli: boolean) {
  return queryOptions({
    queryKey: ["requests", "any", isCli],
    queryFn: async ({ signal }) => {
      const query = { limit: 1, ...(isCli && { cli_events_count: { gte: 1 } }) };
      const { models, pagination } = await call(listRequests, { query, signal });
      return models.length > 0 || pagination.next !== undefined;
    },
  });
}

/** `known` is the request from a list: enough to draw the panel before the answer comes. */
export function requestQuery(id: string, known?: Request) {
  return queryOptions({
    queryKey: ["requests", "one", id],
    queryFn: ({ signal }) => call(getRequest, { params: { id }, signal }),
    refetchInterval: pollEvery(LIVE_EVERY_MS),
    ...(known && { placeholderData: known }),
  });
}

/** The bytes of a body never change. */
export function requestRawBodyQuery(id: string) {
  return queryOptions({
    queryKey: ["requests", "raw-body", id],
    queryFn: ({ signal }) => call(getRequestRawBody, { params: { id }, signal }),
    staleTime: Infinity,
  });
}

export function requestMethodQuery(id: string) {
  return queryOptions({
    queryKey: ["requests", "method", id],
    queryFn: ({ signal }) => call(getRequestMethod, { params: { id }, signal }),
    staleTime: Infinity,
  });
}

/** The page of /requests/{id}/entries, and the shorter list beside the list of requests. */
export const ENTRIES_PER_PAGE = 50;
export const ENTRIES_INLINE = 10;

export function requestEventsQuery(id: string, page: PageCursor, limit: number) {
  return queryOptions({
    queryKey: ["requests", "events", id, page.next ?? null, page.prev ?? null, limit],
    queryFn: ({ signal }) =>
      call(listRequestEvents, { params: { id }, query: { ...pageQueryOf(page), limit }, signal }),
    refetchInterval: pollEvery(LIVE_EVERY_MS),
    placeholderData: keepPreviousData,
  });
}

export function ignoredEventsQuery(id: string, page: PageCursor, limit: number) {
  return queryOptions({
    queryKey: ["requests", "ignored-events", id, page.next ?? null, page.prev ?? null, limit],
    queryFn: ({ signal }) =>
      call(listIgnoredEvents, { params: { id }, query: { ...pageQueryOf(page), limit }, signal }),
    refetchInterval: pollEvery(LIVE_EVERY_MS),
    placeholderData: keepPreviousData,
  });
}
