/**
 * What does a person want to see of what happens?
 *
 * Pure. A connection and the statuses of events ask for events alone, and the statuses of requests for requests alone.
 * Without a status, an event that only waits for its turn is no news: it is shown once something has become of it.
 */
import { EVENT_STATUSES, type EventStatus } from "@posthorn/contract/causes";
import { misuse } from "../failure.ts";

export const WHAT = ["requests", "events"] as const;
const REQUEST_STATUSES = ["accepted", "rejected"] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];
export const STATUSES = [...EVENT_STATUSES, ...REQUEST_STATUSES] as const;

const USUAL: readonly EventStatus[] = EVENT_STATUSES.filter((status) => status !== "QUEUED");

/** Null: none of this kind. */
export interface Wanted {
  requests: { statuses: readonly RequestStatus[] } | null;
  events: { statuses: readonly EventStatus[] } | null;
}

interface Typed {
  what: string | undefined;
  connections: readonly string[];
  statuses: readonly string[];
}

export function wantedOf({ what, connections, statuses }: Typed): Wanted {
  const ofEvents = EVENT_STATUSES.filter((status) => statuses.includes(status));
  const ofRequests = REQUEST_STATUSES.filter((status) => statuses.includes(status));
  const onlyEvents = connections.length > 0 || (ofEvents.length > 0 && ofRequests.length === 0);
  const onlyRequests = ofRequests.length > 0 && ofEvents.length === 0;
  const hasRequests = what === undefined ? !onlyEvents : what === "requests";
  const hasEvents = what === undefined ? !onlyRequests : what === "events";
  if ((hasRequests && onlyEvents) || (hasEvents && onlyRequests) || (!hasRequests && !hasEvents))
    throw misuse(
      "No request or event can match all of that.",
      `A connection and the statuses ${EVENT_STATUSES.join(", ")} are of events; ${REQUEST_STATUSES.join(" and ")} are of requests.`,
    );
  return {
    requests: hasRequests ? { statuses: ofRequests.length > 0 ? ofRequests : REQUEST_STATUSES } : null,
    events: hasEvents ? { statuses: ofEvents.length > 0 ? ofEvents : USUAL } : null,
  };
}
