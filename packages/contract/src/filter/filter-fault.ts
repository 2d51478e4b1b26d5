/**
 * Why can a filter not be saved?
 *
 * The schemas check this when a rule is saved, and `compileFilter` checks it again. A match costs at most the number
 * of values in the filter times those in the payload, so the size of a filter is limited; the budget of the match
 * stops the rest. References that would search the payload (wildcards, descents, slices, unions, scripts) are
 * refused, because they would never match.
 */
import { isObject } from "./json-values.ts";
import { isBeyondPlainPaths } from "./reference.ts";

const FILTER_TOO_COMPLEX = "Filter is too complex";

/** Real filters get long through lists of ids; these limits allow a list of nearly ten thousand. */
export const MOST_VALUES = 10_000;
export const MOST_CHARACTERS = 262_144;
/** How many levels of arrays and objects a filter may have. */
export const DEEPEST = 32;

/** Checks the schema of one part. Returns null if it can be saved. */
export function filterFault(schema: unknown): string | null {
  let values = 0;
  let characters = 0;

  function fits(value: unknown, depth: number): boolean {
    values += 1;
    if (typeof value === "string") characters += value.length;
    if (values > MOST_VALUES || characters > MOST_CHARACTERS || depth > DEEPEST) return false;
    if (Array.isArray(value)) return value.every((item) => fits(item, depth + 1));
    if (!isObject(value)) return true;
    return Object.entries(value).every(([name, part]) => {
      characters += name.length;
      if (name === "$ref" && typeof part === "string" && isBeyondPlainPaths(part)) return false;
      return fits(part, depth + 1);
    });
  }

  return fits(schema, 0) ? null : FILTER_TOO_COMPLEX;
}
