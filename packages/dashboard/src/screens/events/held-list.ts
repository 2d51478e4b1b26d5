/**
 * Which rows are on screen when a new page of events arrives?
 *
 * Nothing that is being read may move. While the list is held, the rows and their order stay as they are, each row
 * takes over what changed about its own event, and what came on top is only counted. When it is free, the new page
 * replaces the old one and the events that came with it are marked as fresh. An event that did not change stays the
 * same object, so that its memoised row is not rendered again.
 */
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { Event, listEvents } from "@posthorn/contract/events";

export type EventPage = ReplyOf<typeof listEvents>;

export interface HeldList {
  /** Filters and page; a new key is a new list, and nothing of the old one is kept. */
  key: string;
  events: readonly Event[];
  /** The cursors of the rows on screen, not of the newest page: the next page begins where the rows end. */
  pagination: EventPage["pagination"];
  /** Came with the last page while the list was free: shown with a highlight. */
  fresh: ReadonlySet<string>;
  /** The newest page, which `release` brings on screen. */
  latest: EventPage;
  /** How many events of the newest page wait on top of the list. */
  waiting: number;
  /** The newest page has nothing in common with the list: more may wait than were counted. */
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

/** The page, with the old object wherever the event did not change. */
function keepObjects(page: readonly Event[], known: ReadonlyMap<string, Event>): Event[] {
  return page.map((event) => {
    const before = known.get(event.id);
    return before && isSame(before, event) ? before : event;
  });
}

function byId(events: readonly Event[]): Map<string, Event> {
  return new Map(events.map((event) => [event.id, event]));
}

/** A list that has just been opened: nothing of it is news. */
function openList(key: string, page: EventPage): HeldList {
  const { models: events, pagination } = page;
  return { key, events, pagination, fresh: NONE, latest: page, waiting: 0, isGap: false };
}

export function receivePage(list: HeldList | null, key: string, page: EventPage, isHeld: boolean): HeldList {
  if (list === null || list.key !== key) return openList(key, page);
  const known = byId(list.events);
  const latest = { ...page, models: keepObjects(page.models, known) };
  // An older event that moves up when one above it leaves is no news.
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

/** Ids are ordered by time, so they tell which of two events of the same millisecond came later. */
function isNewer(event: Event, than: readonly Event[]): boolean {
  const first = than[0];
  return (
    first === undefined ||
    event.created_at > first.created_at ||
    (event.created_at === first.created_at && event.id > first.id)
  );
}

/** Brings what waited on screen. */
export function release(list: HeldList): HeldList {
  return receivePage(list, list.key, list.latest, false);
}

/** Takes over events that were asked for by id because they left the newest page. */
export function refreshRows(list: HeldList, events: readonly Event[]): HeldList {
  const now = byId(keepObjects(events, byId(list.events)));
  const isChanged = list.events.some((event) => (now.get(event.id) ?? event) !== event);
  return isChanged ? { ...list, events: list.events.map((event) => now.get(event.id) ?? event) } : list;
}

/** Rows that may still change but are no longer part of the newest page. */
export function lostRows(list: HeldList): string[] {
  const latest = new Set(list.latest.models.map((event) => event.id));
  return list.events
    .filter((event) => !latest.has(event.id) && (isUnsettled(event) || event.next_attempt_at !== null))
    .map((event) => event.id);
}

function isUnsettled({ status }: Event): boolean {
  return status === "QUEUED" || status === "SCHEDULED" || status === "HOLD";
}
