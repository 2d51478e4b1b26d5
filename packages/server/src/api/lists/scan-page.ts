/**
 * How is a page read if only a few of very many rows match?
 *
 * It goes through rows in the order of their ids, in steps that are bounded by rows and by time. A page that is not
 * full when its time is over is answered as it is, even empty, with a cursor to where the reading stopped and the time
 * of that place. A caller that follows `next` gets every matching row exactly once, even while rows are added.
 *
 * One statement reads one step. Its innermost part reads a stretch of the index, of known length. Above it, rows are
 * numbered: beside the order, PostgreSQL would number them before it sorts, if it does not read an index. Above that,
 * rows that do not match are left out, except the row that ends the stretch: it says how far the step came.
 *
 * A search skips what the search index rules out: there a step reads only the blocks that are left.
 */
import type { ScanBudget } from "../../search/searches.ts";
import type { Skipping } from "../../search/skipping.ts";
import { beside, type IdRange, type Leg } from "../../search/legs.ts";
import type { Queryable } from "../../store/database.ts";
import type { Conditions } from "../../store/filters/conditions.ts";
import { createdAt, firstIdAt } from "../../ids.ts";
import { invalid } from "../validation.ts";
import { cursorOf, isCursor, positionOf } from "./cursor.ts";
import type { Page, PageQuery } from "./read-page.ts";
import { orderOf, type Direction, type Order, type SortKeys } from "./sort.ts";

/** Each step looks at this many rows at least, unless they take very long: then at one. */
const ROWS_AT_LEAST = 200;

/**
 * Where the rows come from: all of the project's, or those that an index finds. Ways must not overlap, and together
 * they must hold all rows that can match.
 */
export interface Way {
  /** The condition for the index, beside the range of ids. With `values`, it refers to `asked`. */
  condition: string;
  /** The condition holds for each row of this: `unnest(…) as asked (…)`. */
  values?: string;
  /** A column for which the condition allows one value only. */
  orderedBy?: string;
  /** A further condition, checked for each row. */
  only?: string;
}

export interface ScannedList {
  table: "events" | "requests";
  columns: string;
  sort: SortKeys;
  identityOf: (publicId: string) => string | null;
}

export interface Scan<Row> {
  budget: ScanBudget;
  /** Returns new conditions for each step, with every filter in them. */
  conditionsOf: () => Conditions;
  /** Empty if no row can match. */
  waysOf: (conditions: Conditions) => readonly Way[];
  /** Returns the rows that really match, of those that passed the SQL. */
  keep: (rows: (Row & ScannedRow)[]) => Promise<(Row & ScannedRow)[]>;
  /** What a search may skip. */
  skipping?: Skipping;
  /** Makes each step wait for its turn. */
  inTurn: <Result>(step: () => Promise<Result>) => Promise<Result>;
}

interface ScannedRow {
  id: string;
  position: [string];
  /** Null: the time was over before this row was checked. */
  fits: boolean | null;
  scanned: number;
}

const DAY_MS = 24 * 60 * 60 * 1000;
/** The first statements cover a few days only: most pages end there, and each day in a statement adds to its cost. */
const FIRST_REACH_DAYS = 2;
const REACH_GROWS_BY = 8;
const LAST_REACH_DAYS = 16;

const LOWEST = "00000000-0000-0000-0000-000000000000";
const HIGHEST = "ffffffff-ffff-ffff-ffff-ffffffffffff";
/** Ids carry their time, and no clock of ours is a day ahead. */
const newest = (nowMs: number) => firstIdAt(nowMs + DAY_MS);

function timeOf(id: string): number {
  return Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
}

/** The last id that a reach from `position` includes, or null for the end of the list. */
function endOfReach(position: string, direction: Direction, days: number, nowMs: number): string | null {
  const fromMs = timeOf(position);
  if (days > LAST_REACH_DAYS || position === LOWEST || position === HIGHEST) return null;
  const untilMs = direction === "desc" ? fromMs - days * DAY_MS : fromMs + days * DAY_MS;
  return untilMs > nowMs ? null : firstIdAt(untilMs);
}

/** If the time was over before a row was checked, the next step begins with that row. */
function positionAfter({ id, fits }: ScannedRow, direction: Direction): string {
  if (fits !== null) return id;
  return beside(id, direction === "desc" ? 1n : -1n);
}

