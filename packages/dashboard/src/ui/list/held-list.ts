/**
 * Which rows are on screen when a new page of a live list arrives?
 *
 * Rows must not move while a person reads them. While the list is held, the rows and their order stay, each row shows
 * its own changes, and new rows are only counted. When the list is free, the new page replaces the old one, and its
 * new rows are marked as fresh. A row that did not change stays the same object, so that its memoised component does
 * not render again.
 */
import type { PageCursor } from "./list-url.ts";

/** Newest first. Ids are ordered by time. */
export interface LiveRow {
  id: string;
  created_at: string;
}

export interface RowPage<Row> {
  models: readonly Row[];
  pagination: PageCursor;
  /** The page is not full yet: rows are still being added at its end. */
  isReading?: boolean;
}

export interface HeldList<Row extends LiveRow> {
  /** Filters and page. A new key means a new list, which keeps nothing of the old one. */
  key: string;
  rows: readonly Row[];
  /** The cursors of the rows on screen, not of the newest page: the next page begins where the rows end. */
  pagination: PageCursor;
  /** Rows that came with the last page while the list was free. They are highlighted. */
  fresh: ReadonlySet<string>;
  /** The newest page, which `release` shows. */
  latest: RowPage<Row>;
  /** How many new rows of the newest page are not on screen yet. */
  waiting: number;
  /** The newest page and the list share no row, so more rows may wait than `waiting` says. */
  isGap: boolean;
}

const NONE: ReadonlySet<string> = new Set();

/** Compares plain values only. A row that was loaded by id may have nested data, which lists leave out. */
function isSame<Row extends LiveRow>(before: Row, after: Row): boolean {
  return Object.entries(before).every(
    ([name, value]) =>
      (typeof value === "object" && value !== null) || Object.is(value, Reflect.get(after, name)),
  );
}

/** Returns the page with the old object for each row that did not change. */
function keepObjects<Row extends LiveRow>(page: readonly Row[], known: ReadonlyMap<string, Row>): Row[] {
  return page.map((row) => {
    const before = known.get(row.id);
    return before && isSame(before, row) ? before : row;
  });
}

function byId<Row extends LiveRow>(rows: readonly Row[]): Map<string, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** A list that was just opened: none of its rows is fresh. */
function openList<Row extends LiveRow>(key: string, page: RowPage<Row>): HeldList<Row> {
  const { models: rows, pagination } = page;
  return { key, rows, pagination, fresh: NONE, latest: page, waiting: 0, isGap: false };
}

export function receivePage<Row extends LiveRow>(
  list: HeldList<Row> | null,
  key: string,
  page: RowPage<Row>,
  isHeld: boolean,
): HeldList<Row> {
  if (list === null || list.key !== key) return openList(key, page);
  const known = byId(list.rows);
  const latest = { ...page, models: keepObjects(page.models, known) };
  // An older row that moves up because one above it left is not new.
  const added = latest.models.filter((row) => !known.has(row.id) && isNewer(row, list.rows));
  if (!isHeld || list.rows.length === 0)
    return { ...openList(key, latest), fresh: new Set(added.map((row) => row.id)) };
  const now = byId(latest.models);
  // What reading on has found stands below the rows on screen, so it moves none of them.
  const isGrowing = list.latest.isReading === true;
  const found = isGrowing ? latest.models.filter((row) => !known.has(row.id)) : [];
  return {
    ...list,
    rows: [...list.rows.map((row) => now.get(row.id) ?? row), ...found],
    pagination: isGrowing ? latest.pagination : list.pagination,
    fresh: NONE,
    latest,
    waiting: isGrowing ? 0 : added.length,
    isGap: !isGrowing && added.length > 0 && added.length === latest.models.length,
  };
}

/** Ids decide between two rows of the same millisecond. */
function isNewer(row: LiveRow, than: readonly LiveRow[]): boolean {
  const first = than[0];
  return (
    first === undefined ||
    row.created_at > first.created_at ||
    (row.created_at === first.created_at && row.id > first.id)
  );
}

/** Shows the rows that waited. */
export function release<Row extends LiveRow>(list: HeldList<Row>): HeldList<Row> {
  return receivePage(list, list.key, list.latest, false);
}

/** Updates rows with those that were loaded by id. */
export function refreshRows<Row extends LiveRow>(list: HeldList<Row>, loaded: readonly Row[]): HeldList<Row> {
  const now = byId(keepObjects(loaded, byId(list.rows)));
  const isChanged = list.rows.some((row) => (now.get(row.id) ?? row) !== row);
  return isChanged ? { ...list, rows: list.rows.map((row) => now.get(row.id) ?? row) } : list;
}

/** Ids of rows that may still change but are no longer on the newest page. */
export function lostRows<Row extends LiveRow>(
  list: HeldList<Row>,
  mayChange: (row: Row) => boolean,
): string[] {
  const latest = new Set(list.latest.models.map((row) => row.id));
  return list.rows.filter((row) => !latest.has(row.id) && mayChange(row)).map((row) => row.id);
}
