/**
 * What has this process begun and not finished?
 *
 * The heartbeat asks for the marks: if the process dies, its heir looks no further back. Code that finds leases in the
 * database asks which of them the process knows of. Pure: the work comes in as arguments.
 */
import { newId, requestIdOfEvent, uuidText } from "../ids.ts";
import type { Delivery } from "../pipeline/delivery.ts";
import type { RoutableRequest } from "../pipeline/route/routable-request.ts";
import type { Marks } from "../store/processes.ts";

interface StoredRow {
  id: Uint8Array;
}

export interface UnfinishedWork {
  /** Requests whose commit has not returned. */
  storing: Iterable<StoredRow>;
  /** Ids of requests that may or may not be stored. */
  uncertain: Iterable<string>;
  /** Requests whose events are not written yet. */
  unrouted: Iterable<Pick<RoutableRequest, "id" | "hasWaited">>;
  /** Ids of requests that wait in the database: at least the oldest. */
  waiting: Iterable<string>;
  /** Everything the process holds a lease on. */
  held: Iterable<Pick<Delivery, "id" | "isClaimed">>;
  adoptions: number;
}

export function marksOf({ storing, uncertain, unrouted, waiting, held, adoptions }: UnfinishedWork): Marks {
  const now = newId();
  const marks: Marks = { unfinishedFrom: now, unroutedFrom: now, adoptions };
  const consider = (mark: "unfinishedFrom" | "unroutedFrom", id: string) => {
    if (id < marks[mark]) marks[mark] = id;
  };
  const considerBoth = (id: string) => {
    consider("unfinishedFrom", id);
    consider("unroutedFrom", id);
  };
  for (const { id } of storing) considerBoth(uuidText(id));
  for (const id of uncertain) considerBoth(id);
  for (const { id, hasWaited } of unrouted) {
    consider("unroutedFrom", uuidText(id));
    // If the request has waited, an heir finds its events by their claims, not by the mark.
    if (!hasWaited) consider("unfinishedFrom", uuidText(id));
  }
  for (const id of waiting) consider("unroutedFrom", id);
  for (const { id, isClaimed } of held) if (!isClaimed) consider("unfinishedFrom", uuidText(id));
  return marks;
}

/** Returns a test: does this process hold the event, or is a commit writing or settling it? */
export function accountFor({
  held,
  beingWritten,
  ending,
}: {
  held: Iterable<StoredRow>;
  /** Requests whose events a commit is writing that has not returned. */
  beingWritten: Iterable<StoredRow>;
  ending: ReadonlySet<string>;
}): (eventId: string) => boolean {
  const textsOf = (rows: Iterable<StoredRow>) => new Set([...rows].map(({ id }) => uuidText(id)));
  const [events, requests] = [textsOf(held), textsOf(beingWritten)];
  return (eventId) => events.has(eventId) || ending.has(eventId) || requests.has(requestIdOfEvent(eventId));
}
