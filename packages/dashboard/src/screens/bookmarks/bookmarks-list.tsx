/** The list in each of its states: loading, failed, empty, full. Old rows stay, dimmed, until another page arrives. */
import type { Bookmark, listBookmarks } from "@posthorn/contract/bookmarks";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { listEvents } from "@posthorn/contract/events";
import { useQuery, type UseQueryResult } from "@tanstack/react-query";
import type { RefObject } from "react";
import { bookmarkCountQuery } from "../../resources/bookmarks/bookmark-queries.ts";
import type { Routes } from "../../resources/connections/use-routes.ts";
import { countText } from "../../ui/count.ts";
import { ListStates } from "../../ui/list/list-states.tsx";
import { isFirstPage } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import type { Pages } from "../../ui/list/use-pages.ts";
import { TableSkeleton } from "../../ui/skeleton.tsx";
import { EmptyPage, NoBookmarks } from "./bookmarks-empty.tsx";
import { BOOKMARK_COLUMNS, BookmarksTable } from "./bookmarks-table.tsx";
import type { BookmarksSearch } from "./bookmarks-url.ts";
import type { RowId } from "./row-id.ts";

export type BookmarkEventsResult = UseQueryResult<ReplyOf<typeof listEvents>, unknown>;

export interface BookmarksListProps {
  list: UseQueryResult<ReplyOf<typeof listBookmarks>, unknown>;
  /** Those of the selected bookmark. */
  events: BookmarkEventsResult;
  search: BookmarksSearch;
  routes: Routes;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (row: RowId, isByKeyboard: boolean) => void;
  pages: Pages;
}

export function BookmarksList({ list, pages, ...table }: BookmarksListProps) {
  const { routes, search } = table;
  const { data: count } = useQuery(bookmarkCountQuery);
  const loading = <TableSkeleton label="bookmarks" columns={BOOKMARK_COLUMNS} />;
  return (
    <ListStates<Bookmark>
      label="bookmarks"
      columns={BOOKMARK_COLUMNS}
      rows={list.data?.models}
      error={list.error}
      onRetry={list.refetch}
      isFiltered={!isFirstPage(search)}
      empty={
        routes.isKnown || routes.isFailed ? (
          <NoBookmarks hasConnections={routes.connections.length > 0 || routes.isFailed} />
        ) : (
          loading
        )
      }
      noneFound={<EmptyPage onFirst={() => pages.turn({})} />}
      loading={loading}
    >
      {(bookmarks) => (
        <>
          <BookmarksTable {...table} bookmarks={bookmarks} isStale={list.isPlaceholderData} />
          <Pagination {...pages}>
            {count === undefined ? null : count === 1 ? "1 bookmark" : `${countText(count)} bookmarks`}
          </Pagination>
        </>
      )}
    </ListStates>
  );
}
