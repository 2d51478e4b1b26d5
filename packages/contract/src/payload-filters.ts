/**
 * By which parts of the payload can a list of requests or events be filtered?
 *
 * `search_term` and `path` look for a piece of text. The other three name values that the payload must contain,
 * as JSON text or spelled out in the address (`body[order][id]=7`). This is not the language of filter rules.
 * A search never finds payloads that are flagged as large.
 */
import * as z from "zod/mini";
import { PAYLOAD_FILTER_MAX_CHARACTERS, SEARCH_TERM_MIN_CHARACTERS } from "./limits.ts";
import {
  FILTER_IS_COMPLEX,
  FILTER_IS_NOT_TEXT,
  isSimpleEnough,
  isStorable,
  type JsonValue,
  parsedJson,
  SEARCH_TERM_IS_SHORT,
} from "./payload-values.ts";

export type { JsonValue } from "./payload-values.ts";

/** The values to look for. `isText`: they come from an address, where numbers and booleans are text too. */
export interface ValueFilter {
  value: JsonValue;
  isText: boolean;
}

const Text = z.string().check(z.maxLength(PAYLOAD_FILTER_MAX_CHARACTERS));

const ValueFilter = z.union([
  z.pipe(
    Text.check(
      z.refine((text) => parsedJson(text) !== undefined, "must be valid JSON"),
      z.refine((text) => isSimpleEnough(parsedJson(text)), FILTER_IS_COMPLEX),
      z.refine((text) => isStorable(parsedJson(text)), FILTER_IS_NOT_TEXT),
    ),
    z.transform((text: string): ValueFilter => ({ value: parsedJson(text) ?? null, isText: false })),
  ),
  z.pipe(
    z
      .record(z.string(), z.unknown())
      .check(z.refine(isSimpleEnough, { error: FILTER_IS_COMPLEX, abort: true })),
    // Comes from nested names in an address or from the JSON body of a bulk operation: only JSON values either way.
    z.transform((value: Record<string, unknown>): ValueFilter => ({
      value: value as JsonValue,
      isText: true,
    })),
  ),
]);

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
