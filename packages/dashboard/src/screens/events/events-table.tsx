/**
 * The list of events: columns of fixed width, so that no change of a row can move its neighbours.
 *
 * Clicks are heard once, for all rows. `onOpen` is told whether the row was opened by keyboard, because only then
 * does the panel take focus.
 */
import { useDeferredValue, type MouseEvent, type RefObject } from "react";
import { stringifySearch } from "@posthorn/contract/search-codec";
import { ownUrl } from "../../resources/base-path.ts";
import { Table, Th } from "../../ui/table.tsx";
import { EventRow } from "./event-row.tsx";
import { withSelection, type EventsSearch } from "./events-url.ts";
import type { HeldList } from "./held-list.ts";
import type { Routes } from "./use-routes.ts";

export interface EventsTableProps {
  list: HeldList;
  isStale: boolean;
  search: EventsSearch;
  routes: Routes;
  boxRef: RefObject<HTMLElement | null>;
  onOpen: (eventId: string, isByKeyboard: boolean) => void;
}

/** More than a tall screen shows. */
const FIRST_ROWS = 40;

/** Stands in the address for an event's id; a row puts its own in its place. */
const PLACEHOLDER = "evt_";

export function EventsTable({ list, isStale, search, routes, boxRef, onOpen }: EventsTableProps) {
  // Without the tab: which one opens is remembered, and switching it must not render a hundred rows.
  const address =
    ownUrl("/events") + stringifySearch(withSelection({ ...search, tab: undefined }, PLACEHOLDER));
  const [before = "", after = ""] = address.split(`=${PLACEHOLDER}`);
  // The first paint draws what can be seen; the rest follows in the background, without holding up a key or a click.
  const isWhole = useDeferredValue(true, false);
  const rows = isWhole ? list.events : list.events.slice(0, FIRST_ROWS);
  const open = (press: MouseEvent<HTMLTableSectionElement>) => {
    if (press.defaultPrevented || press.metaKey || press.ctrlKey || press.shiftKey || press.altKey) return;
    const row = press.target instanceof Element ? press.target.closest<HTMLElement>("[data-event-id]") : null;
    const id = row?.dataset["eventId"];
    if (id === undefined) return;
    press.preventDefault();
    // Somebody marks text in the row to copy it.
    if (window.getSelection()?.isCollapsed === false && press.detail > 0) return;
    onOpen(id, press.detail === 0);
  };
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
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- the link in each row is what a keyboard presses; its click arrives here */}
      <tbody onClick={open}>
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
      </tbody>
    </Table>
  );
}
