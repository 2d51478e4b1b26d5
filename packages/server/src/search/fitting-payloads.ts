/**
 * Does a payload contain every value that a filter names?
 *
 * The database finds candidates (store/filters/payload-filters.ts); this code decides. Every
 * named value must be present and equal, and other values do not matter: an object may have more
 * names, a list more items in any order. Filter values from a URL are text, and so is everything
 * in headers and queries, so there a number equals its digits.
 */
import type { JsonValue, PayloadFilters, ValueFilter } from "@posthorn/contract/payload-filters";
import { type PayloadRow, shortEventData } from "../pipeline/route/payload-view.ts";

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function holds(value: unknown, asked: JsonValue, isText: boolean): boolean {
  if (Array.isArray(asked)) {
    return Array.isArray(value) && asked.every((item) => value.some((one) => holds(one, item, isText)));
  }
  if (isObject(asked)) {
    if (!isObject(value)) return false;
    return Object.entries(asked).every(
      ([name, item]) => Object.hasOwn(value, name) && holds(value[name], item, isText),
    );
  }
  if (value === asked) return true;
  const isLeaf = value === null || ["string", "number", "boolean"].includes(typeof value);
  return isText && isLeaf && String(value) === String(asked);
}

/** Header names are case-insensitive. */
function withSmallNames(value: JsonValue): JsonValue {
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name.toLowerCase(), item]));
}

/** Returns whether SQL alone cannot decide. */
export function asksForValues({ headers, body, parsed_query }: PayloadFilters): boolean {
  return headers !== undefined || body !== undefined || parsed_query !== undefined;
}

function has(value: unknown, filter: ValueFilter | undefined, isText = filter?.isText ?? false): boolean {
  return filter === undefined || holds(value, filter.value, isText);
}

export function payloadFits(filters: PayloadFilters, payload: PayloadRow): boolean {
  const data = shortEventData(payload);
  if (data.is_large_payload) return false;
  const headers = filters.headers && { ...filters.headers, value: withSmallNames(filters.headers.value) };
  return (
    has(data.headers, headers, true) &&
    has(data.parsed_query ?? {}, filters.parsed_query, true) &&
    has(data.body, filters.body)
  );
}
