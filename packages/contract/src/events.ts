/** What is an event, and which endpoints does it have? An event is one request on its way to one destination. */
import * as z from "zod/mini";
import { DELIVERY_ERROR_CODES, EVENT_STATUSES, REQUEST_METHODS } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";
import {
  BooleanFilter,
  DateFilter,
  IdFilter,
  IntegerFilter,
  NullableResponseStatusFilter,
  NullableTimestamp,
  OptionalIdFilter,
  TextFilter,
  Timestamp,
  enumFilter,
  includeOf,
  listQuery,
  pageOf,
} from "./lists.ts";
import { PayloadQuery } from "./payload-filters.ts";
import { RawBody, ShortEventData } from "./requests.ts";

/** The request that the newest attempt sent; without an attempt, the one that the first will send. */
export const EventData = z.extend(ShortEventData, {
  url: z.string(),
  method: z.enum(REQUEST_METHODS),
  appended_headers: z.array(z.string()),
});
export type EventData = z.output<typeof EventData>;

export const Event = z.object({
  id: z.string(),
  team_id: z.string(),
  webhook_id: z.string(),
  source_id: z.string(),
  destination_id: z.string(),
  event_data_id: z.string(),
  request_id: z.string(),
  attempts: z.int(),
  last_attempt_at: NullableTimestamp,
  next_attempt_at: NullableTimestamp,
  response_status: z.nullable(z.int()),
  error_code: z.nullable(z.enum(DELIVERY_ERROR_CODES)),
  /** Absent if the event is in no group, or if its destination had no groups when the event was created. */
  delivery_group: z.optional(z.string()),
  status: z.enum(EVENT_STATUSES),
  successful_at: NullableTimestamp,
  cli_id: z.nullable(z.string()),
  updated_at: Timestamp,
  created_at: Timestamp,
  data: z.optional(z.nullable(EventData)),
});
export type Event = z.output<typeof Event>;

export const EventQuery = {
  id: z.optional(IdFilter),
  status: z.optional(enumFilter(EVENT_STATUSES)),
  webhook_id: z.optional(IdFilter),
  source_id: z.optional(IdFilter),
  destination_id: z.optional(IdFilter),
  request_id: z.optional(IdFilter),
  event_data_id: z.optional(IdFilter),
  attempts: z.optional(IntegerFilter),
  response_status: z.optional(NullableResponseStatusFilter),
  error_code: z.optional(enumFilter(DELIVERY_ERROR_CODES)),
  delivery_group: z.optional(TextFilter),
  cli_id: z.optional(OptionalIdFilter),
  /** The person whose CLI receives the event. */
  cli_user_id: z.optional(IdFilter),
  issue_id: z.optional(IdFilter),
  created_at: z.optional(DateFilter),
  successful_at: z.optional(DateFilter),
  last_attempt_at: z.optional(DateFilter),
  next_attempt_at: z.optional(DateFilter),
  bulk_retry_id: z.optional(IdFilter),
  ...PayloadQuery,
  include: z.optional(includeOf("data")),
  /** Changes nothing: every search returns what it found in time, with a cursor to continue. Clients may send it. */
  progressive: z.optional(BooleanFilter),
};
/** With `last_attempt_at`, events without an attempt come before all others. */
export const EVENT_SORT_KEYS = ["created_at", "last_attempt_at"] as const;
/** The filters of a list or a count, once parsed. */
export type EventFilters = z.output<z.ZodMiniObject<typeof EventQuery>>;

export const listEvents = defineEndpoint({
  method: "GET",
  path: "/events",
  summary: "List events",
  right: "see",
  query: listQuery(EventQuery, EVENT_SORT_KEYS),
  reply: pageOf(Event),
});
export const getEvent = defineEndpoint({
  method: "GET",
  path: "/events/{id}",
  summary: "Get an event with its data",
  right: "see",
  reply: Event,
  errors: [404],
});
export const getEventRawBody = defineEndpoint({
  method: "GET",
  path: "/events/{id}/raw_body",
  summary: "Get the body of an event",
  right: "see",
  reply: RawBody,
  errors: [404],
});
const cancelling = {
  method: "PUT",
  summary: "Drop whatever attempts an event still has before it",
  right: "send",
  reply: Event,
  errors: [404],
} as const;
export const cancelEvent = defineEndpoint({ ...cancelling, path: "/events/{id}/cancel" });
/** The name that older clients use for cancel. */
export const muteEvent = defineEndpoint({ ...cancelling, path: "/events/{id}/mute" });
export const retryEvent = defineEndpoint({
  method: "POST",
  path: "/events/{id}/retry",
  summary: "Deliver an event once more",
  right: "send",
  reply: Event,
  errors: [404],
});
