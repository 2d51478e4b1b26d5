/**
 * What does a request become?
 *
 * Pure: one event or one ignored event for every connection the source has now. Rules run here once they
 * exist. The number in an event's id follows the order of the connections, so routing the same request
 * again after a crash makes the same ids.
 */
import type { EventStatus, IgnoredCause } from "@posthorn/contract/causes";
import { eventIdBytes } from "../../ids.ts";
import { statusOfNewEvent } from "../../lifecycle.ts";
import type { ConnectionRoute, SourceRoute } from "../routing-table.ts";

export type Routed =
  | { connection: ConnectionRoute; id: Buffer; status: EventStatus }
  | { connection: ConnectionRoute; cause: IgnoredCause };

export function routeRequest(requestId: Uint8Array, route: SourceRoute): Routed[] {
  return route.connections.map((connection, index) => {
    if (connection.isDisabled) return { connection, cause: "DISABLED" };
    return { connection, id: eventIdBytes(requestId, index + 1), status: statusOfNewEvent(connection) };
  });
}
