/**
 * How does a caller send stored data through the rules once more?
 *
 * The server makes a new request with the same data. The first request and its events stay as they are. Only the
 * wire version 2026-09-01 has these endpoints.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { Event } from "./events.ts";
import { FILTER_MAX_VALUES } from "./limits.ts";
import { Request } from "./requests.ts";

/** One request for each source of the target. `events` is empty if no connection made an event of the data. */
const Replayed = z.object({ requests: z.array(Request), events: z.array(Event) });

/** The source or connections that the replay goes to. Empty: the source at which the data came in. */
export const ReplayTarget = z.strictObject({
  /** Without `webhook_ids`: all connections that the source has while the replay runs. */
  source_id: z.optional(z.string()),
  /** Only these connections, of the source if one is named, otherwise of the project. */
  webhook_ids: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(FILTER_MAX_VALUES))),
});
export type ReplayTarget = z.output<typeof ReplayTarget>;

export const replayRequest = defineEndpoint({
  method: "POST",
  path: "/requests/{id}/replay",
  summary: "Send the data of a request once more, through its source or others",
  right: "send",
  body: z.optional(z.nullable(ReplayTarget)),
  reply: Replayed,
  errors: [404, 410],
});

export const replayEvent = defineEndpoint({
  method: "POST",
  path: "/events/{id}/replay",
  summary: "Send what an event was made of through the event's connection once more",
  right: "send",
  reply: Replayed,
  errors: [404],
});
