/**
 * What does a request become?
 *
 * Pure: from what the rules said, one event or one ignored event for every connection the source has now.
 * The number in an event's id follows the order of the connections, so routing the same request again
 * after a crash makes the same ids. What a transformation made of the request has the event's id too.
 */
import type { EventStatus } from "@posthorn/contract/causes";
import { eventIdBytes } from "../../ids.ts";
import { statusOfNewEvent } from "../../lifecycle.ts";
import type { NewEvent, NewExecution, NewIgnoredEvent, NewPayload } from "../../store/events.ts";
import type { ConnectionRoute } from "../routing-table.ts";
import type { ReceivedPayload } from "../send/delivery-request.ts";
import type { Execution, Verdict } from "./evaluate.ts";

export interface JudgedRequest {
  team: Uint8Array;
  id: Uint8Array;
  /** What the request's own payload is stored under. */
  payload: Uint8Array;
  receivedAtMs: number;
}

/** Without a lease: the router takes one where there is room in memory. */
export interface RoutedEvent extends NewEvent {
  content: ReceivedPayload;
}

export interface Outcome {
  event: RoutedEvent | null;
  ignored: NewIgnoredEvent | null;
  payload: NewPayload | null;
  execution: NewExecution | null;
}

/** `ordinal` counts from 1 within the request. */
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
    createdAtMs: request.receivedAtMs,
  };
  const isTransformed = "payload" in verdict && verdict.isTransformed;
  const execution =
    verdict.execution && newExecution(request, connection, id, isTransformed ? id : null, verdict.execution);
  if ("cause" in verdict) {
    const { cause, meta } = verdict;
    return {
      event: null,
      ignored: { ...subject, request: request.id, cause, meta },
      payload: null,
      execution,
    };
  }
  const { delayMs } = connection.rules;
  const status: EventStatus = statusOfNewEvent({ isPaused: connection.isPaused, isDelayed: delayMs > 0 });
  return {
    event: {
      ...subject,
      id,
      payload: isTransformed ? id : request.payload,
      status,
      isLeased: false,
      delayMs,
      content: verdict.payload,
    },
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
