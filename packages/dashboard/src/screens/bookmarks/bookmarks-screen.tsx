/**
 * /bookmarks. The URL, not component state, holds what a link should carry: page, selected bookmark, selected event, tab.
 *
 * The selected bookmark shows its events below its row and itself in the panel. An event opens in place of its bookmark;
 * closing it leads back to the bookmark.
 */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import type { Event } from "@posthorn/contract/events";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useMemo, useRef } from "react";
import {
  bookmarkEventsQuery,
  bookmarkQuery,
  bookmarksQuery,
  REFRESHED_EVERY_SECONDS,
} from "../../resources/bookmarks/bookmark-queries.ts";
import { useRoutes } from "../../resources/connections/use-routes.ts";
import { EVENT_LISTS } from "../../resources/events/event-queries.ts";
import { Button } from "../../ui/button.tsx";
import { focusRow } from "../../ui/list/row-focus.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { LiveState } from "../../ui/live-state.tsx";
import { PageHeader } from "../../ui/page-header.tsx";
import { usePanelFocus } from "../../ui/use-panel-focus.ts";
import { WithPanel } from "../../ui/with-panel.tsx";
import { BookmarkPanel } from "./bookmark-panel.tsx";
import { BookmarksList } from "./bookmarks-list.tsx";
import { selectionIn, withBookmark, withEvent, type BookmarksSearch } from "./bookmarks-url.ts";
import { rowOf, type RowId } from "./row-id.ts";
import { SelectedEvent } from "./selected-event.tsx";
import { useBookmarkShortcuts } from "./use-bookmark-shortcuts.ts";

export interface BookmarksScreenProps {
  search: BookmarksSearch;
  onSearch: (next: BookmarksSearch, how: "push" | "replace") => void;
}

const NO_BOOKMARKS: readonly Bookmark[] = [];
const NO_EVENTS: readonly Event[] = [];

export function BookmarksScreen({ search, onSearch }: BookmarksScreenProps) {
  const box = useRef<HTMLElement>(null);
  const [panelRef, focusPanel] = usePanelFocus();
  const { selected_id: selectedId, selected_event_id: eventId } = search;
  const list = useQuery(bookmarksQuery(search));
  const bookmarks = list.data?.models ?? NO_BOOKMARKS;
  const known = bookmarks.find(({ id }) => id === selectedId);
  const one = useQuery({
    ...bookmarkQuery(selectedId ?? "", known),
    enabled: selectedId !== undefined,
  });
  const selected = selectedId === undefined ? undefined : one.data;
  const events = useQuery({
    ...bookmarkEventsQuery({ event_data_id: selected?.event_data_id ?? "" }),
    enabled: selected !== undefined,
  });
  const shownEvents = events.data?.models ?? NO_EVENTS;
  const connectionIds = useMemo(
    () => [...bookmarks, ...(selected ? [selected] : []), ...shownEvents].map(({ webhook_id }) => webhook_id),
    [bookmarks, selected, shownEvents],
  );
  const routes = useRoutes(connectionIds);
  const pagination = list.isPlaceholderData ? undefined : list.data?.pagination;
  const pages = usePages({ search, onSearch, pagination, boxRef: box });
  const refresh = useRefresh();

  const select = ({ kind, id }: RowId) =>
    onSearch(kind === "event" ? withEvent(search, id) : withBookmark(search, id), "replace");
  const close = () => {
    const closed = selectionIn(search);
    const row = closed && rowOf(box.current, closed);
    onSearch(
      closed?.kind === "event" ? withEvent(search, undefined) : withBookmark(search, undefined),
      "replace",
    );
    if (row) focusRow(box.current, row);
  };
  const open = (row: RowId, isByKeyboard: boolean) => {
    const isOpen = row.id === selectedId && eventId === undefined;
    // A second click on the row of an open bookmark folds it again. Enter goes on into the panel.
    if (isOpen && !isByKeyboard) return close();
    select(row);
    if (isByKeyboard) focusPanel();
  };
  const forget = () => {
    onSearch(withBookmark(search, undefined), "replace");
    box.current?.focus();
  };
  useBookmarkShortcuts({ box, search, bookmarks, events: shownEvents, routes, pages, open, select, close });

  return (
    <>
      <PageHeader title="Bookmarks">
        <span className="flex max-sm:hidden">
          <LiveState
            state={list.isError || list.failureCount > 0 ? "reconnecting" : "live"}
            everySeconds={REFRESHED_EVERY_SECONDS}
          />
        </span>
        <Button
          icon={<RefreshCw aria-hidden />}
          isPending={refresh.isPending}
          onClick={() => refresh.mutate()}
        >
          Refresh
        </Button>
      </PageHeader>
      <WithPanel
        panel={
          eventId !== undefined ? (
            <SelectedEvent
              key={eventId}
              ref={panelRef}
              eventId={eventId}
              known={shownEvents.find(({ id }) => id === eventId)}
              routes={routes}
              onClose={close}
            />
          ) : selectedId === undefined ? null : (
            <BookmarkPanel
              ref={panelRef}
              bookmark={one}
              routes={routes}
              tab={search.tab ?? "request"}
              onTab={(tab) => onSearch({ ...search, tab }, "replace")}
              onDeleted={forget}
              onClose={close}
            />
          )
        }
      >
        <main className="flex min-w-0 flex-1 flex-col gap-3 px-5 pt-4 pb-2 max-md:px-3">
          <BookmarksList
            list={list}
            events={events}
            search={search}
            routes={routes}
            boxRef={box}
            onOpen={open}
            pages={pages}
          />
        </main>
      </WithPanel>
    </>
  );
}

/** Reads all that this page shows again. */
function useRefresh() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: ["bookmarks"] }),
        client.invalidateQueries({ queryKey: EVENT_LISTS }),
      ]),
  });
}
