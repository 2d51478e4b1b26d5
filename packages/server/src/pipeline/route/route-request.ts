/**
 * What does a request become?
 *
 * A pure function: from the verdicts it makes one event or one ignored event for every connection that the
 * source has now; for a connection to a CLI, one event for each listening session. The number in an event's id
 * follows the order of the connections, so routing the same request again after a crash gives the same ids. A
 * transformed payload has the id of the connection's first event.
 */
import type { EventStatus } from "@posthorn/contract/causes";
import type { CliSession } from "../../cli/session-table.ts";
import { eventIdBytes } from "../../ids.ts";
import { statusOfNewEvent } from "../../lifecycle.ts";
import type { NewEvent, NewExecution, NewIgnoredEvent, NewPayload } from "../../store/routed.ts";
import type { ConnectionRoute } from "../source-route.ts";
import type { ReceivedPayload } from "../received-payload.ts";
import type { Execution, Verdict } from "./evaluate.ts";

export interface JudgedRequest {
  team: Uint8Array;
  id: Uint8Array;
  /** The id under which the request's own payload is stored. */
  payload: Uint8Array;
  receivedAtMs: number;
}

/** Without a lease: the router takes one if there is room in memory. */
export interface RoutedEvent extends NewEvent {
  /** The session of the CLI that gets the event. */
  session: CliSession | null;
  content: ReceivedPayload;
}

export interface Outcome {
  events: RoutedEvent[];
  ignored: NewIgnoredEvent | null;
  payload: NewPayload | null;
  execution: NewExecution | null;
}

/** How many event numbers of the request an outcome uses: one even without an event. */
export function numbersOf({ events }: Outcome): number {
  return Math.max(1, events.length);
}

/** `ordinal` counts from 1 within the request; it is the number of the first event. */
export function outcomeOf(
  request: JudgedRequest,
  connection: ConnectionRoute,
  verdict: Verdict,
  ordinal: number,
): Outcome {
  const { team } = request;
  const id = eventIdBytes(request.id, ordinal);
  const subject = {
    team,
    connection: connection.id,
    connectionKey: connection.key,
  };
  const isTransformed = "payload" in verdict && verdict.isTransformed;
  const execution =
    verdict.execution && newExecution(request, connection, id, isTransformed ? id : null, verdict.execution);
  if ("cause" in verdict) {
    const { cause, meta } = verdict;
    return {
      events: [],
      ignored: { ...subject, request: request.id, cause, meta },
      payload: null,
      execution,
    };
  }
  const { delayMs } = connection.rules;
  const status: EventStatus = statusOfNewEvent({ isPaused: connection.isPaused, isDelayed: delayMs > 0 });
  const event: RoutedEvent = {
    ...subject,
    id,
    payload: isTransformed ? id : request.payload,
    status,
    isLeased: false,
    delayMs,
    ...(verdict.group !== undefined && { delivery_group: verdict.group }),
    session: null,
    content: verdict.payload,
  };
  return {
    events: verdict.sessions?.map((session, at) => ({
      ...event,
      id: eventIdBytes(request.id, ordinal + at),
      session,
    })) ?? [event],
    ignored: null,
    payload: isTransformed ? { ...verdict.payload, team, id } : null,
    execution,
  };
}

function newExecution(
  request: JudgedRequest,
  connection: ConnectionRoute,
  id: Uint8Array,
  transformed: Uint8Array | null,
  { transformation_id, run }: Execution,
): NewExecution {
  const failure = "failure" in run ? [{ type: "error" as const, message: run.failure }] : [];
  return {
    team: request.team,
    id,
    transformation_id,
    connection: connection.id,
    original: request.payload,
    transformed,
    log_level: run.log_level,
    logs: [...run.console, ...failure],
  };
}
