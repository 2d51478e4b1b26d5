/**
 * What does the wire between source and destination show? The latest event decides. While there is none, a rejected
 * request does, so that the sender learns that something arrived.
 */
import type { Connection } from "@posthorn/contract/connections";
import type { Event } from "@posthorn/contract/events";
import type { Request } from "@posthorn/contract/requests";
import { outcomeOf } from "../../resources/events/delivery-outcome.ts";

export type WireState = "waiting" | "refused" | "arrived" | "delivered" | "failed";

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
  rejections: readonly Request[],
): Wire {
  const latest = events[0];
  if (!latest) {
    if (rejections.length > 0)
      return {
        state: "refused",
        title: `${source.name} turned a request away`,
        text: "The reason is below. Send it again once it is mended.",
      };
    return {
      state: "waiting",
      title: "Waiting for the first request",
      text: "It shows up here within two seconds of being sent.",
    };
  }
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
