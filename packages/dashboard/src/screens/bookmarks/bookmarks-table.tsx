/**
 * The table of bookmarks, with the events of the selected one below its row.
 *
 * Each label is a real link, so Mod+click and the middle button open the bookmark in a new tab. The outer table handles
 * the clicks on all rows, also on those of the events.
 */
import type { Bookmark } from "@posthorn/contract/bookmarks";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { cx } from "class-variance-authority";
import { ChevronRight } from "lucide-react";
import { Fragment, type RefObject } from "react";
import { ownUrl } from "../../resources/base-path.ts";
import { connectionOf, type Routes } from "../../resources/connections/use-routes.ts";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { ROW_LINK } from "../../ui/list/row-focus.ts";
import { Table, Td, Th, Tr } from "../../ui/table.tsx";
import { Timestamp } from "../../ui/timestamp.tsx";
import { BookmarkEvents } from "./bookmark-events.tsx";
import type { BookmarkEventsResult } from "./bookmarks-list.tsx";
import { withBookmark, type BookmarksSearch } from "./bookmarks-url.ts";
import { RouteName, type RouteNameProps } from "./route-name.tsx";
import { idOfRow, rowAttributes, type RowId } from "./row-id.ts";

export const BOOKMARK_COLUMNS = 3;

export interface BookmarksTableProps {
  bookmarks: readonly Bookmark[];
  isStale: boolean;
  events: BookmarkEventsResult;
  search: BookmarksSearch;
  routes: Routes;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (row: RowId, isByKeyboard: boolean) => void;
}

export function BookmarksTable(props: BookmarksTableProps) {
  const { bookmarks, isStale, events, search, routes, boxRef, onOpen } = props;
  return (
    <Table label="Bookmarks" isStale={isStale} boxRef={boxRef} className="table-fixed">
      <colgroup>
        <col />
        <col className="w-1/3 max-sm:hidden" />
        <col className="w-40 max-sm:w-36" />
      </colgroup>
      <thead>
        <tr>
          <Th className="pl-10!">Bookmark Label</Th>
          <Th className="max-sm:hidden">Connection</Th>
          <Th>Last Used</Th>
        </tr>
      </thead>
      <ListRows
        onOpen={(row, isByKeyboard) => {
          const id = idOfRow(row);
          if (id) onOpen(id, isByKeyboard);
        }}
      >
        {bookmarks.map((bookmark) => {
          const isSelected = bookmark.id === search.selected_id;
          return (
            <Fragment key={bookmark.id}>
              <BookmarkRow
                bookmark={bookmark}
                href={ownUrl("/bookmarks") + stringifySearch(withBookmark(search, bookmark.id))}
                connection={connectionOf(routes, bookmark.webhook_id)}
                isSelected={isSelected}
              />
              {isSelected ? (
                <tr className="bg-sel">
                  <td colSpan={BOOKMARK_COLUMNS} className="border-b border-line pr-3 pb-3 pl-10 max-sm:pl-3">
                    <BookmarkEvents events={events} search={search} routes={routes} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          );
        })}
      </ListRows>
    </Table>
  );
}

interface BookmarkRowProps extends RouteNameProps {
  bookmark: Bookmark;
  /** The address of this list with the bookmark selected. */
  href: string;
  isSelected: boolean;
}

function BookmarkRow({ bookmark, href, connection, isSelected }: BookmarkRowProps) {
  const { id, label, last_used_at } = bookmark;
  return (
    <Tr
      {...rowAttributes({ kind: "bookmark", id })}
      isSelected={isSelected}
      className={cx("cursor-pointer has-[a:focus-visible]:bg-hover", isSelected && "[&>td]:border-b-0")}
    >
      <Td className="relative pl-10! max-sm:py-1.5">
        <ChevronRight
          aria-hidden
          className={cx(
            "absolute top-1/2 left-3.5 size-4 -translate-y-1/2 text-ink-3 transition-transform",
            isSelected && "rotate-90",
          )}
        />
        <a
          {...{ [ROW_LINK]: "" }}
          href={href}
          aria-expanded={isSelected}
          className={cx(
            "block truncate rounded-sm focus-visible:outline-offset-3",
            isSelected && "font-semibold",
          )}
          data-tooltip={label}
          draggable={false}
        >
          {label}
        </a>
        <div className="text-xs text-ink-2 sm:hidden">
          <RouteName connection={connection} />
        </div>
      </Td>
      <Td className="max-sm:hidden">
        <RouteName connection={connection} />
      </Td>
      <Td>{last_used_at === null ? "–" : <Timestamp value={last_used_at} />}</Td>
    </Tr>
  );
}
