/**
 * The table of events. Beside a panel it keeps the widths of its columns and scrolls sideways. An expanded event has its
 * attempts in a row below.
 */
import type { Event } from "@posthorn/contract/events";
import { Fragment, useCallback } from "react";
import type { Routes } from "../../resources/connections/use-routes.ts";
import type { EventFilters } from "../../resources/events/event-filters.ts";
import { LiveTable } from "../../resources/live-lists/live-table.tsx";
import { OrderTh } from "../../resources/live-lists/order-th.tsx";
import type { TrafficList } from "../../resources/live-lists/use-traffic-list.ts";
import { later } from "../../ui/later.tsx";
import type { HeldList } from "../../ui/list/held-list.ts";
import { TickAllCell } from "../../ui/list/tick-box.tsx";
import { Th } from "../../ui/table.tsx";
import { useMediaQuery } from "../../ui/use-media-query.ts";
import { EventRow } from "./event-row.tsx";
import type { EventsSearch } from "./events-url.ts";
import { useDevices } from "./use-devices.ts";
import type { Expanded } from "./use-expanded.ts";
import { useIntent } from "./use-intent.ts";

/** Loads with the first event that a person expands. */
const AttemptRows = later(() => import("./attempt-rows.tsx")).component((loaded) => loaded.AttemptRows);

export interface EventsTableProps {
  list: TrafficList<Event, EventsSearch, EventFilters>;
  held: HeldList<Event>;
  routes: Routes;
  expanded: Expanded;
}

const NO_DEVICES: readonly null[] = [];

export function EventsTable({ list, held, routes, expanded }: EventsTableProps) {
  const { isCli } = list.kind;
  const devices = useDevices(isCli ? held.rows.map(({ cli_id }) => cli_id) : NO_DEVICES);
  const isNarrow = useMediaQuery("(max-width: 639px)");
  const { toggle } = expanded;
  const toggleOne = useCallback((eventId: string) => toggle(eventId), [toggle]);
  return (
    <LiveTable
      list={list}
      held={held}
      // Beside a wide panel the list scrolls sideways; without a least width its connections would vanish first.
      className="[--columns:36px_28px_138px_var(--status-w)_minmax(0,1fr)_96px_164px] [--status-w:148px] max-sm:[--columns:32px_24px_minmax(0,1fr)_144px] sm:min-w-215 @4xl:[--status-w:240px] @5xl:[--status-w:376px]"
      {...useIntent()}
      head={
        <>
          <TickAllCell many="events" count={held.rows.length} ticks={list.ticks} />
          <Th className="px-0">
            <span className="sr-only">Attempts below</span>
          </Th>
          <OrderTh list={list} name="Event Date" className="max-sm:pl-1" />
          <Th>Status</Th>
          <Th className="max-sm:hidden">Connection</Th>
          <Th className="pr-6 text-right! max-sm:hidden">Attempts</Th>
          <Th className="max-sm:hidden">{isCli ? "Device Name" : "Next Scheduled Attempt"}</Th>
        </>
      }
      renderRow={(event, state) => {
        const connection = routes.byId.get(event.webhook_id);
        const isExpanded = expanded.ids.has(event.id);
        const device = event.cli_id === null ? null : devices.byId.get(event.cli_id);
        return (
          <Fragment key={event.id}>
            <EventRow
              {...state}
              event={event}
              isCli={isCli}
              source={connection?.source.name ?? (routes.isKnown ? null : undefined)}
              destination={connection?.destination.name}
              device={device ?? (devices.isKnown ? null : undefined)}
              isExpanded={isExpanded}
              isNarrow={isNarrow}
              onToggle={toggleOne}
            />
            {isExpanded ? (
              <AttemptRows
                event={event}
                href={state.href}
                selectedAttemptId={list.search.selected_attempt_id}
              />
            ) : null}
          </Fragment>
        );
      }}
    />
  );
}
