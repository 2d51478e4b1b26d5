/**
 * What does the address of /requests carry? Filters, the saved view, the page, the order, the selected request and entry, the
 * panel's tab, and the panel of bulk operations.
 *
 * `ui/list/list-url.ts` and `resources/list-filters` read the single values and say how they change.
 */
import { IGNORED_CAUSES, REJECTION_CAUSES } from "@posthorn/contract/causes";
import { BULK_TABS } from "../../resources/bulk/bulk-tabs.ts";
import { coveredDates } from "../../resources/list-filters/date-ranges.ts";
import { dateSearch } from "../../resources/list-filters/date-search.ts";
import { numberRange, requestValueSearch } from "../../resources/list-filters/filter-search.ts";
import { COUNTS } from "../../resources/list-filters/number-limits.ts";
import { REQUEST_TABS } from "../../resources/requests/panel/panel-tabs.ts";
import type { RequestFilters } from "../../resources/requests/request-filters.ts";
import { idOf, listPlace } from "../../ui/list/list-url.ts";
import { fields, listOf, oneOf, text, type Read } from "../../ui/read.ts";

const FILTERS = {
  ingested_at: dateSearch(),
  source_id: listOf(idOf("src_")),
  status: oneOf(["accepted", "rejected"]),
  rejection_cause: listOf(oneOf(REJECTION_CAUSES)),
  events_count: numberRange(COUNTS),
  ignored_count: numberRange(COUNTS),
  cli_events_count: numberRange(COUNTS),
  cause: listOf(oneOf(IGNORED_CAUSES)),
  transformation_id: listOf(idOf("trs_", "tf_")),
  bulk_retry_id: listOf(idOf("bch_")),
  ...requestValueSearch(),
};

/** An event (`evt_…`), or an ignored event (the ids of request and connection). */
const entryId = text((id) => /^(?:evt_[0-9A-Za-z]+|req_[0-9A-Za-z]+:web_[0-9A-Za-z]+)$/.test(id));

export const RequestsSearch = fields({
  ...FILTERS,
  ...listPlace(),
  selected_request_id: idOf("req_"),
  selected_entry_id: entryId,
  tab: oneOf(REQUEST_TABS),
  view_id: text(),
  bulk: oneOf(BULK_TABS),
});
export type RequestsSearch = Read<typeof RequestsSearch>;

/** Also reads filters that the browser has stored, and drops what is none. */
export function filtersOf(search: Record<string, unknown>): RequestFilters {
  return fields(FILTERS).parse(search);
}

/**
 * What the list asks for. It always covers certain dates. /requests/cli shows requests that went to somebody's CLI,
 * without a chip; a filter of the person's own wins.
 */
export function listedBy(isCli: boolean, search: RequestsSearch): RequestFilters {
  const filters = { ...filtersOf(search), ingested_at: coveredDates(search.ingested_at, search) };
  return isCli ? { ...filters, cli_events_count: filters.cli_events_count ?? { gte: 1 } } : filters;
}

export function withoutFilters({
  selected_request_id,
  selected_entry_id,
  tab,
  bulk,
  dir,
}: RequestsSearch): RequestsSearch {
  return { ...RequestsSearch.parse({}), selected_request_id, selected_entry_id, tab, bulk, dir };
}

/** Also clears the selected entry, which belongs to the old request. */
export function withSelection(search: RequestsSearch, selectedId: string | undefined): RequestsSearch {
  if (search.selected_request_id === selectedId) return search;
  return { ...search, selected_request_id: selectedId, selected_entry_id: undefined };
}
