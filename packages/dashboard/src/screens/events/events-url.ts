/**
 * What does the address of /events carry? Filters, the page, the selected event and attempt, and the panel's tab.
 *
 * `ui/list/list-url.ts` reads the single values and says how they change.
 */
import { DELIVERY_ERROR_CODES, EVENT_STATUSES } from "@posthorn/contract/causes";
import * as z from "zod/mini";
import { dateSearch } from "../../resources/events/date-search.ts";
import type { EventFilters } from "../../resources/events/event-filters.ts";
import { PANEL_TABS } from "../../resources/events/panel/panel-tabs.ts";
import { idOf, listOf, optional, pageCursor } from "../../ui/list/list-url.ts";

const StatusCode = z.pipe(
  z.union([z.number(), z.string().check(z.regex(/^\d{3}$/))]),
  z.transform((value: number | string) => Number(value)),
);
const Bound = optional(z.pipe(StatusCode, z.number().check(z.minimum(200), z.maximum(599))));

export const EventsSearch = z.object({
  status: listOf(z.enum(EVENT_STATUSES)),
  webhook_id: listOf(idOf("web_")),
  source_id: listOf(idOf("src_")),
  destination_id: listOf(idOf("des_", "dst_")),
  error_code: listOf(z.enum(DELIVERY_ERROR_CODES)),
  response_status: optional(z.object({ gte: Bound, lte: Bound })),
  date: dateSearch(),
  ...pageCursor(),
  selected_event_id: optional(idOf("evt_")),
  selected_attempt_id: optional(idOf("atm_")),
  tab: optional(z.enum(PANEL_TABS)),
});
export type EventsSearch = z.output<typeof EventsSearch>;

export function filtersOf(search: EventsSearch): EventFilters {
  const { status, webhook_id, source_id, destination_id, error_code, response_status, date } = search;
  return { status, webhook_id, source_id, destination_id, error_code, response_status, date };
}

export function withoutFilters({ selected_event_id, selected_attempt_id, tab }: EventsSearch): EventsSearch {
  return { ...EventsSearch.parse({}), selected_event_id, selected_attempt_id, tab };
}

/** Also clears the selected attempt, which belongs to the old event. */
export function withSelection(search: EventsSearch, selectedId: string | undefined): EventsSearch {
  if (search.selected_event_id === selectedId) return search;
  return { ...search, selected_event_id: selectedId, selected_attempt_id: undefined };
}
