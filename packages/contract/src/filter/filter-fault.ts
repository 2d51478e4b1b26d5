/**
 * Why can a filter not be saved?
 *
 * Asked when a rule is saved, and again before a filter is compiled. A match costs at most the filter's values times
 * the payload's, so a filter is held to a size; what still proves too much for one payload ends at the budget of the
 * match. References that would search the payload (wildcards, descents, slices, unions, scripts) are refused here:
 * accepted, they would never match.
 */
import { isObject } from "./json-values.ts";
import { isBeyondPlainPaths } from "./reference.ts";

const FILTER_TOO_COMPLEX = "Filter is too complex";

/** Lists of ids are what makes real filters long; these hold some ten thousand. */
export const MOST_VALUES = 10_000;
export const MOST_CHARACTERS = 262_144;
/** Levels of arrays and objects. */
export const DEEPEST = 32;

/** The schema of one part. Null when nothing is wrong with it. */
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
