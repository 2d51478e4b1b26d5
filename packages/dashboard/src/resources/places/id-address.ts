/**
 * Which page shows what an id names? `evt_…` is at `/events/evt_…`.
 *
 * Most ids make an address by themselves. For the others the server says where they are shown.
 */
import { attemptOfId, ID_PREFIXES, internalId, publicId, type IdKind } from "@posthorn/contract/ids";
import type { Place } from "@posthorn/contract/places";

export interface IdTarget {
  id: string;
  /** What a person calls it: "event". */
  name: string;
  /** Null: the server must be asked for its place. */
  address: string | null;
}

const under = (path: string) => (id: string) => `${path}/${id}`;

/** Kinds that no page shows are missing. */
const SHOWN: Partial<Record<IdKind, { name: string; address: ((id: string) => string) | null }>> = {
  event: { name: "event", address: under("/events") },
  request: { name: "request", address: under("/requests") },
  connection: { name: "connection", address: under("/connections") },
  source: { name: "source", address: under("/sources") },
  destination: { name: "destination", address: under("/destinations") },
  transformation: { name: "transformation", address: under("/transformations") },
  issue: { name: "issue", address: under("/issues") },
  issue_trigger: { name: "issue trigger", address: under("/issue-triggers") },
  bookmark: { name: "bookmark", address: (id) => `/bookmarks?selected_id=${id}` },
  execution: { name: "execution", address: null },
  bulk_operation: { name: "bulk operation", address: null },
  payload: { name: "data of a request", address: null },
};

export function addressOfPlace(id: string, place: Place): string {
  if (place.kind === "event") return `/events/${place.id}`;
  if (place.kind === "request") return `/requests/${place.id}`;
  if (place.kind === "execution")
    return `/transformations/${place.transformation_id}/executions?selected_execution_id=${id}`;
  const list = place.type.startsWith("events.") ? "/events" : "/requests";
  return `${list}?bulk_retry_id=${id}`;
}

/** Null: the text is no id, or names something without a page. */
export function targetOfId(text: string): IdTarget | null {
  const id = text.trim();
  const attempt = attemptOfId(id);
  if (attempt) {
    const event = publicId("event", attempt.event_id);
    return { id, name: "attempt", address: `/events/${event}/attempts?selected_attempt_id=${id}` };
  }
  // Safe: the keys of the prefixes are the kinds.
  for (const kind of Object.keys(ID_PREFIXES) as IdKind[]) {
    const shown = SHOWN[kind];
    if (shown && internalId(kind, id) !== null)
      return { id, name: shown.name, address: shown.address?.(id) ?? null };
  }
  return null;
}
