/**
 * How does a CLI get a key, and what does the server say about a key?
 *
 * Shipped clients log in through a browser (start, then poll until a person has claimed the login) or exchange
 * an API key for a CLI key. They define the paths and the words of the replies: `team` means a project, and
 * they call a project of ours an inbound event gateway.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { PROJECT_MODE, PROJECT_TYPE } from "./projects.ts";

/** Other releases of the client send more fields; we ignore them. */
const Device = z.object({ device_name: z.optional(z.string()) });

const Holder = {
  /** The user's fields are null if the key belongs to no person. */
  user_id: z.nullable(z.string()),
  user_name: z.nullable(z.string()),
  user_email: z.nullable(z.string()),
  user_is_guest: z.literal(false),
  organization_id: z.string(),
  organization_name: z.nullable(z.string()),
  team_id: z.string(),
  /** With the organization: `[Org] Project`. */
  team_name: z.string(),
  team_name_no_org: z.string(),
  team_mode: z.literal(PROJECT_MODE),
  team_type: z.literal(PROJECT_TYPE),
  team_product: z.literal(PROJECT_TYPE),
};

export const KeyHolder = z.object({
  ...Holder,
  /** Null for an API key, which is not tied to a machine. */
  client_id: z.nullable(z.string()),
});
export type KeyHolder = z.output<typeof KeyHolder>;

const IssuedKey = z.object({ ...Holder, client_id: z.string(), key: z.string() });
export type IssuedKey = z.output<typeof IssuedKey>;

export const startCliLogin = defineEndpoint({
  method: "POST",
  path: "/cli-auth",
  summary: "Begin the login of a CLI: a link for the browser, and an address to ask whether it was claimed",
  callers: "anyone",
  right: "see",
  body: Device,
  reply: z.object({ browser_url: z.string(), poll_url: z.string() }),
});

export const pollCliLogin = defineEndpoint({
  method: "GET",
  path: "/cli-auth/poll",
  summary: "Whether the login was claimed; the key is in the first reply after that, and in no other",
  callers: "anyone",
  right: "see",
  query: z.object({ key: z.string() }),
  reply: z.union([
    z.object({ claimed: z.literal(false) }),
    z.extend(IssuedKey, { claimed: z.literal(true) }),
  ]),
  errors: [410],
});

export const exchangeForCliKey = defineEndpoint({
  method: "POST",
  path: "/cli-auth/ci",
  summary: "A key for the CLI of one machine, in exchange for the one that is presented",
  callers: "keys",
  right: "see",
  body: Device,
  reply: IssuedKey,
});

export const validateKey = defineEndpoint({
  method: "GET",
  path: "/cli-auth/validate",
  summary: "Whose key is this, and which project does it act on?",
  right: "see",
  reply: KeyHolder,
});

export const createGuest = defineEndpoint({
  method: "POST",
  path: "/cli/guest",
  summary: "Always refused: there are no guests",
  callers: "anyone",
  right: "see",
  body: z.object({}),
  reply: z.never(),
});

export const updateCliClient = defineEndpoint({
  method: "PUT",
  path: "/cli/{id}",
  summary: "Rename the machine that a CLI runs on",
  right: "see",
  body: z.object({ device_name: z.string() }),
  reply: z.object({ id: z.string(), team_id: z.string(), device_name: z.string() }),
  errors: [404],
});
