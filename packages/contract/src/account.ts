/**
 * What does a person see of their own account, and where are the calls that change it?
 *
 * The server answers `getAccount` without a project, like the session. All changes are POST calls below /auth, because
 * several of them set the cookie of the session; ACCOUNT_PATHS has their addresses.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { Timestamp } from "./lists.ts";

/** A browser with a session, or a machine whose CLI has a key of the person. */
const SignedIn = z.object({
  id: z.string(),
  kind: z.enum(["browser", "cli"]),
  /** The browser's User-Agent, or the name of the machine. */
  device: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Of a browser to the hour, of a CLI to the day. */
  last_used_at: Timestamp,
  /** The session of the browser that asks. */
  is_current: z.boolean(),
});
export type SignedIn = z.output<typeof SignedIn>;

const Passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether it is in the device that the person signs in with, or in something that they plug in or hold to it. */
  kind: z.enum(["device", "security_key"]),
  created_at: Timestamp,
  /** Null: never. */
  last_used_at: z.nullable(Timestamp),
});
export type Passkey = z.output<typeof Passkey>;

export const Account = z.object({
  name: z.string(),
  email: z.string(),
  /** An address that waits for its confirmation. */
  email_change: z.nullable(z.object({ new_email: z.string(), sent_at: Timestamp })),
  /** Null: there is none, and the person comes through single sign-on. */
  password_changed_at: z.nullable(Timestamp),
  /** Null: off. */
  two_factor: z.nullable(z.object({ since: Timestamp, recovery_codes_left: z.int() })),
  /** The oldest first. */
  passkeys: z.array(Passkey),
  sessions: z.array(SignedIn),
  /** Names of the organizations that the person owns. They cannot leave before somebody else owns them. */
  owned_organizations: z.array(z.string()),
  /** False: an address cannot be changed, because nobody could confirm it. */
  can_send_mail: z.boolean(),
});
export type Account = z.output<typeof Account>;

export const getAccount = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/account",
  summary: "The account of the person who is signed in",
  actsOn: "person",
  right: "belong",
  reply: Account,
});

/** Below /auth. Those that need the current password take it as `password`. */
export const ACCOUNT_PATHS = {
  rename: "/account/name",
  askEmail: "/account/email",
  sendEmailLinkAgain: "/account/email/send-again",
  cancelEmail: "/account/email/cancel",
  confirmEmail: "/account/email/confirm",
  changePassword: "/account/password",
  endSession: "/account/sessions/end",
  endOtherSessions: "/account/sessions/end-others",
  beginTwoFactor: "/account/two-factor/begin",
  confirmTwoFactor: "/account/two-factor/confirm",
  endTwoFactor: "/account/two-factor/end",
  showRecoveryCodes: "/account/two-factor/codes",
  renewRecoveryCodes: "/account/two-factor/new-codes",
  /** Replies with what `navigator.credentials.create` needs. */
  beginPasskey: "/account/passkeys/begin",
  addPasskey: "/account/passkeys/add",
  renamePasskey: "/account/passkeys/rename",
  removePasskey: "/account/passkeys/remove",
  delete: "/account/delete",
} as const;
