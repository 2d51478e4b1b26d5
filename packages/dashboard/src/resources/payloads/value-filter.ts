/**
 * Which filter of a list finds payloads with the same value at the same place?
 *
 * The filters `body`, `headers` and `parsed_query` are JSON of the shape of the payload. A list in a filter means that
 * the payload's list has these elements, so a position in an array becomes a list with one element. Pure; the screen
 * that owns the address writes the result into it.
 */
import type { JsonValue } from "@posthorn/contract/payload-filters";

export type FilteredPart = "body" | "headers" | "parsed_query";
export type FilterPath = readonly (string | number)[];

/** `valueFilter(["items", 0, "sku"], "A-1")` is `{ items: [{ sku: "A-1" }] }`. */
export function valueFilter(path: FilterPath, value: JsonValue): JsonValue {
  return path.reduceRight<JsonValue>(
    (inner, step) => (typeof step === "number" ? [inner] : Object.fromEntries([[step, inner]])),
    value,
  );
}

/** Both conditions hold. Where they name two values for one field, the added one replaces the other. */
export function bothFilters(existing: JsonValue | undefined, added: JsonValue): JsonValue {
  if (Array.isArray(existing) && Array.isArray(added)) {
    const known = new Set(existing.map((item) => JSON.stringify(item)));
    return [...existing, ...added.filter((item) => !known.has(JSON.stringify(item)))];
  }
  if (!isObject(existing) || !isObject(added)) return added;
  const merged = new Map(Object.entries(existing));
  for (const [name, item] of Object.entries(added)) merged.set(name, bothFilters(merged.get(name), item));
  return Object.fromEntries(merged);
}

function isObject(value: JsonValue | undefined): value is { [name: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
