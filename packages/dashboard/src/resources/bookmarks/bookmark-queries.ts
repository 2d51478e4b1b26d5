/** Which queries read bookmarks, their data and their events? All lists poll every 10 s. */
import {
  countBookmarks,
  getBookmark,
  getBookmarkRawBody,
  listBookmarks,
  type Bookmark,
} from "@posthorn/contract/bookmarks";
import { listEvents } from "@posthorn/contract/events";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { pageQueryOf, type PageCursor } from "../../ui/list/list-url.ts";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";
import { EVENT_LISTS } from "../events/event-queries.ts";

export const BOOKMARK_LISTS = ["bookmarks", "list"] as const;
export const REFRESHED_EVERY_SECONDS = 10;

const EVERY_MS = REFRESHED_EVERY_SECONDS * 1000;
const BOOKMARKS_PER_PAGE = 10;
const EVENTS_SHOWN = 10;

export function bookmarksQuery(page: PageCursor) {
  return queryOptions({
    queryKey: [...BOOKMARK_LISTS, page.next ?? null, page.prev ?? null],
    queryFn: ({ signal }) =>
      call(listBookmarks, { query: { ...pageQueryOf(page), limit: BOOKMARKS_PER_PAGE }, signal }),
    refetchInterval: pollEvery(EVERY_MS),
    placeholderData: keepPreviousData,
  });
}

/** How many there are on all pages. */
export const bookmarkCountQuery = queryOptions({
  queryKey: [...BOOKMARK_LISTS, "count"],
  queryFn: async ({ signal }) => (await call(countBookmarks, { signal })).count,
  refetchInterval: pollEvery(EVERY_MS),
});

/** `known` is the bookmark from the list: enough to draw the panel before the answer comes. */
export function bookmarkQuery(id: string, known?: Bookmark) {
  return queryOptions({
    queryKey: ["bookmarks", "one", id],
    queryFn: ({ signal }) => call(getBookmark, { params: { id }, signal }),
    refetchInterval: pollEvery(EVERY_MS),
    ...(known && { placeholderData: known }),
  });
}

/** The bytes of a body never change. */
export function bookmarkRawBodyQuery(id: string) {
  return queryOptions({
    queryKey: ["bookmarks", "raw-body", id],
    queryFn: ({ signal }) => call(getBookmarkRawBody, { params: { id }, signal }),
    staleTime: Infinity,
  });
}

/** The newest events with the data of a bookmark, of any connection. A retry changes them as in every list of events. */
export function bookmarkEventsQuery({ event_data_id }: Pick<Bookmark, "event_data_id">) {
  return queryOptions({
    queryKey: [...EVENT_LISTS, "of-data", event_data_id],
    queryFn: ({ signal }) => call(listEvents, { query: { event_data_id, limit: EVENTS_SHOWN }, signal }),
    refetchInterval: pollEvery(EVERY_MS),
  });
}
