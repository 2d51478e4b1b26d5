/**
 * What does the wire between source and destination show? The latest event decides. While there is none, the latest
 * request does, so that a person learns that something arrived, and what became of it.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import type { Arrival } from "../../resources/connections/arrival-queries.ts";
import { outcomeOf } from "../../resources/events/delivery-outcome.ts";
import { missedRequests } from "./missed-request.ts";

export type WireState = "waiting" | "rejected" | "ignored" | "arrived" | "delivered" | "failed";

export interface Wire {
  state: WireState;
  /** What happened. */
  title: string;
  /** What happens next. */
  text: string;
}

const OF_STATUS: Record<Event["status"], WireState> = {
  SUCCESSFUL: "delivered",
  FAILED: "failed",
  CANCELLED: "failed",
  QUEUED: "arrived",
  SCHEDULED: "arrived",
  HOLD: "arrived",
};

export function wireOf(
  { source, destination }: Pick<Connection, "source" | "destination">,
  events: readonly Event[],
  requests: readonly Arrival[],
): Wire {
  const latest = events[0];
  if (!latest) return withoutEvent(source.name, requests[0]);
  const state = OF_STATUS[latest.status];
  const isFirst = events.length === 1;
  if (state === "delivered")
    return {
      state,
      title: isFirst ? "Your first event was delivered" : `${destination.name} is receiving events`,
      text: `${destination.name} answered ${latest.response_status}. Open the event to see all of it.`,
    };
  if (state === "failed")
    return {
      state,
      title: isFirst
        ? "Your first event arrived, but was not delivered"
        : "The latest event was not delivered",
      text: `${outcomeOf(latest, new Date(latest.updated_at)).title}. Open the event to see why.`,
    };
  return {
    state,
    title: isFirst ? "Your first event has arrived" : "Another event has arrived",
    text: `It is on its way to ${destination.name}.`,
  };
}

function withoutEvent(sourceName: string, latest: Arrival | undefined): Wire {
  if (!latest)
    return {
      state: "waiting",
      title: "Waiting for the first request",
      text: "It shows up here within two seconds of being sent.",
    };
  const [missed] = missedRequests([latest]);
  if (!missed)
    return {
      state: "arrived",
      title: `${sourceName} received a request`,
      text: "The rules of this connection decide about it in a moment.",
    };
  const { kind, cause, why } = missed;
  return kind === "rejected"
    ? { state: kind, title: `${sourceName} rejected a request: ${cause}`, text: why }
    : { state: kind, title: `This connection ignored a request: ${cause}`, text: why };
}
