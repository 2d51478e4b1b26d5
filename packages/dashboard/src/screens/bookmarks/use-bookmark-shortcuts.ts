/**
 * Which keys work on the table? Moving goes along the bookmarks, and along the events of the open one. While the panel
 * is open, the selection moves too. `r` acts on what the panel shows, or else on the focused bookmark.
 */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import type { Event } from "@posthorn/contract/events";
import type { RefObject } from "react";
import { useReplayBookmark, whyNoReplay } from "../../resources/bookmarks/bookmark-actions.ts";
import { connectionOf, type Routes } from "../../resources/connections/use-routes.ts";
import { canRetry, useRetryEvent } from "../../resources/events/event-actions.ts";
import { useRefusal } from "../../resources/session/use-refusal.ts";
import { focusedRow, moveRowFocus } from "../../ui/list/row-focus.ts";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import type { Pages } from "../../ui/list/use-pages.ts";
import { selectionIn, type BookmarksSearch } from "./bookmarks-url.ts";
import { idOfRow, rowOf, type RowId } from "./row-id.ts";

export interface BookmarkShortcuts {
  box: RefObject<HTMLElement | null>;
  search: BookmarksSearch;
  bookmarks: readonly Bookmark[];
  events: readonly Event[];
  routes: Routes;
  pages: Pages;
  open: (row: RowId, isByKeyboard: boolean) => void;
  select: (row: RowId) => void;
  close: () => void;
}

export function useBookmarkShortcuts(shortcuts: BookmarkShortcuts): void {
  const { box, search, bookmarks, events, routes, pages, open, select, close } = shortcuts;
  const refusal = useRefusal("keep");
  const { mutate: replay, isPending } = useReplayBookmark();
  const { retry } = useRetryEvent();
  const selection = selectionIn(search);
  const current = () => idOfRow(focusedRow(box.current)) ?? selection;
  const move = (step: 1 | -1) => {
    const movedTo = idOfRow(
      moveRowFocus(box.current, step, selection ? rowOf(box.current, selection) : null),
    );
    if (!movedTo || !selection) return;
    // From a bookmark, its events get only the focus: the panel goes on showing the bookmark until one is opened.
    if (movedTo.kind === "bookmark" || selection.kind === "event") select(movedTo);
  };
  const openCurrent = () => {
    const first = bookmarks[0];
    const row = current() ?? (first && { kind: "bookmark" as const, id: first.id });
    if (row) open(row, true);
  };
  const sendAgain = () => {
    const id = current()?.id;
    const event = events.find((one) => one.id === id);
    const bookmark = bookmarks.find((one) => one.id === id);
    if (refusal !== undefined || isPending) return;
    if (event && canRetry(event)) retry(event);
    if (bookmark && whyNoReplay(connectionOf(routes, bookmark.webhook_id)) === undefined) replay(bookmark);
  };
  useListShortcuts(
    "Bookmarks",
    { one: "bookmark", boxRef: box, onMove: move, ...pages },
    {
      // On a row, Enter presses the link itself. Elsewhere it opens the selected (or first) row and focuses its panel.
      Enter: { label: "Open bookmark", run: openCurrent },
      Escape: { label: "Close bookmark", run: close },
      r: { label: "Replay bookmark, or retry its event", run: sendAgain },
    },
  );
}
