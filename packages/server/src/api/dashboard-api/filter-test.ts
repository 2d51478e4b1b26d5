/**
 * Which parts of a request would a filter let pass?
 *
 * Uses the same filters as the rules, on a request that the user typed or picked. Header names
 * become lower case, as in real requests.
 */
import type { FilterTestInput } from "@posthorn/contract/dashboard-api";
import { compileFilter } from "@posthorn/contract/filter/compile-filter";
import { FILTER_PARTS, type FilterPart, type FilterRule } from "@posthorn/contract/rules";

function partsOf({ headers, body, parsed_query, path }: FilterTestInput): Record<FilterPart, unknown> {
  return {
    headers: Object.fromEntries(
      Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), value]),
    ),
    body: body ?? null,
    query: parsed_query ?? {},
    path: path ?? "/",
  };
}

/** A part that the filter does not look at passes. */
export function passingParts(
  filter: Pick<FilterRule, FilterPart>,
  input: FilterTestInput,
): Record<FilterPart, boolean> {
  const parts = partsOf(input);
  const passes = { body: true, headers: true, path: true, query: true };
  for (const part of FILTER_PARTS) {
    if (filter[part] != null) passes[part] = compileFilter(filter[part])(parts[part]);
  }
  return passes;
}
