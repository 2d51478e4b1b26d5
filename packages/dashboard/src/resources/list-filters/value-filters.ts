/** How does a value that a person chose in a payload become a filter of the list, beside those that it has? */
import type { JsonValue } from "@posthorn/contract/payload-filters";
import { bothFilters, type FilteredPart } from "../payloads/value-filter.ts";
import type { RequestValueFilters } from "./active-filters.ts";

/** The change of the list's filters. They are JSON text, which the address has checked. */
export function withValueFilter(
  filters: RequestValueFilters,
  part: FilteredPart,
  added: JsonValue,
): RequestValueFilters {
  const text = filters[part];
  // Safe: JSON.parse answers nothing else.
  const existing = text === undefined ? undefined : (JSON.parse(text) as JsonValue);
  return { [part]: JSON.stringify(bothFilters(existing, added)) };
}
