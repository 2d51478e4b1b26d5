/**
 * What does the address of /requests carry? Filters, the page, the selected request and entry, and the panel's tab.
 *
 * `ui/list/list-url.ts` reads the single values and says how they change.
 */
import { REJECTION_CAUSES } from "@posthorn/contract/causes";
import * as z from "zod/mini";
import { dateSearch } from "../../resources/events/date-search.ts";
import { REQUEST_TABS } from "../../resources/requests/panel/panel-tabs.ts";
import type { RequestFilters } from "../../resources/requests/request-filters.ts";
import { idOf, listOf, optional, pageCursor, searchText } from "../../ui/list/list-url.ts";

const COUNT_MAX = 10_000;
const Count = z.pipe(
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^\d{1,5}$/))]),
    z.transform((value: number | string) => Number(value)),
  ),
  z.int().check(z.minimum(0), z.maximum(COUNT_MAX)),
);
const countRange = () => optional(z.object({ gte: optional(Count), lte: optional(Count) }));

export const RequestsSearch = z.object({
  ingested_at: dateSearch(),
  status: optional(z.enum(["accepted", "rejected"])),
  source_id: listOf(idOf("src_")),
  rejection_cause: listOf(z.enum(REJECTION_CAUSES)),
  events_count: countRange(),
  ignored_count: countRange(),
  cli_events_count: countRange(),
  bulk_retry_id: listOf(idOf("bch_")),
  search_term: searchText(),
  headers: searchText(),
  body: searchText(),
  parsed_query: searchText(),
  path: searchText(),
  ...pageCursor(),
  selected_request_id: optional(idOf("req_")),
  /** An event (`evt_…`), or an ignored event (the ids of request and connection). */
  selected_entry_id: optional(
    z.string().check(z.regex(/^(?:evt_[0-9A-Za-z]+|req_[0-9A-Za-z]+:web_[0-9A-Za-z]+)$/)),
  ),
  tab: optional(z.enum(REQUEST_TABS)),
});
export type RequestsSearch = z.output<typeof RequestsSearch>;

export function filtersOf(search: RequestsSearch): RequestFilters {
  const { next: _n, prev: _p, selected_request_id: _r, selected_entry_id: _e, tab: _t, ...filters } = search;
  return filters;
}

/** /requests/cli shows requests that went to somebody's CLI. A filter of the person's own wins. */
export function cliFiltersOf(search: RequestsSearch): RequestFilters {
  return { ...filtersOf(search), cli_events_count: search.cli_events_count ?? { gte: 1 } };
}

export function withoutFilters({
  selected_request_id,
  selected_entry_id,
  tab,
}: RequestsSearch): RequestsSearch {
  return { ...RequestsSearch.parse({}), selected_request_id, selected_entry_id, tab };
}

/** Also clears the selected entry, which belongs to the old request. */
export function withSelection(search: RequestsSearch, selectedId: string | undefined): RequestsSearch {
  if (search.selected_request_id === selectedId) return search;
  return { ...search, selected_request_id: selectedId, selected_entry_id: undefined };
}
