/**
 * How is something that came in sent through the rules once more?
 *
 * As a new request, which nobody sent and which has the same data. What came of the first one stays as it is.
 * Only 2026-09-01 has these endpoints.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { Event } from "./events.ts";
import { FILTER_MAX_VALUES } from "./limits.ts";
import { Request } from "./requests.ts";

/** One request for each source that took it in; `events` is empty when no connection made one of it. */
const Replayed = z.object({ requests: z.array(Request), events: z.array(Event) });

/** Where what is replayed is to come in; nothing said: where it came in before. */
export const ReplayTarget = z.strictObject({
  /** Without connections: all that it has while the replay runs. */
  source_id: z.optional(z.string()),
  /** Only these: of the source that is named, or of the project. */
  webhook_ids: z.optional(z.array(z.string()).check(z.minLength(1), z.maxLength(FILTER_MAX_VALUES))),
});
export type ReplayTarget = z.output<typeof ReplayTarget>;

export const replayRequest = defineEndpoint({
  method: "POST",
  path: "/requests/{id}/replay",
  summary: "Send the data of a request once more, through its source or others",
  role: "member",
  body: z.optional(z.nullable(ReplayTarget)),
  reply: Replayed,
  errors: [404, 410],
});

export const replayEvent = defineEndpoint({
  method: "POST",
  path: "/events/{id}/replay",
  summary: "Send what an event was made of through the event's connection once more",
  role: "member",
  reply: Replayed,
  errors: [404],
});
