/** What does the address of /bookmarks carry? The page, the selected bookmark and event, and the panel's tab. */
import { idOf, pageCursor } from "../../ui/list/list-url.ts";
import { fields, oneOf, type Read } from "../../ui/read.ts";
import type { RowId } from "./row-id.ts";

export const BOOKMARK_TABS = ["request", "details"] as const;
export type BookmarkTab = (typeof BOOKMARK_TABS)[number];

export const BookmarksSearch = fields({
  ...pageCursor(),
  selected_id: idOf("bmk_"),
  selected_event_id: idOf("evt_"),
  tab: oneOf(BOOKMARK_TABS),
});
export type BookmarksSearch = Read<typeof BookmarksSearch>;

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
