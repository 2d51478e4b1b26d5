/**
 * How does a person let a CLI in that waits for them?
 *
 * For the page behind the link that the CLI opens. Asked by the dashboard only, with a session: a login is
 * claimed by somebody who is looking at it.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";

/** Why a link, or the address that a CLI asks, is of no use; goes with LINK_NOT_VALID as `data.reason`. */
export const WHY_NOT_VALID = ["unknown", "expired", "used"] as const;
export type WhyNotValid = (typeof WHY_NOT_VALID)[number];

export const CliLogin = z.object({
  device_name: z.string(),
  /** Where the CLI runs, as far as we can see. */
  address: z.string(),
  begun_at: z.string(),
  /** By the person who asks. */
  is_claimed: z.boolean(),
  /** Whether CLI and browser come from one address: then it was most likely this person who began it. */
  is_from_here: z.boolean(),
});
export type CliLogin = z.output<typeof CliLogin>;

export const getCliLogin = defineEndpoint({
  method: "GET",
  path: "/cli-login",
  summary: "Which CLI waits behind this link?",
  callers: "people",
  role: "viewer",
  query: z.object({ key: z.string() }),
  reply: CliLogin,
  errors: [410],
});

export const claimCliLogin = defineEndpoint({
  method: "POST",
  path: "/cli-login",
  summary: "Give the CLI behind this link a key of the person who asks, for the project they are in",
  callers: "people",
  role: "viewer",
  // Not in the path: paths of calls that change something are logged.
  body: z.strictObject({ key: z.string() }),
  reply: z.object({ claimed: z.literal(true) }),
  errors: [410],
});
