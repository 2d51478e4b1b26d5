/** What does the address of /bookmarks carry? The page, the selected bookmark and event, and the panel's tab. */
import * as z from "zod/mini";
import { idOf, oneOf, optional, pageCursor } from "../../ui/list/list-url.ts";
import type { RowId } from "./row-id.ts";

export const BOOKMARK_TABS = ["request", "details"] as const;
export type BookmarkTab = (typeof BOOKMARK_TABS)[number];

export const BookmarksSearch = z.object({
  ...pageCursor(),
  selected_id: optional(idOf("bmk_")),
  selected_event_id: optional(idOf("evt_")),
  tab: optional(oneOf(BOOKMARK_TABS)),
});
export type BookmarksSearch = z.output<typeof BookmarksSearch>;

/** Also clears the selected event, which belongs to the old bookmark. */
export function withBookmark(search: BookmarksSearch, selected_id: string | undefined): BookmarksSearch {
  return { ...search, selected_id, selected_event_id: undefined };
}

/** Undefined: back to the bookmark. */
export function withEvent(search: BookmarksSearch, selected_event_id: string | undefined): BookmarksSearch {
  return { ...search, selected_event_id };
}

/** What the panel shows. */
export function selectionIn({ selected_id, selected_event_id }: BookmarksSearch): RowId | undefined {
  if (selected_event_id !== undefined) return { kind: "event", id: selected_event_id };
  return selected_id === undefined ? undefined : { kind: "bookmark", id: selected_id };
}
