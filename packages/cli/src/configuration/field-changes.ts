/** Which fields differ between two forms of one thing? */
import { isDeepStrictEqual } from "node:util";
import { type Fields, isFields } from "./configuration.ts";

export type FieldPath = readonly (string | number)[];

export interface FieldChange {
  path: FieldPath;
  /** Undefined: it is not there. */
  before: unknown;
  after: unknown;
}

/**
 * Null and an empty list are as good as not there, and so is an empty object, unless it stands inside of another: the
 * channel `email` has no settings. Objects are compared field by field, and lists of objects item by item.
 */
export function changesBetween(before: Fields, after: Fields): FieldChange[] {
  return between(before, after, []);
}

function between(before: unknown, after: unknown, path: FieldPath): FieldChange[] {
  const [one, other] = [presence(before, path), presence(after, path)];
  if (isDeepStrictEqual(one, other)) return [];
  const items = itemsOf(one, other);
  if (items) return items.flatMap(([a, b], at) => between(a, b, [...path, at]));
  const fields = fieldsOf(one, other, path);
  if (fields.length === 0) return [{ path, before: one, after: other }];
  return fields.flatMap((field) => between(fieldOf(one, field), fieldOf(other, field), [...path, field]));
}

function presence(value: unknown, path: FieldPath): unknown {
  if (value === null) return undefined;
  if (Array.isArray(value)) return value.length > 0 ? value : undefined;
  return isFields(value) && Object.keys(value).length === 0 && path.length === 1 ? undefined : value;
}

/** The items side by side, if they are objects. */
function itemsOf(one: unknown, other: unknown): [unknown, unknown][] | null {
  const [a, b] = [one ?? [], other ?? []];
  if (!Array.isArray(a) || !Array.isArray(b) || ![...a, ...b].some(isFields)) return null;
  return Array.from({ length: Math.max(a.length, b.length) }, (_, at) => [a[at], b[at]]);
}

/** Which fields are to be compared one by one; none if the values are compared as a whole, as an item that is new. */
function fieldsOf(one: unknown, other: unknown, path: FieldPath): string[] {
  const isItem = typeof path.at(-1) === "number";
  const areFields = [one, other].every((value) => isFields(value) || (value === undefined && !isItem));
  return areFields
    ? [...new Set([one, other].flatMap((value) => (isFields(value) ? Object.keys(value) : [])))]
    : [];
}

function fieldOf(value: unknown, field: string): unknown {
  return isFields(value) ? value[field] : undefined;
}