interface Step {
  position: string;
  until: string | null;
  /** The only ids to read up to `until`; null for all. */
  ranges: readonly IdRange[] | null;
  limit: number;
}

/** Narrows ways to ranges of ids, which must not overlap. */
function waysWithin(conditions: Conditions, ways: readonly Way[], ranges: readonly IdRange[]): Way[] {
  const above = conditions.bind(ranges.map((range) => range.above));
  const upTo = conditions.bind(ranges.map((range) => range.up_to));
  const blocks = `unnest(${above}::uuid[], ${upTo}::uuid[]) as block (above, up_to)`;
  return ways.map((way) => ({
    ...way,
    condition: `${way.condition} and id > block.above and id <= block.up_to`,
    values: way.values === undefined ? blocks : `${way.values} cross join ${blocks}`,
  }));
}

/** Whether the statement has gone through so many rows and taken so long. */
function isAfter(rowsSeen: number, ms: number): string {
  return `(row_number() over () > ${rowsSeen} and clock_timestamp() > statement_timestamp() + ${ms} * interval '1 millisecond')`;
}

async function readStep<Row>(
  db: Queryable,
  { table, columns }: ScannedList,
  { budget, conditionsOf, waysOf }: Pick<Scan<Row>, "budget" | "conditionsOf" | "waysOf">,
  { position, until, ranges, limit, direction }: Step & { direction: Direction },
): Promise<{ rows: (Row & ScannedRow)[]; stretch: number }> {
  const conditions = conditionsOf();
  const allWays = waysOf(conditions);
  if (allWays.length === 0) return { rows: [], stretch: 1 };
  const ways = ranges === null ? allWays : waysWithin(conditions, allWays, ranges);
  const isOne = ways.length === 1 && ways[0]?.values === undefined;
  const [after, upTo] = direction === "desc" ? ["<", ">="] : [">", "<="];
  const range = [`id ${after} ${conditions.bind(position)}::uuid`];
  if (until !== null) range.push(`id ${upTo} ${conditions.bind(until)}::uuid`);
  const most = conditions.bind(limit);
  // Several ways are merged, so each is read to its end: which of them would be late is not known.
  const stretch = isOne ? budget.rows : Math.max(limit, Math.trunc(budget.rows / 4));
  const isLate = isOne
    ? `(${isAfter(ROWS_AT_LEAST, budget.stepMs)} or ${isAfter(1, budget.mostMs)})`
    : "false";
  const found = ({ condition, orderedBy, only }: Way) => {
    const filter = only === undefined ? conditions.sql : `${only} and ${conditions.sql}`;
    const order = [orderedBy, "id"].filter((column) => column !== undefined);
    return `
    select ${columns}, json_build_array(id) as position, scanned,
      case when is_late then null else coalesce(${filter}, false) end as fits
    from (
      select ${table}.*, row_number() over () as scanned, ${isLate} as is_late
      from (
        select * from ${table} where ${condition} and ${range.join(" and ")}
        order by ${order.map((column) => `${column} ${direction}`).join(", ")} limit ${stretch}) as ${table}) as ${table}
    where is_late or scanned = ${stretch} or (${filter})
    limit ${most}`;
  };
  const parts = ways.map((way) =>
    way.values === undefined
      ? `(${found(way)})`
      : `(select found.* from ${way.values} cross join lateral (${found(way)}) as found)`,
  );
  const text = isOne
    ? found(ways[0] ?? { condition: "true" })
    : `select * from (${parts.join(" union all ")}) as merged order by id ${direction} limit ${most}`;
  const { rows } = await db.query<Row & ScannedRow>(text, conditions.values);
  return { rows, stretch };
}

interface Scanned<Row> {
  rows: (Row & ScannedRow)[];
  /** Where the reading stopped before the page was full; null if it reached the end of the list. */
  stoppedAt: string | null;
}

async function nextLeg(
  { skipping, inTurn }: Pick<Scan<unknown>, "skipping" | "inTurn">,
  position: string,
  direction: Direction,
): Promise<Leg> {
  if (!skipping) return { ranges: null, until: null };
  return inTurn(() => skipping.legAfter(position, direction));
}

/** Null is the end of the list. */
function nearer(one: string | null, other: string | null, direction: Direction): string | null {
  if (one === null || other === null) return one ?? other;
  return (direction === "desc") === one > other ? one : other;
}

