/**
 * Which way did an event go, from its request to its last attempt? For our dashboard only.
 *
 * The trace has what the rows record. An event stores no list of the rules that it passed: they are those of its
 * connection, as long as nobody has edited the connection since.
 */
import * as z from "zod/mini";
import {
  ATTEMPT_STATUSES,
  ATTEMPT_TRIGGERS,
  DELIVERY_ERROR_CODES,
  EVENT_STATUSES,
  LOG_LEVELS,
} from "./causes.ts";
import { DESTINATION_TYPES } from "./destinations.ts";
import { defineEndpoint } from "./endpoint.ts";
import { NullableTimestamp, Timestamp } from "./lists.ts";
import { FILTER_PARTS } from "./rules.ts";

/** The trace has the first attempt and this many of the newest ones. */
export const TRACE_NEWEST_ATTEMPTS = 60;

const TraceRule = z.discriminatedUnion("type", [
  z.object({ type: z.literal("deduplicate"), window: z.int() }),
  z.object({
    type: z.literal("transform"),
    transformation_id: z.string(),
    transformation_name: z.nullable(z.string()),
    /** Null if the execution is past retention. */
    execution_id: z.nullable(z.string()),
    log_level: z.nullable(z.enum(LOG_LEVELS)),
  }),
  z.object({ type: z.literal("filter"), parts: z.array(z.enum(FILTER_PARTS)) }),
  z.object({ type: z.literal("delay"), delay: z.int() }),
]);
export type TraceRule = z.output<typeof TraceRule>;

const TraceAttempt = z.object({
  id: z.string(),
  attempt_number: z.int(),
  trigger: z.enum(ATTEMPT_TRIGGERS),
  status: z.enum(ATTEMPT_STATUSES),
  response_status: z.nullable(z.int()),
  error_code: z.nullable(z.enum(DELIVERY_ERROR_CODES)),
  created_at: Timestamp,
  /** When it was answered or failed. Null: not yet, or not known. */
  ended_at: NullableTimestamp,
});
export type TraceAttempt = z.output<typeof TraceAttempt>;

export const EventTrace = z.object({
  event_id: z.string(),
  request_id: z.string(),
  received_at: Timestamp,
  source: z.object({ id: z.string(), name: z.string() }),
  destination: z.object({ id: z.string(), name: z.string(), type: z.enum(DESTINATION_TYPES) }),
  connection: z.object({ id: z.string(), deleted_at: NullableTimestamp, paused_at: NullableTimestamp }),
  /** In the order in which they acted. */
  rules: z.array(TraceRule),
  /** Not null: the connection was edited after the event was created, so `rules` has only what a row proves. */
  rules_edited_at: NullableTimestamp,
  status: z.enum(EVENT_STATUSES),
  updated_at: Timestamp,
  next_attempt_at: NullableTimestamp,
  /** All that were begun, including those that are past retention or in between. */
  attempts_count: z.int(),
  /** In the order in which they were made. */
  attempts: z.array(TraceAttempt),
});
export type EventTrace = z.output<typeof EventTrace>;

export const getEventTrace = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/events/{id}/trace",
  summary: "The way of an event from its request to its last attempt",
  right: "see",
  reply: EventTrace,
  errors: [404],
});
