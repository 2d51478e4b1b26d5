/**
 * What does the address of /events carry? Filters, the page, the selected event and attempt, and the panel's tab.
 *
 * Every value in an address is text. A list may be `webhook_id=web_1` or `webhook_id[0]=web_1`. Invalid items are
 * dropped one by one, without an error, because old links may contain words that we no longer use.
 */
import { DELIVERY_ERROR_CODES, EVENT_STATUSES } from "@posthorn/contract/causes";
import * as z from "zod/mini";
import { catch as orElse } from "zod/mini";
import { RELATIVE_RANGES } from "../../resources/events/date-ranges.ts";
import type { EventFilters } from "../../resources/events/event-filters.ts";

export const PANEL_TABS = ["request", "response", "metadata"] as const;
export type PanelTab = (typeof PANEL_TABS)[number];

/** Reads one value or several as a list. Drops invalid items; if none is left, there is no filter. */
function listOf<Value extends string>(item: z.ZodMiniType<Value, Value>) {
  const Items = z.pipe(
    z.union([item, z.array(orElse(z.nullable(item), null))]),
    z.transform((value: Value | (Value | null)[]) => {
      const items = (Array.isArray(value) ? value : [value]).filter((one) => one !== null);
      return items.length > 0 ? [...new Set(items)] : undefined;
    }),
  );
  return orElse(z.optional(Items), undefined);
}

function idOf(...prefixes: [string, ...string[]]) {
  return z.string().check(z.regex(new RegExp(`^(?:${prefixes.join("|")})[0-9A-Za-z]+$`)));
}

const optional = <Schema extends z.ZodMiniType>(schema: Schema) => orElse(z.optional(schema), undefined);

const DateTime = z.iso.datetime({ offset: true });
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
  date: optional(
    z.object({
      relative: optional(z.enum(RELATIVE_RANGES)),
      min: optional(DateTime),
      max: optional(DateTime),
    }),
  ),
  next: optional(z.string()),
  prev: optional(z.string()),
  selected_event_id: optional(idOf("evt_")),
  selected_attempt_id: optional(idOf("atm_")),
  tab: optional(z.enum(PANEL_TABS)),
});
export type EventsSearch = z.output<typeof EventsSearch>;

export function filtersOf(search: EventsSearch): EventFilters {
  const { status, webhook_id, source_id, destination_id, error_code, response_status, date } = search;
  return { status, webhook_id, source_id, destination_id, error_code, response_status, date };
}

/** Goes back to the first page, because cursors belong to the old list. */
export function withFilters(search: EventsSearch, change: Partial<EventFilters>): EventsSearch {
  return { ...search, ...change, next: undefined, prev: undefined };
}

export function withoutFilters({ selected_event_id, selected_attempt_id, tab }: EventsSearch): EventsSearch {
  return { ...EventsSearch.parse({}), selected_event_id, selected_attempt_id, tab };
}

/** Also clears the selected attempt, which belongs to the old event. */
export function withSelection(search: EventsSearch, selectedId: string | undefined): EventsSearch {
  if (search.selected_event_id === selectedId) return search;
  return { ...search, selected_event_id: selectedId, selected_attempt_id: undefined };
}

/** Only the first page can be live: the cursor of a later page fixes its content. */
export function isFirstPage({ next, prev }: EventsSearch): boolean {
  return next === undefined && prev === undefined;
}
