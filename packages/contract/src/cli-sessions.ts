/**
 * How does a developer's machine ask to receive events?
 *
 * The CLI opens a session for some connections, then dials the socket with the session's id. A session
 * covers exactly the connections it names; filters narrow what it gets of them.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { CLI_SESSION_MAX_CONNECTIONS } from "./limits.ts";
import { FilterSchema } from "./rules.ts";

/**
 * The subprotocol of our own client. It carries what is no text as well: `data_base64` stands in the place of
 * `data_string` and `data`. Other clients offer another subprotocol, and get text only.
 */
export const CLI_SUBPROTOCOL = "posthorn-cli-v1";

/** The header in which our own client names its machine, percent-encoded. */
export const CLI_DEVICE_HEADER = "x-posthorn-device";

/** A part that is left out, or null, lets everything pass. */
export const CliSessionFilters = z.strictObject({
  body: FilterSchema,
  headers: FilterSchema,
  path: FilterSchema,
  query: FilterSchema,
});
export type CliSessionFilters = z.output<typeof CliSessionFilters>;

export const createCliSession = defineEndpoint({
  method: "POST",
  path: "/cli-sessions",
  summary: "Open a session in which a CLI receives the events of connections",
  right: "listen",
  body: z.strictObject({
    webhook_ids: z.array(z.string()).check(z.minLength(1), z.maxLength(CLI_SESSION_MAX_CONNECTIONS)),
    filters: z.optional(z.nullable(CliSessionFilters)),
  }),
  reply: z.object({ id: z.string() }),
  errors: [404, 410],
});
