/**
 * What does the address of /events carry? Filters, the saved view, the page, the order, the selected event and attempt, the panel's
 * tab, and the panel of bulk operations.
 *
 * `ui/list/list-url.ts` and `resources/list-filters` read the single values and say how they change.
 */
import { DELIVERY_ERROR_CODES, EVENT_STATUSES } from "@posthorn/contract/causes";
import { BULK_TABS } from "../../resources/bulk/bulk-tabs.ts";
import { coveredDates } from "../../resources/list-filters/date-ranges.ts";
import { dateSearch } from "../../resources/list-filters/date-search.ts";
import { numberRange, peopleOrAny, requestValueSearch } from "../../resources/list-filters/filter-search.ts";
import { COUNTS, RESPONSE_STATUSES } from "../../resources/list-filters/number-limits.ts";
import type { EventFilters } from "../../resources/events/event-filters.ts";
import { PANEL_TABS } from "../../resources/events/panel/panel-tabs.ts";
import { idOf, listPlace } from "../../ui/list/list-url.ts";
import { fields, listOf, oneOf, text, yesNo, type Read } from "../../ui/read.ts";

const FILTERS = {
  date: dateSearch(),
  status: listOf(oneOf(EVENT_STATUSES)),
  webhook_id: listOf(idOf("web_")),
  source_id: listOf(idOf("src_")),
  destination_id: listOf(idOf("des_", "dst_")),
  response_status: numberRange(RESPONSE_STATUSES),
  error_code: listOf(oneOf(DELIVERY_ERROR_CODES)),
  attempts: numberRange(COUNTS),
  scheduled_attempts: yesNo,
  cli_user_id: peopleOrAny(),
  issue_id: listOf(idOf("iss_")),
  bulk_retry_id: listOf(idOf("bch_")),
  ...requestValueSearch(),
};

export const EventsSearch = fields({
  ...FILTERS,
  ...listPlace(),
  selected_event_id: idOf("evt_"),
  selected_attempt_id: idOf("atm_"),
  tab: oneOf(PANEL_TABS),
  view_id: text(),
  bulk: oneOf(BULK_TABS),
});
export type EventsSearch = Read<typeof EventsSearch>;

/** Also reads filters that the browser has stored, and drops what is none. */
export function filtersOf(search: Record<string, unknown>): EventFilters {
  return fields(FILTERS).parse(search);
}

export function withoutFilters({
  selected_event_id,
  selected_attempt_id,
  tab,
  bulk,
  dir,
}: EventsSearch): EventsSearch {
  return { ...EventsSearch.parse({}), selected_event_id, selected_attempt_id, tab, bulk, dir };
}

/** What is selected: an event, an attempt of one, or nothing. */
export interface Selection {
  eventId?: string | undefined;
  attemptId?: string | undefined;
}

/** An attempt opens with its response. */
export function withSelection(search: EventsSearch, { eventId, attemptId }: Selection): EventsSearch {
  return {
    ...search,
    selected_event_id: eventId,
    selected_attempt_id: attemptId,
    ...(attemptId !== undefined && { tab: "response" }),
  };
}

/** All events with their next attempts, or those that go to CLIs with the names of the machines. */
export type EventsLayout = "http" | "cli";

export function addressOf(layout: EventsLayout): "/events" | "/events/cli" {
  return layout === "cli" ? "/events/cli" : "/events";
}

/** What the list of this layout asks for. It always covers certain dates; that of CLI events is narrowed without a chip. */
export function listedBy(layout: EventsLayout, search: EventsSearch): EventFilters {
  const filters = { ...filtersOf(search), date: coveredDates(search.date, search) };
  return layout === "cli" ? { ...filters, cli_user_id: filters.cli_user_id ?? "any" } : filters;
}
