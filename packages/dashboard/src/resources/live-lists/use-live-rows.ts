/**
 * How does a live list stay up to date without moving the rows that a person reads?
 *
 * `useHeldList` decides what is on screen. The selected row has its own query, because it may be missing from the page.
 * So do rows that left the newest page and may still change: otherwise a pending row would look pending forever.
 */
import type { UseQueryResult } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { lostRows, type HeldList, type LiveRow, type RowPage } from "../../ui/list/held-list.ts";
import { isFirstPage, type PageCursor } from "../../ui/list/list-url.ts";
import { useHeldList } from "../../ui/list/use-held-list.ts";

/** How a list reads its rows: the kit calls these hooks, with queries of the list's resource. */
export interface LiveRowQueries<Row extends LiveRow, Filters> {
  /** Polls if `isLive`: the cursor of a later page fixes its content. */
  usePage: (filters: Filters, page: PageCursor, isLive: boolean) => UseQueryResult<RowPage<Row>, unknown>;
  /** Undefined: no row is selected. */
  useOne: (id: string | undefined) => Row | undefined;
  useSome: (ids: readonly string[]) => readonly Row[] | undefined;
  /** Whether a row that left the newest page has to be read by its id from then on. */
  mayChange: (row: Row) => boolean;
}

export interface LiveRows<Row extends LiveRow> {
  /** Null until the first answer. */
  list: HeldList<Row> | null;
  /** The selected row, once loaded. It may be missing from the list. */
  selected: Row | undefined;
  /** The rows on screen belong to other filters or another page, while the right ones load. */
  isStale: boolean;
  /** The error of the last query; old rows may still be on screen. */
  error: unknown;
  isReconnecting: boolean;
  /** When the last answer came. Undefined: none yet. */
  answeredAt: Date | undefined;
  showWaiting: () => void;
  reload: () => Promise<unknown>;
}

export interface LiveRowsInput<Filters> {
  filters: Filters;
  page: PageCursor;
  selectedId: string | undefined;
  /** Whether a person reads the rows now, so that none may move. */
  isHeld: () => boolean;
}

const NONE: readonly string[] = [];

export function useLiveRows<Row extends LiveRow, Filters>(
  queries: LiveRowQueries<Row, Filters>,
  { filters, page: { next, prev }, selectedId, isHeld }: LiveRowsInput<Filters>,
): LiveRows<Row> {
  const key = JSON.stringify([filters, next, prev]);
  const isLive = isFirstPage({ next, prev });
  const query = queries.usePage(filters, { next, prev }, isLive);
  const page = query.isPlaceholderData ? undefined : query.data;
  const { refresh, ...held } = useHeldList({ key, page, answeredAt: query.dataUpdatedAt, isHeld });

  const lost = queries.useSome(held.list && isLive ? lostRows(held.list, queries.mayChange) : NONE);
  const selected = queries.useOne(selectedId);
  useLayoutEffect(() => {
    if (lost) refresh(lost);
  }, [lost, refresh]);
  useLayoutEffect(() => {
    if (selected) refresh([selected]);
  }, [selected, refresh]);

  return {
    ...held,
    selected,
    error: query.error,
    isReconnecting: query.isError || query.failureCount > 0,
    answeredAt: query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt) : undefined,
    reload: () => query.refetch(),
  };
}
