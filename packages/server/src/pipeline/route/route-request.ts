/**
 * What does a request become?
 *
 * Pure: one event or one ignored event for every connection the source has now, through its rules. The
 * number in an event's id follows the order of the connections, so routing the same request again after a
 * crash makes the same ids.
 */
import type { EventStatus, IgnoredCause } from "@posthorn/contract/causes";
import { eventIdBytes } from "../../ids.ts";
import { statusOfNewEvent } from "../../lifecycle.ts";
import type { ConnectionRoute, SourceRoute } from "../routing-table.ts";
import type { ReceivedPayload } from "../send/delivery-request.ts";
import { refusedParts, viewOf } from "./rules.ts";

export type Routed =
  | { connection: ConnectionRoute; id: Buffer; status: EventStatus; delayMs: number }
  | { connection: ConnectionRoute; cause: IgnoredCause; meta: unknown };

export function routeRequest(requestId: Uint8Array, route: SourceRoute, payload: ReceivedPayload): Routed[] {
  const view = viewOf(payload);
  return route.connections.map((connection, index) => {
    if (connection.isDisabled) return { connection, cause: "DISABLED", meta: null };
    const refused = refusedParts(connection.rules, view);
    if (refused) return { connection, cause: "FILTERED", meta: refused };
    const { delayMs } = connection.rules;
    const status = statusOfNewEvent({ isPaused: connection.isPaused, isDelayed: delayMs > 0 });
    return { connection, id: eventIdBytes(requestId, index + 1), status, delayMs };
  });
}
