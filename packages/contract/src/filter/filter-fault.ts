/**
 * Why can a filter not be saved, and where is the fault?
 *
 * The schemas check this when a rule is saved, and `compileFilter` checks it again. A match costs at most the number
 * of values in the filter times those in the payload, so the size of a filter is limited; the budget of the match
 * stops the rest. References that would search the payload (wildcards, descents, slices, unions, scripts) are
 * refused, because they would never match. The filter editor marks the place.
 */
import { isObject } from "./json-values.ts";
import { isBeyondPlainPaths } from "./reference.ts";

const FILTER_TOO_COMPLEX = "Filter is too complex";

/** Real filters get long through lists of ids; these limits allow a list of nearly ten thousand. */
export const MOST_VALUES = 10_000;
export const MOST_CHARACTERS = 262_144;
/** How many levels of arrays and objects a filter may have. */
export const DEEPEST = 32;

/** The names and positions that lead from the filter itself to a value in it. */
export type FilterPlace = readonly (string | number)[];

/** Checks the schema of one part. Returns null if it can be saved. */
export function filterFault(schema: unknown): string | null {
  return filterFaultPlace(schema) === null ? null : FILTER_TOO_COMPLEX;
}

/** The value at which a limit is passed, or the reference that is refused. Null if the filter can be saved. */
export function filterFaultPlace(schema: unknown): FilterPlace | null {
  let values = 0;
  let characters = 0;

  function faultIn(value: unknown, depth: number): (string | number)[] | null {
    values += 1;
    if (typeof value === "string") characters += value.length;
    if (values > MOST_VALUES || characters > MOST_CHARACTERS || depth > DEEPEST) return [];
    if (Array.isArray(value)) {
      for (const [at, item] of value.entries()) {
        const inner = faultIn(item, depth + 1);
        if (inner) return [at, ...inner];
      }
      return null;
    }
    if (!isObject(value)) return null;
    for (const [name, part] of Object.entries(value)) {
      characters += name.length;
      if (name === "$ref" && typeof part === "string" && isBeyondPlainPaths(part)) return [name];
      const inner = faultIn(part, depth + 1);
      if (inner) return [name, ...inner];
    }
    return null;
  }

  return faultIn(schema, 0);
}
