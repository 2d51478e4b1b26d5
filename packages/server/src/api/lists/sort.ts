/**
 * In which order does a list come, and which position in it does a cursor have?
 *
 * A position in a list is the sort values of one row, ending with its id, so it stays where it is while
 * rows are inserted, changed or deleted around it. Pure: SQL text and plain values.
 */
import type { Conditions } from "../../store/filters/conditions.ts";

/** `time` values travel as microseconds since 1970: text would lose digits or carry a session's time zone. */
export interface SortColumn {
  sql: string;
  kind: "uuid" | "time" | "text" | "integer";
}

export type SortValue = string | number;
export type Position = readonly SortValue[];
export type Direction = "asc" | "desc";

export interface Order {
  /** The order's first key, as the caller named it; for the reply. */
  name: string;
  /** All keys that decide the order; a cursor of this order carries them. */
  key: string;
  columns: readonly (SortColumn & { direction: Direction })[];
  direction: Direction;
}

export interface SortKeys {
  /** Makes every position unique; its rows are in order of creation. */
  identity: readonly SortColumn[];
  /** `created_at` is the order of the identity alone, so its list is empty. */
  keys: Readonly<Record<string, readonly SortColumn[]>>;
  defaultKey: string;
}

interface Asked {
  order_by?: string | string[] | undefined;
  dir?: string | string[] | undefined;
}

function listOf(value: string | string[] | undefined): string[] {
  return value === undefined ? [] : Array.isArray(value) ? value : [value];
}

/** One key or two, each with its direction, which is descending by default. Among equal values the id decides. */
export function orderOf({ identity, keys, defaultKey }: SortKeys, asked: Asked): Order {
  const names = listOf(asked.order_by);
  const directions = listOf(asked.dir).map((dir): Direction =>
    dir.toLowerCase() === "asc" ? "asc" : "desc",
  );
  const direction = directions[0] ?? "desc";
  const sorted = (names.length > 0 ? names : [defaultKey]).map((name, at) => ({
    name,
    direction: directions[at] ?? direction,
  }));
  // Identity columns are unique and end the order, so a key named after them decides nothing.
  const ends = sorted.findIndex(({ name }) => keys[name]?.length === 0);
  const deciding = ends === -1 ? sorted : sorted.slice(0, ends);
  const closing = (ends === -1 ? sorted.at(-1) : sorted[ends])?.direction ?? direction;
  return {
    name: sorted[0]?.name ?? defaultKey,
    key: (ends === -1 ? sorted : sorted.slice(0, ends + 1)).map(({ name }) => name).join(","),
    direction,
    columns: [
      ...deciding.flatMap((key) =>
        (keys[key.name] ?? []).map(({ sql, kind }) => ({ sql, kind, direction: key.direction })),
      ),
      ...identity.map(({ sql, kind }) => ({ sql, kind, direction: closing })),
    ],
  };
}

function opposite(direction: Direction): Direction {
  return direction === "asc" ? "desc" : "asc";
}

/** The order of the same list, read backwards. */
export function backwards(order: Order): Order {
  return {
    ...order,
    columns: order.columns.map(({ sql, kind, direction }) => ({ sql, kind, direction: opposite(direction) })),
  };
}

export function orderBySql(order: Order): string {
  return order.columns.map(({ sql, direction }) => `${sql} ${direction}`).join(", ");
}

/** The SQL for the position of each row: one element per sort value. */
export function positionSql(order: Order): string {
  const parts = order.columns.map(({ sql, kind }) =>
    kind === "time" ? `(extract(epoch from ${sql}) * 1000000)::bigint` : sql,
  );
  return `json_build_array(${parts.join(", ")})`;
}

const CASTS = { uuid: "uuid", text: "text", integer: "integer" } as const;

function boundValue(conditions: Conditions, { kind }: SortColumn, value: SortValue): string {
  const bound = conditions.bind(value);
  return kind === "time"
    ? `timestamptz 'epoch' + ${bound}::double precision * interval '1 microsecond'`
    : `${bound}::${CASTS[kind]}`;
}

/** Adds the condition that a row comes after this position in this order. */
export function whereAfter(conditions: Conditions, order: Order, position: Position): void {
  const columns = order.columns.map((column, at) => ({
    sql: column.sql,
    direction: column.direction,
    // A position has one value per column: `positionOf` refuses all others.
    value: boundValue(conditions, column, position[at] ?? ""),
  }));
  const sameDirection = columns.every(({ direction }) => direction === columns[0]?.direction);
  if (sameDirection) {
    // A row comparison is one range of an index; the spelled-out form below is not.
    const sign = columns[0]?.direction === "asc" ? ">" : "<";
    const names = columns.map(({ sql }) => sql).join(", ");
    conditions.add(`(${names}) ${sign} (${columns.map(({ value }) => value).join(", ")})`);
    return;
  }
  const alternatives = columns.map(({ sql, direction, value }, at) => {
    const equal = columns.slice(0, at).map((before) => `${before.sql} = ${before.value}`);
    return [...equal, `${sql} ${direction === "asc" ? ">" : "<"} ${value}`].join(" and ");
  });
  conditions.add(alternatives.map((text) => `(${text})`).join(" or "));
}
