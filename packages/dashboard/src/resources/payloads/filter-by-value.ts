/**
 * What happens when a person chooses 'Filter by this value' in a payload? A screen with a list provides it once; whatever
 * shows a payload below offers it. Elsewhere there is nothing to filter, and nothing is offered.
 */
import type { JsonValue } from "@posthorn/contract/payload-filters";
import { createContext, use, useMemo } from "react";
import type { FilterBy } from "../../ui/json-viewer/row-menu.tsx";
import { valueFilter, type FilteredPart } from "./value-filter.ts";

/** Adds the filter to the list, beside the filters that it has: see `bothFilters`. */
export type AddFilter = (part: FilteredPart, filter: JsonValue) => void;

export const FilterByValueContext = createContext<AddFilter | undefined>(undefined);

export function useFilterBy(part: FilteredPart): FilterBy | undefined {
  const add = use(FilterByValueContext);
  return useMemo(() => add && ((path, value) => add(part, valueFilter(path, value))), [add, part]);
}
