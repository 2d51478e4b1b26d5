/**
 * The table of events. Its columns have fixed widths, so that a change in one row cannot move the others. Beside a
 * panel it keeps them and scrolls sideways. An expanded event has its attempts in a row below.
 *
 * `onOpen` also gets whether the keyboard opened the row, because only then the panel takes the focus.
 */
import { Fragment, useCallback, type RefObject } from "react";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { ownUrl } from "../../resources/base-path.ts";
import { later } from "../../ui/later.tsx";
import { ListRows } from "../../ui/list/list-rows.tsx";
import type { RowChoice } from "../../ui/list/row-choices.ts";
import { TickAllCell } from "../../ui/list/tick-box.tsx";
import { useShownRows } from "../../ui/list/use-shown-rows.ts";
import type { RowTicks } from "../../ui/list/use-ticks.ts";
import { Table, Th } from "../../ui/table.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { EVENT_ROWS, EventRow } from "./event-row.tsx";
import { addressOf, withSelection, type EventsLayout, type EventsSearch } from "./events-url.ts";
import { useDevices } from "./use-devices.ts";
import type { Expanded } from "./use-expanded.ts";
import { useIntent } from "./use-intent.ts";
import type { HeldEvents } from "./use-live-events.ts";
import type { Routes } from "../../resources/connections/use-routes.ts";

/** Loads with the first event that a person expands. */
const AttemptRows = later(() => import("./attempt-rows.tsx")).component((loaded) => loaded.AttemptRows);

export interface EventsTableProps {
  list: HeldEvents;
  isStale: boolean;
  layout: EventsLayout;
  search: EventsSearch;
  routes: Routes;
  expanded: Expanded;
  ticks: RowTicks;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (choice: RowChoice, isByKeyboard: boolean) => void;
}

/** Stands for an event's id in the address; each row replaces it with its own id. */
const PLACEHOLDER = "evt_";

const NO_DEVICES: readonly null[] = [];

export function EventsTable(props: EventsTableProps) {
  const { list, isStale, layout, search, routes, expanded, ticks, boxRef, onOpen } = props;
  // Leave out the tab: the panel remembers it, and switching it must not render a hundred rows.
  const address =
    ownUrl(addressOf(layout)) +
    stringifySearch(withSelection({ ...search, tab: undefined }, { eventId: PLACEHOLDER }));
  const [before = "", after = ""] = address.split(`=${PLACEHOLDER}`);
  const rows = useShownRows(list.key, list.events);
  const devices = useDevices(layout === "cli" ? list.events.map(({ cli_id }) => cli_id) : NO_DEVICES);
  const isNarrow = useMediaQuery("(max-width: 639px)");
  const { toggle } = expanded;
  const toggleOne = useCallback((eventId: string) => toggle(eventId), [toggle]);
  return (
    <Table
      label="Events"
      isStale={isStale}
      boxRef={boxRef}
      isLong
      // Beside a wide panel the list scrolls sideways; without a least width its connections would vanish first.
      className="[--columns:36px_28px_138px_var(--status-w)_minmax(0,1fr)_96px_164px] [--status-w:148px] max-sm:[--columns:32px_24px_minmax(0,1fr)_144px] sm:min-w-215 @4xl:[--status-w:240px] @5xl:[--status-w:376px]"
      {...useIntent()}
    >
      <thead>
        <tr>
          <TickAllCell many="events" count={list.events.length} ticks={ticks} />
          <Th className="px-0">
            <span className="sr-only">Attempts below</span>
          </Th>
          <Th className="max-sm:pl-1">Event Date</Th>
          <Th>Status</Th>
          <Th className="max-sm:hidden">Connection</Th>
          <Th className="pr-6 text-right! max-sm:hidden">Attempts</Th>
          <Th className="max-sm:hidden">{layout === "cli" ? "Device Name" : "Next Scheduled Attempt"}</Th>
        </tr>
      </thead>
      <ListRows
        onOpen={(row, isByKeyboard) => {
          const choice = EVENT_ROWS.choiceOf(row);
          if (choice !== undefined) onOpen(choice, isByKeyboard);
        }}
      >
        {rows.map((event) => {
          const connection = routes.byId.get(event.webhook_id);
          const isExpanded = expanded.ids.has(event.id);
          const href = `${before}=${event.id}${after}`;
          const device = event.cli_id === null ? null : devices.byId.get(event.cli_id);
          return (
            <Fragment key={event.id}>
              <EventRow
                event={event}
                layout={layout}
                href={href}
                source={connection?.source.name ?? (routes.isKnown ? null : undefined)}
                destination={connection?.destination.name}
                device={device ?? (devices.isKnown ? null : undefined)}
                isSelected={event.id === search.selected_event_id}
                isTicked={ticks.ids.has(event.id)}
                isFresh={list.fresh.has(event.id)}
                isExpanded={isExpanded}
                isNarrow={isNarrow}
                onTick={ticks.tick}
                onToggle={toggleOne}
              />
              {isExpanded ? (
                <AttemptRows event={event} href={href} selectedAttemptId={search.selected_attempt_id} />
              ) : null}
            </Fragment>
          );
        })}
      </ListRows>
    </Table>
  );
}
