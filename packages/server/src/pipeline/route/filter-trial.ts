/**
 * Which parts of a request would a filter let pass?
 *
 * Uses the same filters and the same budget as the rules, on a request that the user typed or picked. Header names
 * become lower case, as in real requests.
 */
import type { FilterTestInput } from "@posthorn/contract/filter-trials";
import { compileRequestFilter } from "@posthorn/contract/filter/request-filter";
import { FILTER_PARTS, type FilterPart, type FilterRule } from "@posthorn/contract/rules";
import { freshCosts } from "./filter-costs.ts";
import type { FilterThread } from "./filter-thread.ts";

/** A part that the filter does not look at passes. */
export type FilterTrial = (
  team_id: string,
  filter: Pick<FilterRule, FilterPart>,
  input: FilterTestInput,
) => Promise<Record<FilterPart, boolean>>;

export function createFilterTrial({ matches }: Pick<FilterThread, "matches">): FilterTrial {
  return async (team_id, filter, input) => {
    const asked = compileRequestFilter(filter);
    const view = { parts: partsOf(input), costs: freshCosts() };
    // In a line of its own: a person does not wait for the project's requests.
    const teamKey = `trial ${team_id}`;
    const passes = { body: true, headers: true, path: true, query: true };
    for (const part of FILTER_PARTS) {
      const partFilter = asked[part];
      if (!partFilter) continue;
      passes[part] = partFilter.matches(view.parts[part], view.costs.quick);
      if (view.costs.quick.left < 0)
        passes[part] = await matches({ teamKey, view, part, filter: partFilter });
    }
    return passes;
  };
}

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
