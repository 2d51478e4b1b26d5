/**
 * How does the list of events stay up to date without moving the rows that a person reads?
 *
 * It checks whether the list is held only when a page arrives, so that pointer and scrolling cause no rendering.
 * The event in the panel and the rows that left the newest page have their own queries.
 */
import type { Event } from "@posthorn/contract/events";
import { useQuery } from "@tanstack/react-query";
import { useEffectEvent, useLayoutEffect, useReducer } from "react";
import { eventQuery, eventsByIdQuery, eventsQuery } from "../../resources/events/event-queries.ts";
import { isFirstPage } from "../../ui/list/list-url.ts";
import { filtersOf, type EventsSearch } from "./events-url.ts";
import { lostRows, receivePage, refreshRows, release, type EventPage, type HeldList } from "./held-list.ts";

export interface LiveEvents {
  /** Null until the first answer. */
  list: HeldList | null;
  /** The event in the panel, once loaded. It may be missing from the list. */
  selected: Event | undefined;
  /** The rows on screen belong to other filters or another page, while the right ones load. */
  isStale: boolean;
  /** The error of the last query; old rows may still be on screen. */
  error: unknown;
  isReconnecting: boolean;
  showWaiting: () => void;
  reload: () => Promise<unknown>;
}

const NONE: readonly string[] = [];

/** What can change the list: a page arrived, single events changed, or the person wants to see the waiting events. */
type News = { arrived: EventPage; key: string; isHeld: boolean } | { changed: readonly Event[] } | "release";

function nextList(list: HeldList | null, news: News): HeldList | null {
  if (news === "release") return list && release(list);
  if ("changed" in news) return list && refreshRows(list, news.changed);
  return receivePage(list, news.key, news.arrived, news.isHeld);
}

export function useLiveEvents(search: EventsSearch, isHeld: () => boolean): LiveEvents {
  const filters = filtersOf(search);
  const key = JSON.stringify([filters, search.next, search.prev]);
  const isPolled = isFirstPage(search);
  const query = useQuery(eventsQuery(filters, search, isPolled));
  const page = query.isPlaceholderData ? undefined : query.data;
  const [list, tell] = useReducer(nextList, null, () => (page ? receivePage(null, key, page, false) : null));

  const receive = useEffectEvent((arrived: EventPage) => tell({ arrived, key, isHeld: isHeld() }));
  // Also runs if the answer did not change: the list may be free by now.
  const answeredAt = query.dataUpdatedAt;
  useLayoutEffect(() => {
    if (page && answeredAt > 0) receive(page);
  }, [page, answeredAt]);

  const lost = useQuery(eventsByIdQuery(list && isPolled ? lostRows(list) : NONE)).data?.models;
  const selectedId = search.selected_event_id;
  const { data: selected } = useQuery({ ...eventQuery(selectedId ?? ""), enabled: selectedId !== undefined });
  useLayoutEffect(() => {
    if (lost) tell({ changed: lost });
  }, [lost]);
  useLayoutEffect(() => {
    if (selected) tell({ changed: [selected] });
  }, [selected]);

  return {
    list,
    selected,
    isStale: list !== null && list.key !== key,
    error: query.error,
    isReconnecting: query.isError || query.failureCount > 0,
    showWaiting: () => tell("release"),
    reload: () => query.refetch(),
  };
}
