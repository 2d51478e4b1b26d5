/**
 * Which values can a list of requests or events be searched for?
 *
 * Plain functions: the dashboard asks them before it writes an address, and needs none of the API's schemas for that.
 */
import {
  PAYLOAD_FILTER_MAX_CHARACTERS,
  PAYLOAD_FILTER_MAX_DEPTH,
  PAYLOAD_FILTER_MAX_VALUES,
  SEARCH_TERM_MIN_CHARACTERS,
} from "./limits.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

export const SEARCH_TERM_IS_SHORT = `Search term must be at least ${SEARCH_TERM_MIN_CHARACTERS} characters`;
export const FILTER_IS_COMPLEX = "Filter is too complex";
export const FILTER_IS_NOT_TEXT = "must be Unicode text without null characters";

/** Undefined if the text is not JSON. */
export function parsedJson(text: string): JsonValue | undefined {
  try {
    // JSON.parse returns nothing but JSON values.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Stops counting at the limits, so that a huge or deeply nested value costs no more than a small one. */
export function isSimpleEnough(value: unknown): boolean {
  let nodes = 0;
  const fits = (part: unknown, depth: number): boolean => {
    if (++nodes > PAYLOAD_FILTER_MAX_VALUES || depth > PAYLOAD_FILTER_MAX_DEPTH) return false;
    if (typeof part !== "object" || part === null) return true;
    return Object.values(part).every((inner) => fits(inner, depth + 1));
  };
  return fits(value, 0);
}

/** Bulk operations store their query as `jsonb`, which can hold neither a null character nor half a surrogate pair. */
export function isStorable(value: JsonValue | undefined): boolean {
  const text = JSON.stringify(value) ?? "";
  return !/\\u(?:0000|d[89a-f])/.test(text.replaceAll(/\\\\/g, ""));
}

export function isShortEnough(text: string): boolean {
  return text.length <= PAYLOAD_FILTER_MAX_CHARACTERS;
}
