/** What is an attempt, and which endpoints does it have? An attempt is one try at delivering an event. */
import * as z from "zod/mini";
import { ATTEMPT_STATUSES, ATTEMPT_TRIGGERS, DELIVERY_ERROR_CODES, REQUEST_METHODS } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";
import { IdFilter, NullableTimestamp, Timestamp, listQuery, pageOf } from "./lists.ts";

/** Lists leave out `body`, `requested_url` and `http_method`; getting one attempt includes them. */
export const Attempt = z.object({
  id: z.string(),
  team_id: z.string(),
  event_id: z.string(),
  destination_id: z.string(),
  response_status: z.nullable(z.int()),
  attempt_number: z.int(),
  trigger: z.enum(ATTEMPT_TRIGGERS),
  error_code: z.nullable(z.enum(DELIVERY_ERROR_CODES)),
  body: z.optional(z.unknown()),
  requested_url: z.optional(z.nullable(z.string())),
  http_method: z.optional(z.nullable(z.enum(REQUEST_METHODS))),
  bulk_retry_id: z.nullable(z.string()),
  status: z.enum(ATTEMPT_STATUSES),
  successful_at: NullableTimestamp,
  delivered_at: NullableTimestamp,
  responded_at: NullableTimestamp,
  delivery_latency: z.nullable(z.int()),
  response_latency: z.nullable(z.int()),
  updated_at: Timestamp,
  created_at: Timestamp,
});
export type Attempt = z.output<typeof Attempt>;

export const listAttempts = defineEndpoint({
  method: "GET",
  path: "/attempts",
  summary: "List attempts",
  right: "see",
  query: listQuery({ id: z.optional(IdFilter), event_id: z.optional(IdFilter) }, ["created_at"]),
  reply: pageOf(Attempt),
});
export const getAttempt = defineEndpoint({
  method: "GET",
  path: "/attempts/{id}",
  summary: "Get an attempt with the response that came back",
  right: "see",
  reply: Attempt,
  errors: [404],
});
