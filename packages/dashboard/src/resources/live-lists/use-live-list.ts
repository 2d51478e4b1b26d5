/**
 * What is on screen of a live list, and what can a person do with it?
 *
 * Puts the parts of the kit together: rows that stay up to date, ticks, the selected row and its panel, pages, and filters
 * in the address. The components of this folder take the result, and so do the keys (`useLiveListKeys`).
 *
 * `onSearch` changes the address. Filters and pages push an entry, so that Back undoes them; moving the selection replaces
 * the entry.
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useRef, type RefObject } from "react";
import type { LiveRow } from "../../ui/list/held-list.ts";
import { isFirstPage, withChange } from "../../ui/list/list-url.ts";
import {
  focusRow,
  hasExpandedRow,
  hasTickedRow,
  isBeingRead,
  scrollToFirstRow,
} from "../../ui/list/row-focus.ts";
import { useFollowed } from "../../ui/list/use-followed.ts";
import { usePages, type Pages } from "../../ui/list/use-pages.ts";
import { useSelectedRow, type SelectedRow } from "../../ui/list/use-selected-row.ts";
import { useTicks, type RowTicks } from "../../ui/list/use-ticks.ts";
import { ownUrl } from "../base-path.ts";
import { hasActive } from "../list-filters/active-filters.ts";
import type { LiveListKind, LiveListSearch } from "./live-list-kind.ts";
import { rowAddresses } from "./row-addresses.ts";
import { useLiveRows, type ListQuery, type LiveRows } from "./use-live-rows.ts";

export type OnSearch<Search> = (next: Search, how: "push" | "replace") => void;

export interface LiveList<Row extends LiveRow, Search extends LiveListSearch, Filters extends object> {
  kind: LiveListKind<Row, Search, Filters>;
  search: Search;
  /** The filters that the person chose, and those that the server was asked with. */
  filters: Filters;
  asked: Filters;
  isFiltered: boolean;
  boxRef: RefObject<HTMLElement | null>;
  live: LiveRows<Row>;
  /** The rows on screen. */
  rows: readonly Row[];
  /** The rows of these filters are not on screen. */
  isAwaited: boolean;
  /** Nothing has arrived yet, so there is nothing to search, filter or count. Undefined: nobody knows yet. */
  isNothingThere: boolean | undefined;
  /** The address of the list with this row selected. */
  hrefOf: (id: string) => string;
  ticks: RowTicks;
  ticked: readonly Row[];
  /** Also moves the focus: the button that was pressed is gone. */
  clearTicks: () => void;
  selectedRow: SelectedRow;
  /** The row in the panel, which follows the selected one. Undefined: no row is selected. */
  panelId: string | undefined;
  /** The selected row is on screen, beside the list. */
  isPanelOpen: boolean;
  /** This panel, or that of bulk operations. */
  hasPanel: boolean;
  pages: Pages;
  /** The rows begin with the oldest, or with the newest. */
  order: (dir: LiveListSearch["dir"]) => void;
  filter: (change: Partial<Filters>) => void;
  clearFilters: () => void;
  showBulk: (bulk: LiveListSearch["bulk"]) => void;
  showWaiting: (isByKeyboard: boolean) => void;
}

const NONE: readonly never[] = [];
/** A list of all dates has no row besides those that it shows. */
const NOTHING_ELSE: ListQuery<boolean> = { queryKey: ["nothing-else"], queryFn: () => false };

export function useLiveList<Row extends LiveRow, Search extends LiveListSearch, Filters extends object>(
  kind: LiveListKind<Row, Search, Filters>,
  search: Search,
  onSearch: OnSearch<Search>,
): LiveList<Row, Search, Filters> {
  const boxRef = useRef<HTMLElement>(null);
  const filters = kind.filtersOf(search);
  const asked = kind.askedBy(search);
  const selectedRow = useSelectedRow({
    boxRef,
    rows: kind.rows,
    choice: kind.selectionIn(search),
    onChoose: (choice) => onSearch(kind.withSelection(search, choice), "replace"),
  });
  const selectedId = selectedRow.choice?.id;
  const live = useLiveRows(kind.queries, {
    filters: asked,
    page: search,
    selectedId,
    isHeld: () =>
      selectedId !== undefined ||
      isBeingRead(boxRef.current) ||
      hasExpandedRow(boxRef.current) ||
      hasTickedRow(boxRef.current),
  });
  const rows = live.list?.rows ?? NONE;
  const ids = useMemo(() => rows.map(({ id }) => id), [rows]);
  const ticks = useTicks(live.isStale ? "" : (live.list?.key ?? ""), ids);
  const pagination = live.isStale ? undefined : live.list?.pagination;
  const pages = usePages({ search, onSearch, pagination, boxRef });
  const isFiltered = hasActive(filters);
  const isEmpty =
    live.list?.rows.length === 0 && live.reading === undefined && !isFiltered && isFirstPage(search);
  const any = useQuery({ ...(kind.queries.any ?? NOTHING_ELSE), enabled: isEmpty });

  return {
    kind,
    search,
    filters,
    asked,
    isFiltered,
    boxRef,
    live,
    rows,
    isAwaited: live.isStale || live.list === null,
    isNothingThere: !isEmpty ? false : any.data === undefined ? undefined : !any.data,
    hrefOf: rowAddresses(ownUrl(kind.path), search, kind.withSelection),
    ticks,
    ticked: rows.filter(({ id }) => ticks.ids.has(id)),
    clearTicks: () => {
      ticks.clear();
      boxRef.current?.focus({ preventScroll: true });
    },
    selectedRow,
    panelId: useFollowed(selectedId),
    isPanelOpen: selectedId !== undefined && search.bulk === undefined,
    hasPanel: selectedId !== undefined || search.bulk !== undefined,
    pages,
    order: (dir) => onSearch({ ...withChange(search, {}), dir }, "push"),
    filter: (change) => onSearch(kind.withFilters(search, change), "push"),
    clearFilters: () => onSearch(kind.withoutFilters(search), "push"),
    showBulk: (bulk) => onSearch({ ...search, bulk }, "replace"),
    showWaiting: (isByKeyboard) => {
      live.showWaiting();
      scrollToFirstRow(boxRef.current);
      if (isByKeyboard) focusRow(boxRef.current);
    },
  };
}