/** Returns up to `limit` rows after a position, and where the reading stopped. */
async function scan<Row>(
  db: Queryable,
  list: ScannedList,
  from: Scan<Row>,
  { start, direction, limit }: { start: string; direction: Direction; limit: number },
): Promise<Scanned<Row>> {
  const rows: (Row & ScannedRow)[] = [];
  const nowMs = Date.now();
  let position = start;
  let days = FIRST_REACH_DAYS;
  let spentMs = 0;
  while (rows.length < limit) {
    const leg = await nextLeg(from, position, direction);
    if (leg.ranges?.length === 0 && leg.until !== null) {
      position = leg.until;
      continue;
    }
    const reach = leg.ranges === null ? endOfReach(position, direction, days, nowMs) : leg.until;
    const until = nearer(reach, leg.until, direction);
    const step: Step = { position, until, ranges: leg.ranges, limit: limit - rows.length };
    const { kept, next } = await from.inTurn(async () => {
      const beganAtMs = performance.now();
      const read = await readStep<Row>(db, list, from, { ...step, direction });
      const end = read.rows.findIndex((row) => row.fits !== true || row.scanned === read.stretch);
      const trusted = end === -1 ? read.rows : read.rows.slice(0, end + 1);
      const keptNow = await from.keep(trusted.filter((row) => row.fits === true));
      spentMs += performance.now() - beganAtMs;
      const last = trusted.at(-1);
      const isCut = last !== undefined && (end !== -1 || read.rows.length >= step.limit);
      return { kept: keptNow, next: isCut ? positionAfter(last, direction) : null };
    });
    rows.push(...kept);
    if (next !== null) {
      position = next;
      if (rows.length < limit && spentMs > from.budget.totalMs) return { rows, stoppedAt: position };
    } else if (until === null) return { rows, stoppedAt: null };
    else {
      position = until;
      if (leg.ranges !== null) {
        if (rows.length < limit && spentMs > from.budget.totalMs) return { rows, stoppedAt: position };
      } else if (until === reach) days *= REACH_GROWS_BY;
    }
  }
  return { rows, stoppedAt: null };
}

/** Returns the position of a cursor, which may be a bare id. */
function positionIn(list: ScannedList, order: Order, cursor: string): string | null {
  if (!isCursor(cursor)) return list.identityOf(cursor);
  const [id] = positionOf(order, cursor) ?? [];
  return typeof id === "string" ? id : null;
}

export async function scanPage<Row>(
  db: Queryable,
  list: ScannedList,
  query: PageQuery,
  from: Scan<Row>,
): Promise<Page<Row>> {
  const order = orderOf(list.sort, query);
  const closing = order.columns.at(-1)?.direction ?? order.direction;
  const goesBack = query.next === undefined && query.prev !== undefined;
  const direction = goesBack ? (closing === "asc" ? "desc" : "asc") : closing;
  const cursor = query.next ?? query.prev;
  const first = direction === "desc" ? newest(Date.now()) : LOWEST;
  const start = cursor === undefined ? first : positionIn(list, order, cursor);
  if (start === null) throw invalid(`${goesBack ? "prev" : "next"} is not a cursor of this list`);

  const scanned = await scan(db, list, from, { start, direction, limit: query.limit + 1 });
  const isMore = scanned.rows.length > query.limit;
  const rows = scanned.rows.slice(0, query.limit);
  // `onward` is where the next page continues; `back` is where the page before begins.
  const onward = isMore ? (rows.at(-1)?.id ?? null) : scanned.stoppedAt;
  const back = rows[0]?.id ?? scanned.stoppedAt ?? (direction === "desc" ? LOWEST : HIGHEST);
  if (goesBack) rows.reverse();
  const tell = (name: "next" | "prev", id: string | null) =>
    id === null ? {} : { [name]: cursorOf(order, [id]) };
  return {
    rows,
    order,
    goesBack,
    pagination: {
      order_by: order.name,
      dir: order.direction,
      limit: query.limit,
      ...tell(goesBack ? "prev" : "next", onward),
      ...(cursor !== undefined && tell(goesBack ? "next" : "prev", back)),
      ...(scanned.stoppedAt !== null && { read_until: createdAt(scanned.stoppedAt) }),
    },
  };
}
