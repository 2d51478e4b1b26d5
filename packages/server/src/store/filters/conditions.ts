/**
 * How does a filter become SQL?
 *
 * We write the column expressions; every value of a caller is bound. Each function adds the condition of one kind
 * of filter, and adds nothing when the caller did not set the filter.
 */
import { internalId, type IdKind } from "@posthorn/contract/ids";
import type {
  DateFilterValue,
  IntegerFilterValue,
  NullableIntegerFilterValue,
  NameFilterValue,
  OptionalIdFilterValue,
} from "@posthorn/contract/lists";
import { firstIdAt } from "../../ids.ts";

export class Conditions {
  readonly #texts: string[] = [];
  readonly values: unknown[];

  constructor(values: unknown[] = []) {
    this.values = values;
  }

  /** Further conditions of the same statement; they share its bound values. */
  beside(): Conditions {
    return new Conditions(this.values);
  }

  /** Adds a value and returns how the SQL refers to it. */
  bind(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  add(text: string): void {
    this.#texts.push(`(${text})`);
  }

  /** Makes the whole condition false, for a filter that no row can match. */
  addNever(): void {
    this.add("false");
  }

  /** The text after `where`; there is always at least one condition, the project. */
  get sql(): string {
    return this.#texts.join(" and ");
  }
}

/** Ids of another kind match no row, just like ids of another project; they are not an error. */
export function internalIds(kind: IdKind, publicIds: readonly string[]): string[] {
  return publicIds.map((id) => internalId(kind, id)).filter((id) => id !== null);
}

export function whereId(
  conditions: Conditions,
  column: string,
  kind: IdKind,
  filter: readonly string[] | undefined,
): void {
  if (filter) conditions.add(`${column} = any(${conditions.bind(internalIds(kind, filter))}::uuid[])`);
}

export function whereOptionalId(
  conditions: Conditions,
  column: string,
  kind: IdKind,
  filter: OptionalIdFilterValue | undefined,
): void {
  if (!filter || Array.isArray(filter)) return whereId(conditions, column, kind, filter);
  if (filter.any !== undefined) conditions.add(`${column} is ${filter.any ? "not null" : "null"}`);
}

/** The values of a list are alternatives; null asks for rows that have no value. */
export function whereOneOf(
  conditions: Conditions,
  column: string,
  filter: readonly string[] | null | undefined,
): void {
  if (filter === null) conditions.add(`${column} is null`);
  else if (filter) conditions.add(`${column} = any(${conditions.bind(filter)}::text[])`);
}

const COMPARISONS = [
  ["gt", ">"],
  ["gte", ">="],
  ["le", "<"],
  ["lt", "<"],
  ["lte", "<="],
] as const;

/** `%` and `_` are ordinary characters in what a person types. */
export function containing(text: string): string {
  return `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}

function whereValue(
  conditions: Conditions,
  column: string,
  type: "text" | "int",
  filter: NameFilterValue | IntegerFilterValue | undefined,
): void {
  if (filter === undefined) return;
  if (typeof filter !== "object" || Array.isArray(filter)) {
    const values = Array.isArray(filter) ? filter : [filter];
    conditions.add(`${column} = any(${conditions.bind(values)}::${type}[])`);
    return;
  }
  for (const [operator, sign] of COMPARISONS) {
    const bound = filter[operator];
    if (bound !== undefined) conditions.add(`${column} ${sign} ${conditions.bind(bound)}::${type}`);
  }
  if (filter.contains !== undefined) {
    conditions.add(`${column}::text ilike ${conditions.bind(containing(String(filter.contains)))}`);
  }
  if (filter.any !== undefined) conditions.add(`${column} is ${filter.any ? "not " : ""}null`);
}

export function whereName(conditions: Conditions, column: string, filter: NameFilterValue | undefined): void {
  whereValue(conditions, column, "text", filter);
}

/** Every word has to occur, in any order. The arrow of a route that a person typed or pasted is no word. */
export function whereWords(conditions: Conditions, column: string, typed: string | undefined): void {
  for (const word of typed?.split(/\s+|[-=]?>|→/).filter(Boolean) ?? [])
    whereName(conditions, column, { contains: word });
}

export function whereInteger(
  conditions: Conditions,
  column: string,
  filter: NullableIntegerFilterValue | undefined,
): void {
  if (filter === null) conditions.add(`${column} is null`);
  else whereValue(conditions, column, "int", filter);
}

/** A date filter as a half-open range of milliseconds, and whether the column must have a value at all. */
export interface DateBounds {
  fromMs: number | null;
  beforeMs: number | null;
  hasValue: boolean | null;
}

function given(bounds: readonly (number | undefined)[]): number[] {
  return bounds.filter((bound) => bound !== undefined);
}

/**
 * Filters have milliseconds, the database stores microseconds. So "equal" and "at most" include
 * the whole named millisecond.
 */
export function dateBounds(filter: DateFilterValue): DateBounds {
  if (filter === null) return { fromMs: null, beforeMs: null, hasValue: false };
  if (typeof filter === "number") return { fromMs: filter, beforeMs: filter + 1, hasValue: null };
  const from = given([filter.gte, filter.gt === undefined ? undefined : filter.gt + 1]);
  const before = given([filter.lt, filter.le, filter.lte === undefined ? undefined : filter.lte + 1]);
  return {
    fromMs: from.length > 0 ? Math.max(...from) : null,
    beforeMs: before.length > 0 ? Math.min(...before) : null,
    hasValue: filter.any ?? null,
  };
}

export function whereDate(conditions: Conditions, column: string, filter: DateFilterValue | undefined): void {
  if (filter === undefined) return;
  const { fromMs, beforeMs, hasValue } = dateBounds(filter);
  // Uses arithmetic instead of date text, because JavaScript knows years that PostgreSQL cannot parse.
  const moment = (ms: number) =>
    `timestamptz 'epoch' + ${conditions.bind(ms)}::double precision * interval '1 millisecond'`;
  if (fromMs !== null) conditions.add(`${column} >= ${moment(fromMs)}`);
  if (beforeMs !== null) conditions.add(`${column} < ${moment(beforeMs)}`);
  if (hasValue !== null) conditions.add(`${column} is ${hasValue ? "not " : ""}null`);
}

/** For rows whose id contains the creation time: the range becomes bounds on the id, which prunes partitions. */
export function whereCreatedAt(
  conditions: Conditions,
  idColumn: string,
  filter: DateFilterValue | undefined,
): void {
  if (filter === undefined) return;
  const { fromMs, beforeMs, hasValue } = dateBounds(filter);
  if (fromMs !== null) conditions.add(`${idColumn} >= ${conditions.bind(firstIdAt(fromMs))}::uuid`);
  if (beforeMs !== null) conditions.add(`${idColumn} < ${conditions.bind(firstIdAt(beforeMs))}::uuid`);
  if (hasValue === false) conditions.addNever();
}

/** Lists leave out disabled rows unless the caller asks for them. */
export function whereEnabled(
  conditions: Conditions,
  column: string,
  filters: { disabled?: boolean | undefined; disabled_at?: DateFilterValue | undefined },
): void {
  if (!filters.disabled && filters.disabled_at === undefined) conditions.add(`${column} is null`);
  whereDate(conditions, column, filters.disabled_at);
}
