/**
 * By which parts of the payload can a list of requests or events be filtered?
 *
 * `search_term` and `path` look for a piece of text. The other three name values that the payload must contain,
 * as JSON text or spelled out in the address (`body[order][id]=7`). This is not the language of filter rules.
 * A search never finds payloads that are flagged as large.
 */
import * as z from "zod/mini";
import {
  PAYLOAD_FILTER_MAX_CHARACTERS,
  PAYLOAD_FILTER_MAX_DEPTH,
  PAYLOAD_FILTER_MAX_VALUES,
  SEARCH_TERM_MIN_CHARACTERS,
} from "./limits.ts";

export type JsonValue = string | number | boolean | null | JsonValue[] | { [name: string]: JsonValue };

/** The values to look for. `isText`: they come from an address, where numbers and booleans are text too. */
export interface ValueFilter {
  value: JsonValue;
  isText: boolean;
}

function parsed(text: string): JsonValue | undefined {
  try {
    // JSON.parse returns nothing but JSON values.
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}

/** Stops counting at the limits, so that a huge or deeply nested value costs no more than a small one. */
function isSimpleEnough(value: unknown): boolean {
  let nodes = 0;
  const fits = (part: unknown, depth: number): boolean => {
    if (++nodes > PAYLOAD_FILTER_MAX_VALUES || depth > PAYLOAD_FILTER_MAX_DEPTH) return false;
    if (typeof part !== "object" || part === null) return true;
    return Object.values(part).every((inner) => fits(inner, depth + 1));
  };
  return fits(value, 0);
}

const Text = z.string().check(z.maxLength(PAYLOAD_FILTER_MAX_CHARACTERS));

/** Bulk operations store their query as `jsonb`, which can hold neither a null character nor half a surrogate pair. */
function isStorable(value: JsonValue | undefined): boolean {
  const text = JSON.stringify(value) ?? "";
  return !/\\u(?:0000|d[89a-f])/.test(text.replaceAll(/\\\\/g, ""));
}

const ValueFilter = z.union([
  z.pipe(
    Text.check(
      z.refine((text) => parsed(text) !== undefined, "must be valid JSON"),
      z.refine((text) => isSimpleEnough(parsed(text)), "Filter is too complex"),
      z.refine((text) => isStorable(parsed(text)), "must be Unicode text without null characters"),
    ),
    z.transform((text: string): ValueFilter => ({ value: parsed(text) ?? null, isText: false })),
  ),
  z.pipe(
    z
      .record(z.string(), z.unknown())
      .check(z.refine(isSimpleEnough, { error: "Filter is too complex", abort: true })),
    // Comes from nested names in an address or from the JSON body of a bulk operation: only JSON values either way.
    z.transform((value: Record<string, unknown>): ValueFilter => ({
      value: value as JsonValue,
      isText: true,
    })),
  ),
]);

export const SEARCH_TERM_IS_SHORT = `Search term must be at least ${SEARCH_TERM_MIN_CHARACTERS} characters`;

export const PayloadQuery = {
  search_term: z.optional(
    Text.check(z.refine((text) => text.trim().length >= SEARCH_TERM_MIN_CHARACTERS, SEARCH_TERM_IS_SHORT)),
  ),
  headers: z.optional(ValueFilter),
  body: z.optional(ValueFilter),
  parsed_query: z.optional(ValueFilter),
  path: z.optional(Text),
};
/** The payload filters of a list or a bulk operation, once parsed. */
export type PayloadFilters = z.output<z.ZodMiniObject<typeof PayloadQuery>>;
