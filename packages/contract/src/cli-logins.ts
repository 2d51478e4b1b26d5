/**
 * How does a person let a waiting CLI in, or refuse it?
 *
 * The page behind the link that the CLI opens uses these endpoints. Only the dashboard calls them, with a session,
 * so that a person sees which CLI asks before they claim its login. Opening the link changes nothing.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";

/** Why a link, or the address that a CLI polls, is not valid. LINK_NOT_VALID carries it as `data.reason`. */
export const WHY_NOT_VALID = ["unknown", "expired", "used", "refused"] as const;
export type WhyNotValid = (typeof WHY_NOT_VALID)[number];

export const CliLogin = z.object({
  /** As the CLI names it. */
  device_name: z.string(),
  /** The network address from which the CLI called us. */
  address: z.string(),
  begun_at: z.string(),
  /** Whether the calling person has claimed it already. */
  is_claimed: z.boolean(),
  /** Whether CLI and browser have the same address. If not, somebody else may have begun the login. */
  is_from_here: z.boolean(),
});
export type CliLogin = z.output<typeof CliLogin>;

export const getCliLogin = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/cli-login",
  summary: "Which CLI waits behind this link?",
  callers: "sessions",
  right: "see",
  query: z.object({ key: z.string() }),
  reply: CliLogin,
  errors: [410],
});

export const claimCliLogin = defineEndpoint({
  isForDashboard: true,
  method: "POST",
  path: "/cli-login",
  summary: "Give the CLI behind this link a key of the person who asks, for the project they are in",
  callers: "sessions",
  right: "see",
  // Not in the path, because the server logs the paths of calls that change something.
  body: z.strictObject({ key: z.string() }),
  reply: z.object({ claimed: z.literal(true) }),
  errors: [410],
});

export const refuseCliLogin = defineEndpoint({
  isForDashboard: true,
  method: "PUT",
  path: "/cli-login/refuse",
  isOpenUnderLock: true,
  summary: "End the login of the CLI behind this link without a key",
  callers: "sessions",
  right: "see",
  body: z.strictObject({ key: z.string() }),
  reply: z.object({ refused: z.literal(true) }),
  errors: [410],
});
