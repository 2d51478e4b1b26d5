/**
 * How does the list of events stay up to date without moving the rows that a person reads?
 *
 * `useHeldList` decides what is on screen. The event in the panel and the rows that left the newest page have their own
 * queries.
 */
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { useLayoutEffect, useMemo } from "react";
import { eventQuery, eventsByIdQuery, eventsQuery } from "../../resources/events/event-queries.ts";
import { lostRows, type HeldList } from "../../ui/list/held-list.ts";
import { isFirstPage } from "../../ui/list/list-url.ts";
import { useHeldList } from "../../ui/list/use-held-list.ts";
import { filtersOf, type EventsSearch } from "./events-url.ts";

/** The held list, with its rows under the name that this screen uses. */
export interface HeldEvents extends Omit<HeldList<Event>, "rows"> {
  events: readonly Event[];
}

export interface LiveEvents {
  /** Null until the first answer. */
  list: HeldEvents | null;
  /** The event in the panel, once loaded. It may be missing from the list. */
  selected: Event | undefined;
  /** The rows on screen belong to other filters or another page, while the right ones load. */
  isStale: boolean;
  /** The error of the last query; old rows may still be on screen. */
  error: unknown;
  isReconnecting: boolean;
  /** When the last answer came. Undefined: none yet. */
  answeredAt: Date | undefined;
  showWaiting: () => void;
  reload: () => Promise<unknown>;
}

const NONE: readonly string[] = [];

function mayChange({ status, next_attempt_at }: Event): boolean {
  return status === "QUEUED" || status === "SCHEDULED" || status === "HOLD" || next_attempt_at !== null;
}

function eventsOf({ rows, ...list }: HeldList<Event>): HeldEvents {
  return { ...list, events: rows };
}

export function useLiveEvents(search: EventsSearch, isHeld: () => boolean): LiveEvents {
  const filters = filtersOf(search);
  const key = JSON.stringify([filters, search.next, search.prev]);
  const isPolled = isFirstPage(search);
  const query = useQuery(eventsQuery(filters, search, isPolled));
  const page = query.isPlaceholderData ? undefined : query.data;
  const held = useHeldList({ key, page, answeredAt: query.dataUpdatedAt, isHeld });
  const { list, refresh } = held;

  const lostIds = list && isPolled ? lostRows(list, mayChange) : NONE;
  const lost = useQuery(eventsByIdQuery(lostIds)).data?.models;
  const selectedId = search.selected_event_id;
  const { data: selected } = useQuery({ ...eventQuery(selectedId ?? ""), enabled: selectedId !== undefined });
  useLayoutEffect(() => {
    if (lost) refresh(lost);
  }, [lost, refresh]);
  useLayoutEffect(() => {
    if (selected) refresh([selected]);
  }, [selected, refresh]);

  return {
    list: useMemo(() => list && eventsOf(list), [list]),
    selected,
    isStale: held.isStale,
    error: query.error,
    isReconnecting: query.isError || query.failureCount > 0,
    answeredAt: query.dataUpdatedAt > 0 ? new Date(query.dataUpdatedAt) : undefined,
    showWaiting: held.showWaiting,
    reload: () => query.refetch(),
  };
}
