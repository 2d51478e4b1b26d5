/**
 * How does a person accept an invitation?
 *
 * The page behind the link in the mail uses these endpoints. Opening the link changes nothing, because mail scanners open
 * links too. A person accepts with a click: signed in, here; without an account, by the sign-up, which takes the same key.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { Timestamp } from "./lists.ts";
import { GRANTED_ROLES } from "./roles.ts";

/** The page of the dashboard to which the mail links, with the key of the invitation in `key`. */
export const INVITATION_PATH = "/invitation";

const Invitation = z.object({
  organization_name: z.string(),
  inviter_name: z.string(),
  /** The address that the invitation was sent to. */
  email: z.string(),
  role: z.enum(GRANTED_ROLES),
  expires_at: Timestamp,
});
export type Invitation = z.output<typeof Invitation>;

export const getInvitation = defineEndpoint({
  isForDashboard: true,
  actsOn: "person",
  method: "GET",
  path: INVITATION_PATH,
  summary: "Which invitation is behind this link?",
  callers: "anyone",
  right: "belong",
  query: z.object({ key: z.string() }),
  reply: Invitation,
  errors: [410],
});

export const acceptInvitation = defineEndpoint({
  isForDashboard: true,
  actsOn: "person",
  method: "POST",
  path: INVITATION_PATH,
  summary: "Join the organization as the person who is signed in",
  callers: "sessions",
  right: "belong",
  // Not in the path, because the server logs the paths of calls that change something.
  body: z.strictObject({
    key: z.string(),
    /** The person has been asked, and joins although the invitation went to another address than theirs. */
    other_address: z.optional(z.boolean()),
  }),
  reply: z.object({ organization_id: z.string() }),
  errors: [409, 410],
});
