/**
 * The table of events. Its columns have fixed widths, so that a change in one row cannot move the others.
 *
 * `onOpen` also gets whether the keyboard opened the row, because only then the panel takes the focus.
 */
import { useDeferredValue, type RefObject } from "react";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { ownUrl } from "../../resources/base-path.ts";
import { ListRows } from "../../ui/list/list-rows.tsx";
import { Table, Th } from "../../ui/table.tsx";
import { EventRow, eventIdOf } from "./event-row.tsx";
import { withSelection, type EventsSearch } from "./events-url.ts";
import type { HeldEvents } from "./use-live-events.ts";
import type { Routes } from "./use-routes.ts";

export interface EventsTableProps {
  list: HeldEvents;
  isStale: boolean;
  search: EventsSearch;
  routes: Routes;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (eventId: string, isByKeyboard: boolean) => void;
}

/** More rows than a tall screen shows. */
const FIRST_ROWS = 40;

/** Stands for an event's id in the address; each row replaces it with its own id. */
const PLACEHOLDER = "evt_";

export function EventsTable({ list, isStale, search, routes, boxRef, onOpen }: EventsTableProps) {
  // Leave out the tab: the panel remembers it, and switching it must not render a hundred rows.
  const address =
    ownUrl("/events") + stringifySearch(withSelection({ ...search, tab: undefined }, PLACEHOLDER));
  const [before = "", after = ""] = address.split(`=${PLACEHOLDER}`);
  // The first paint draws the visible rows. The rest follows in the background, without blocking keys or clicks.
  const isWhole = useDeferredValue(true, false);
  const rows = isWhole ? list.events : list.events.slice(0, FIRST_ROWS);
  return (
    <Table label="Events" isStale={isStale} boxRef={boxRef} className="table-fixed">
      <colgroup>
        <col className="w-34.5 max-sm:w-auto" />
        <col className="w-37 @4xl:w-60" />
        <col className="max-sm:hidden" />
        <col className="w-20 max-sm:hidden" />
        <col className="w-41 max-sm:hidden" />
      </colgroup>
      <thead>
        <tr>
          <Th>Event Date</Th>
          <Th>Status</Th>
          <Th className="max-sm:hidden">Connection</Th>
          <Th className="max-sm:hidden">Attempts</Th>
          <Th className="max-sm:hidden">Next Scheduled Attempt</Th>
        </tr>
      </thead>
      <ListRows
        onOpen={(row, isByKeyboard) => {
          const id = eventIdOf(row);
          if (id !== undefined) onOpen(id, isByKeyboard);
        }}
      >
        {rows.map((event) => {
          const connection = routes.byId.get(event.webhook_id);
          return (
            <EventRow
              key={event.id}
              event={event}
              href={`${before}=${event.id}${after}`}
              source={connection?.source.name ?? (routes.isKnown ? null : undefined)}
              destination={connection?.destination.name}
              isSelected={event.id === search.selected_event_id}
              isFresh={list.fresh.has(event.id)}
            />
          );
        })}
      </ListRows>
    </Table>
  );
}
