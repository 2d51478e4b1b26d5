/** What became of a request? Its events, its ignored events, and a way to retry it. */
import * as z from "zod/mini";
import { IGNORED_CAUSES } from "./causes.ts";
import { defineEndpoint } from "./endpoint.ts";
import { EVENT_SORT_KEYS, Event, EventQuery } from "./events.ts";
import { FILTER_MAX_VALUES } from "./limits.ts";
import { IdFilter, Timestamp, listQuery, pageOf } from "./lists.ts";
import { Request } from "./requests.ts";
import { FILTER_PARTS } from "./rules.ts";

/** Records that a connection made no event of a request, and why. */
export const IgnoredEvent = z.object({
  /** The ids of the request and of the connection, with a colon between. */
  id: z.string(),
  team_id: z.string(),
  webhook_id: z.string(),
  cause: z.enum(IGNORED_CAUSES),
  request_id: z.string(),
  /**
   * The parts of the request that a filter refused, or the transformation that failed. Null with TRANSFORMATION_FAILED
   * means that the fault is the server's own, and of no transformation.
   */
  meta: z.nullable(z.union([z.array(z.enum(FILTER_PARTS)), z.object({ transformation_id: z.string() })])),
  created_at: Timestamp,
  updated_at: Timestamp,
});
export type IgnoredEvent = z.output<typeof IgnoredEvent>;

export const listRequestEvents = defineEndpoint({
  hasDashboardDoor: true,
  method: "GET",
  path: "/requests/{id}/events",
  summary: "List the events of a request",
  right: "see",
  query: listQuery(EventQuery, EVENT_SORT_KEYS),
  reply: pageOf(Event),
  errors: [404],
});
export const listIgnoredEvents = defineEndpoint({
  hasDashboardDoor: true,
  method: "GET",
  path: "/requests/{id}/ignored_events",
  summary: "List the connections that made no event of a request",
  right: "see",
  query: listQuery({ id: z.optional(IdFilter) }, ["created_at", "id"]),
  reply: pageOf(IgnoredEvent),
  errors: [404],
});

const RetryInput = z.optional(
  z.nullable(
    z.strictObject({
      /** Retries only these of the connections that ignored the request. */
      webhook_ids: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(FILTER_MAX_VALUES))),
    }),
  ),
);
export const retryRequest = defineEndpoint({
  hasDashboardDoor: true,
  method: "POST",
  path: "/requests/{id}/retry",
  summary: "Take a rejected request in after all, or have its ignored events decided anew",
  right: "send",
  body: RetryInput,
  /** `events` is null if the request is rejected again, and empty if no connection made an event of it. */
  reply: z.object({ request: Request, events: z.nullable(z.array(Event)) }),
  errors: [404],
});
