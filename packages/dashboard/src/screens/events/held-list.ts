/**
 * Which rows are on screen when a new page of events arrives?
 *
 * Rows must not move while a person reads them. While the list is held, the rows and their order stay, each row shows
 * the changes of its own event, and new events are only counted. When the list is free, the new page replaces the old
 * one, and its new events are marked as fresh. An event that did not change stays the same object, so that its
 * memoised row does not render again.
 */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { Event, listEvents } from "@posthorn/contract/events";

export type EventPage = ReplyOf<typeof listEvents>;

export interface HeldList {
  /** Filters and page. A new key means a new list, which keeps nothing of the old one. */
  key: string;
  events: readonly Event[];
  /** The cursors of the rows on screen, not of the newest page: the next page begins where the rows end. */
  pagination: EventPage["pagination"];
  /** Events that came with the last page while the list was free. They are highlighted. */
  fresh: ReadonlySet<string>;
  /** The newest page, which `release` shows. */
  latest: EventPage;
  /** How many new events of the newest page are not on screen yet. */
  waiting: number;
  /** The newest page and the list share no event, so more events may wait than `waiting` says. */
  isGap: boolean;
}

const NONE: ReadonlySet<string> = new Set();

function isSame(a: Event, b: Event): boolean {
  return (
    a.updated_at === b.updated_at &&
    a.status === b.status &&
    a.attempts === b.attempts &&
    a.response_status === b.response_status &&
    a.error_code === b.error_code &&
    a.next_attempt_at === b.next_attempt_at &&
    a.last_attempt_at === b.last_attempt_at
  );
}

/** Returns the page with the old object for each event that did not change. */
function keepObjects(page: readonly Event[], known: ReadonlyMap<string, Event>): Event[] {
  return page.map((event) => {
    const before = known.get(event.id);
    return before && isSame(before, event) ? before : event;
  });
}

function byId(events: readonly Event[]): Map<string, Event> {
  return new Map(events.map((event) => [event.id, event]));
}

/** A list that was just opened: none of its events is fresh. */
function openList(key: string, page: EventPage): HeldList {
  const { models: events, pagination } = page;
  return { key, events, pagination, fresh: NONE, latest: page, waiting: 0, isGap: false };
}

export function receivePage(list: HeldList | null, key: string, page: EventPage, isHeld: boolean): HeldList {
  if (list === null || list.key !== key) return openList(key, page);
  const known = byId(list.events);
  const latest = { ...page, models: keepObjects(page.models, known) };
  // An older event that moves up because one above it left is not new.
  const added = latest.models.filter((event) => !known.has(event.id) && isNewer(event, list.events));
  if (!isHeld || list.events.length === 0)
    return { ...openList(key, latest), fresh: new Set(added.map((event) => event.id)) };
  const now = byId(latest.models);
  return {
    ...list,
    events: list.events.map((event) => now.get(event.id) ?? event),
    fresh: NONE,
    latest,
    waiting: added.length,
    isGap: added.length > 0 && added.length === latest.models.length,
  };
}

/** Ids are ordered by time, so they decide between two events of the same millisecond. */
function isNewer(event: Event, than: readonly Event[]): boolean {
  const first = than[0];
  return (
    first === undefined ||
    event.created_at > first.created_at ||
    (event.created_at === first.created_at && event.id > first.id)
  );
}

/** Shows the events that waited. */
export function release(list: HeldList): HeldList {
  return receivePage(list, list.key, list.latest, false);
}

/** Updates rows with events that were loaded by id. */
export function refreshRows(list: HeldList, events: readonly Event[]): HeldList {
  const now = byId(keepObjects(events, byId(list.events)));
  const isChanged = list.events.some((event) => (now.get(event.id) ?? event) !== event);
  return isChanged ? { ...list, events: list.events.map((event) => now.get(event.id) ?? event) } : list;
}

/** Ids of rows that may still change but are no longer on the newest page. */
export function lostRows(list: HeldList): string[] {
  const latest = new Set(list.latest.models.map((event) => event.id));
  return list.events
    .filter((event) => !latest.has(event.id) && (isUnsettled(event) || event.next_attempt_at !== null))
    .map((event) => event.id);
}

function isUnsettled({ status }: Event): boolean {
  return status === "QUEUED" || status === "SCHEDULED" || status === "HOLD";
}
