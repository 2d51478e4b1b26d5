/** What is particular about the list of events and about that of the CLI? The kit in resources/live-lists does the rest. */
import type { Event } from "@posthorn/contract/events";
import {
  eventsApiQuery,
  undatedEventsQuery,
  type EventFilters,
} from "../../resources/events/event-filters.ts";
import {
  anyEventQuery,
  eventCountQuery,
  eventQuery,
  eventsByIdQuery,
  eventsQuery,
  LIVE_EVERY_SECONDS,
} from "../../resources/events/event-queries.ts";
import { ListFilterBar } from "../../resources/list-filters/list-filter-bar.tsx";
import type { TrafficKind } from "../../resources/live-lists/traffic-kind.ts";
import { withChange } from "../../ui/list/list-url.ts";
import { EVENT_FILTER_CHIPS, type EventChipFilters } from "./event-filter-chips.tsx";
import { EVENT_ROWS } from "./event-row.tsx";
import { addressOf, EventsSearch, filtersOf, listedBy, withoutFilters, withSelection } from "./events-url.ts";
import type { EventsLayout } from "./events-url.ts";

/** Chips that are shown without a value too. */
const ALWAYS: Record<EventsLayout, readonly (keyof EventChipFilters)[]> = {
  http: ["date", "status", "webhook_id"],
  cli: ["date", "status", "webhook_id", "cli_user_id"],
};

function mayChange({ status, next_attempt_at }: Event): boolean {
  return status === "QUEUED" || status === "SCHEDULED" || status === "HOLD" || next_attempt_at !== null;
}

function eventList(layout: EventsLayout): TrafficKind<Event, EventsSearch, EventFilters> {
  return {
    title: layout === "cli" ? "CLI events" : "Events",
    label: "Events",
    path: addressOf(layout),
    isCli: layout === "cli",
    one: "event",
    many: "events",
    everySeconds: LIVE_EVERY_SECONDS,
    rows: EVENT_ROWS,
    queries: {
      page: eventsQuery,
      one: (id) => eventQuery(id),
      lost: { mayChange, query: eventsByIdQuery },
      any: anyEventQuery(layout === "cli"),
    },
    filtersOf,
    askedBy: (search) => listedBy(layout, search),
    withFilters: (search, change) => withChange(search, change),
    withoutFilters,
    selectionIn: ({ selected_event_id: id, selected_attempt_id: partId }) =>
      id === undefined ? undefined : { id, partId },
    withSelection: (search, choice) =>
      withSelection(search, { eventId: choice?.id, attemptId: choice?.partId }),
    renderFilters: (bar) => (
      <ListFilterBar {...bar} chips={EVENT_FILTER_CHIPS} always={ALWAYS[layout]} parse={filtersOf} />
    ),
    views: {
      resource: "events",
      queryOf: (stored, isCli) =>
        eventsApiQuery(listedBy(isCli ? "cli" : "http", EventsSearch.parse(stored)), {}, new Date()),
    },
    bulkActions: (asked) => {
      const queryOf = (now: Date) => eventsApiQuery(asked, {}, now);
      return [
        { type: "events.cancel", queryOf, isCountable: true },
        { type: "events.retry", queryOf, isCountable: true, isMain: true },
      ];
    },
    count: eventCountQuery,
    histogram: { kind: "events", queryOf: undatedEventsQuery },
    dateIn: ({ date }) => date ?? {},
    withDate: (date) => ({ date }),
  };
}

export const EVENT_LIST = eventList("http");
export const CLI_EVENT_LIST = eventList("cli");
