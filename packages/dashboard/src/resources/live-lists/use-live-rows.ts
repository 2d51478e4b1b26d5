/**
 * How does a live list stay up to date without moving the rows that a person reads?
 *
 * `useHeldList` decides what is on screen. The selected row has its own query, because it may be missing from the page.
 * So do rows that left the newest page and may still change: otherwise a pending row would look pending forever.
 */
import { skipToken, useQuery, useQueryClient, type UseQueryOptions } from "@tanstack/react-query";
import { useLayoutEffect } from "react";
import { lostRows, type HeldList, type LiveRow, type RowPage } from "../../ui/list/held-list.ts";
import { isLivePlace, type ListPlace, type PageCursor } from "../../ui/list/list-url.ts";
import { useHeldList } from "../../ui/list/use-held-list.ts";
import { stopReading, type Reading } from "../api/read-full-page.ts";

/**
 * What `queryOptions` makes for a query with this data. `any`: the key, the error and the whole answer have types of their
 * own in each query, and nobody relies on them here.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- as above
export type ListQuery<Data> = UseQueryOptions<any, any, Data, any>;

/** How a list reads its rows. */
export interface LiveRowQueries<Row extends LiveRow, Filters> {
  /** Polls if `isLive`: the cursor of a later page fixes its content. */
  page: (filters: Filters, page: ListPlace, isLive: boolean) => ListQuery<ReadRows<Row>>;
  one: (id: string) => ListQuery<Row>;
  /** If rows may change after they have left the newest page: these are read by their ids from then on. */
  lost?: {
    mayChange: (row: Row) => boolean;
    query: (ids: readonly string[]) => ListQuery<{ models: readonly Row[] }>;
  };
  /** If the list shows only some dates: whether there is any row at all. */
  any?: ListQuery<boolean>;
}

/** Rows, and how they were read if that took several answers. */
interface ReadRows<Row> extends RowPage<Row>, Partial<Reading> {
  pagination: PageCursor & { read_until?: string | undefined };
}

export interface LiveRows<Row extends LiveRow> {
  /** Null until the first answer. */
  list: HeldList<Row> | null;
  /** The selected row, once loaded. It may be missing from the list. */
  selected: Row | undefined;
  /** The rows on screen belong to other filters or another page, while the right ones load. */
  isStale: boolean;
  /** How far back rows have been looked for, if the page is not full yet. */
  reading: { until: Date; isStopped: boolean } | undefined;
  stopReading: () => void;
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
  page: ListPlace;
  selectedId: string | undefined;
  /** Whether a person reads the rows now, so that none may move. */
  isHeld: () => boolean;
}

const NONE: readonly string[] = [];
const NO_QUERY: ListQuery<never> = { queryKey: ["lost-rows"], queryFn: skipToken };

export function useLiveRows<Row extends LiveRow, Filters>(
  queries: LiveRowQueries<Row, Filters>,
  { filters, page: { next, prev, dir }, selectedId, isHeld }: LiveRowsInput<Filters>,
): LiveRows<Row> {
  const client = useQueryClient();
  const key = JSON.stringify([filters, next, prev, dir]);
  const isLive = isLivePlace({ next, prev, dir });
  const options = queries.page(filters, { next, prev, dir }, isLive);
  const query = useQuery(options);
  const page = query.isPlaceholderData ? undefined : query.data;
  const { refresh, ...held } = useHeldList({ key, page, answeredAt: query.dataUpdatedAt, isHeld });

  const lostIds = queries.lost && held.list && isLive ? lostRows(held.list, queries.lost.mayChange) : NONE;
  const lost = useQuery(queries.lost?.query(lostIds) ?? NO_QUERY).data?.models;
  const { data: selected } = useQuery({
    ...queries.one(selectedId ?? ""),
    enabled: selectedId !== undefined,
  });
  useLayoutEffect(() => {
    if (lost) refresh(lost);
  }, [lost, refresh]);
  useLayoutEffect(() => {
    if (selected) refresh([selected]);
  }, [selected, refresh]);

  return {
    ...held,
    selected,
    reading: readingOf(page, query.isFetching),
    stopReading: () => stopReading(client, options.queryKey),
    error: query.error,
    isReconnecting: query.isError || query.failureCount > 0,
    answeredAt: query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt) : undefined,
    reload: () => query.refetch(),
  };
}

/** A page that failed halfway is no longer being read, and the list shows the error instead. */
function readingOf(page: ReadRows<unknown> | undefined, isFetching: boolean): LiveRows<never>["reading"] {
  const until = page?.pagination.read_until;
  if (until === undefined || !(page?.isStopped || (page?.isReading && isFetching))) return undefined;
  return { until: new Date(until), isStopped: page.isStopped === true };
}
