/**
 * What does the router know about a request, and what does the request need before its rules can be asked?
 */
import type { RejectionCause } from "@posthorn/contract/causes";
import { uuidText } from "../../ids.ts";
import type { UnroutedRequest } from "../../store/requests.ts";
import { contentCoding } from "../content-coding.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import type { ConnectionRoute, SourceRoute } from "../source-route.ts";
import type { Trace } from "../trace.ts";

export interface RoutableRequest extends ReceivedPayload {
  id: Uint8Array;
  route: SourceRoute;
  receivedAtMs: number;
  rejection_cause: RejectionCause | null;
  verified: boolean | null;
  /** The request waited in the database, so the process's mark may have passed it. */
  hasWaited?: boolean;
  /** The process number under which it was accepted or adopted. If this process has another one now, its heir routes it. */
  acceptedBy: number;
  /** Absent or null: it is not traced. */
  trace?: Trace | null;
}

/** Events for CLIs and events in groups need more columns than the statement of requests that are routed at once has. */
export function canRouteAtOnce({ rules, destination }: ConnectionRoute): boolean {
  return rules.isImmediate && destination.type !== "CLI" && destination.groups === null;
}

/** Its body is compressed, and a connection may look into it. */
export function mustDecode({ route, headers }: RoutableRequest): boolean {
  return route.connections.some(looksIntoBodies) && contentCoding(headers) !== null;
}

function looksIntoBodies({ rules, destination }: ConnectionRoute): boolean {
  return rules.steps.length > 0 || destination.groups !== null || destination.type === "CLI";
}

/** What memory keeps of a request that waits in the database. */
export function parkedOf({ id, route, verified }: RoutableRequest): UnroutedRequest {
  return { team_id: route.teamKey, id: uuidText(id), source_id: route.key, verified };
}
