/**
 * How is one page of a list read and answered?
 *
 * It reads one row more than asked for, to know whether there is a next page. If the caller came with `next`, there is
 * a page before, and the other way round. A page before is read backwards and then reversed, so every page has the
 * list's own order.
 */
import type { Queryable } from "../../store/database.ts";
import { invalid } from "../validation.ts";
import type { Conditions } from "../../store/filters/conditions.ts";
import { cursorOf, isCursor, positionOf } from "./cursor.ts";
import {
  backwards,
  orderBySql,
  orderOf,
  positionSql,
  whereAfter,
  type Direction,
  type Order,
  type Position,
  type SortKeys,
} from "./sort.ts";

export interface PageQuery {
  order_by?: string | string[] | undefined;
  dir?: string | string[] | undefined;
  limit: number;
  next?: string | undefined;
  prev?: string | undefined;
}

export interface ListSource {
  sort: SortKeys;
  /** The two halves of `select … from …`, in our own SQL, never input. */
  columns: string;
  from: string;
  /** Returns the position of a public id, in the order of `sort.identity`; null when it is no such id. */
  identityOf(publicId: string): Position | null;
}

export interface Page<Row> {
  rows: (Row & { position: Position })[];
  order: Order;
  /** The page was read backwards, because the caller asked for the page before. */
  goesBack: boolean;
  pagination: {
    order_by: string;
    dir: Direction;
    limit: number;
    next?: string;
    prev?: string;
    /** If reading ended before the page was full: the moment up to which all rows have been looked at. */
    read_until?: string;
  };
}

/** A bare id means the position of its row. The database is asked for it, unless the id itself is the position. */
async function positionOfId(
  db: Queryable,
  source: ListSource,
  order: Order,
  { publicId, team_id, teamColumn }: { publicId: string; team_id: string; teamColumn: string },
): Promise<Position | null> {
  const identity = source.identityOf(publicId);
  if (!identity || order.columns.length === identity.length) return identity;
  const matches = source.sort.identity.map(({ sql }, at) => `${sql} = $${at + 2}`).join(" and ");
  const { rows } = await db.query<{ position: Position }>(
    `select ${positionSql(order)} as position from ${source.from} where ${teamColumn} = $1 and ${matches}`,
    [team_id, ...identity],
  );
  return rows[0]?.position ?? null;
}

export interface ReadPage {
  /** Holds the project's condition and every filter. */
  conditions: Conditions;
  team_id: string;
  /** The column of the project's id in `from`. */
  teamColumn: string;
  /**
   * What to read instead of all of `from`, which must then be one table; its values are bound in `conditions`. Columns
   * are computed only for rows on the page, because without an index for the order very many rows are read.
   */
  among?: string;
}

export async function readPage<Row>(
  db: Queryable,
  source: ListSource,
  query: PageQuery,
  { conditions, team_id, teamColumn, among }: ReadPage,
): Promise<Page<Row>> {
  const order = orderOf(source.sort, query);
  const goesBack = query.next === undefined && query.prev !== undefined;
  const reading = goesBack ? backwards(order) : order;
  const cursor = query.next ?? query.prev;
  if (cursor !== undefined) {
    const position = isCursor(cursor)
      ? positionOf(order, cursor)
      : await positionOfId(db, source, order, { publicId: cursor, team_id, teamColumn });
    if (!position) throw invalid(`${goesBack ? "prev" : "next"} is not a cursor of this list`);
    whereAfter(conditions, reading, position);
  }

  const chosen = `where ${conditions.sql} order by ${orderBySql(reading)} limit ${conditions.bind(query.limit + 1)}`;
  const { rows: read } = await db.query<Row & { position: Position }>(
    `select ${source.columns}, ${positionSql(order)} as position ${
      among === undefined
        ? `from ${source.from} ${chosen}`
        : `from (select * from ${among} ${chosen}) as ${source.from} order by ${orderBySql(reading)}`
    }`,
    conditions.values,
  );
  const rows = read.slice(0, query.limit);
  if (goesBack) rows.reverse();
  const hasMore = read.length > query.limit;
  return {
    rows,
    order,
    goesBack,
    pagination: {
      order_by: order.name,
      dir: order.direction,
      limit: query.limit,
      ...cursors(order, rows, goesBack ? true : hasMore, goesBack ? hasMore : cursor !== undefined),
    },
  };
}

function cursors(
  order: Order,
  rows: readonly { position: Position }[],
  hasNext: boolean,
  hasPrev: boolean,
): { next?: string; prev?: string } {
  const first = rows[0];
  const last = rows.at(-1);
  return {
    ...(hasNext && last && { next: cursorOf(order, last.position) }),
    ...(hasPrev && first && { prev: cursorOf(order, first.position) }),
  };
}

/**
 * The same page with at most `count` rows, which must be one or more. The rest is on the next page, or, if the caller
 * goes back, on the page before.
 */
export function endPageAfter<Row>(page: Page<Row>, count: number): Page<Row> {
  if (count >= page.rows.length) return page;
  const rows = page.goesBack ? page.rows.slice(-count) : page.rows.slice(0, count);
  const { next, prev } = page.pagination;
  const hasNext = next !== undefined || !page.goesBack;
  const hasPrev = prev !== undefined || page.goesBack;
  return {
    ...page,
    rows,
    pagination: { ...page.pagination, ...cursors(page.order, rows, hasNext, hasPrev) },
  };
}

export function pageReply<Row, Model>(
  page: Page<Row>,
  view: (row: Row) => Model,
): { pagination: Page<Row>["pagination"]; count: number; models: Model[] } {
  const models = page.rows.map(view);
  return { pagination: page.pagination, count: models.length, models };
}
