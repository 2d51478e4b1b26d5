/**
 * The page of a list of sources, destinations or transformations. A screen gives it words, columns and the query.
 */
import type { UseQueryResult } from "@tanstack/react-query";
import { useRef, type ReactNode } from "react";
import { QuietListDrawing } from "../../ui/drawings.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ChoiceChip } from "../../ui/list/chip.tsx";
import { ListPage } from "../../ui/list/list-page.tsx";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { ListStates, NoneFound } from "../../ui/list/list-states.tsx";
import { isFirstPage, withChange, type PageCursor } from "../../ui/list/list-url.ts";
import { Pagination } from "../../ui/list/pagination.tsx";
import { useRowMenu } from "../../ui/list/row-menu.tsx";
import { useListShortcuts } from "../../ui/list/use-list-shortcuts.ts";
import { usePages } from "../../ui/list/use-pages.ts";
import { Table, Th } from "../../ui/table.tsx";
import { NamedListMenu, type RowDoings } from "./named-list-menu.tsx";
import {
  isNarrowed,
  NAMED_LIST_DEFAULTS,
  type NamedKind,
  type NamedListSearch,
  type Order,
  type StatusFilter,
} from "./named-list-url.ts";

const STATUS_CHOICES: readonly { value: StatusFilter; label: string }[] = [
  { value: "all", label: "All" },
  { value: "enabled", label: "Enabled" },
  { value: "disabled", label: "Disabled" },
];

const ORDER_CHOICES: readonly { value: Order; label: string }[] = [
  { value: "name", label: "Name, A to Z" },
  { value: "name_desc", label: "Name, Z to A" },
  { value: "updated", label: "Last updated" },
  { value: "newest", label: "Newest" },
  { value: "oldest", label: "Oldest" },
];

export interface NamedListProps<Row extends { id: string }> {
  /** The page's name: "Sources". */
  title: string;
  kind: NamedKind;
  search: NamedListSearch;
  onSearch: (search: NamedListSearch, how: "push" | "replace") => void;
  list: UseQueryResult<{ models: Row[]; pagination: PageCursor }>;
  /** Also the title of the empty list. */
  noneFound: string;
  /** What one of these is for, while there is none. */
  teaching: string;
  /** Makes a new one: on top of the list, and in the empty list. */
  action?: ReactNode;
  /** Without the last column, which has the menu of the row. */
  columns: number;
  head: ReactNode;
  /** The last cell has the `RowMenuButton`. */
  renderRow: (row: Row, onOpenMenu: OnOpenMenu) => ReactNode;
  doingsOf: (row: Row) => RowDoings;
}

export type OnOpenMenu = (id: string, anchor: HTMLElement) => void;

export function NamedList<Row extends { id: string }>(props: NamedListProps<Row>) {
  const { title, kind, search, onSearch, list, noneFound, teaching, action } = props;
  const searchRef = useRef<HTMLInputElement>(null);
  const boxRef = useRef<HTMLElement>(null);
  const { menu, open, close } = useRowMenu();
  const menuRow = list.data?.models.find(({ id }) => id === menu.rowId);
  const pagination = list.isPlaceholderData ? undefined : list.data?.pagination;
  const pages = usePages({ search, onSearch, pagination, boxRef });
  useListShortcuts(title, { one: kind, boxRef, searchRef, hasFilters: true, ...pages });
  const change = (part: Partial<NamedListSearch>, how: "push" | "replace" = "push") =>
    onSearch(withChange(search, part, NAMED_LIST_DEFAULTS), how);
  // Old rows that are still shown belong to other filters.
  const isFiltered = isNarrowed(search) || !isFirstPage(search) || list.isPlaceholderData;
  const isUnused = list.data?.models.length === 0 && !isFiltered;
  const isWhole = isFirstPage(search) && list.data?.pagination.next === undefined;

  return (
    <ListPage
      title={title}
      isUnused={isUnused}
      searchRef={searchRef}
      searchBox={{
        label: `Filter ${title.toLowerCase()} by ID or name`,
        placeholder: "Filter by ID or name...",
        value: search.search ?? "",
        onChange: (text) => change({ search: text }, "replace"),
      }}
      action={action}
      filters={
        <>
          {kind === "transformation" ? null : (
            <ChoiceChip
              label="Status"
              value={search.status ?? "all"}
              choices={STATUS_CHOICES}
              onChange={(status) => change({ status })}
            />
          )}
          <ChoiceChip
            label="Order"
            value={search.order ?? "name"}
            choices={ORDER_CHOICES}
            onChange={(order) => change({ order })}
          />
        </>
      }
    >
      <ListStates
        label={title}
        columns={props.columns + 1}
        rows={list.data?.models}
        error={list.error}
        onRetry={list.refetch}
        isFiltered={isFiltered}
        empty={
          <EmptyState drawing={<QuietListDrawing />} title={noneFound} action={action}>
            {teaching}
          </EmptyState>
        }
        noneFound={
          <NoneFound title={noneFound} onClear={() => onSearch({}, "push")}>
            No {kind} of this project matches what is searched for.
          </NoneFound>
        }
      >
        {(rows) => (
          <>
            <Table label={title} boxRef={boxRef} isStale={list.isPlaceholderData}>
              <thead>
                <tr>
                  {props.head}
                  <Th className="w-px">
                    <span className="sr-only">Actions</span>
                  </Th>
                </tr>
              </thead>
              <ListRows>{rows.map((row) => props.renderRow(row, open))}</ListRows>
            </Table>
            {isWhole ? null : <Pagination {...pages}>{rows.length} on this page</Pagination>}
          </>
        )}
      </ListStates>
      <NamedListMenu doings={menuRow && props.doingsOf(menuRow)} menu={menu} onClose={close} />
    </ListPage>
  );
}
