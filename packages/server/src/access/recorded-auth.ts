/**
 * Which calls below /auth does the audit log record, and as what?
 *
 * The identity library has database connections of its own, so these entries are not in its transactions: they are written
 * after the change and before the reply. If an entry cannot be written, the call fails, and no cookie of a session leaves.
 * What a person does with their account is recorded in each of their organizations.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import type { IncomingHttpHeaders } from "node:http";
import { ACCOUNT_PATHS } from "@posthorn/contract/account";
import { SSO_PATHS } from "@posthorn/contract/sso-paths";
import { type CallOrigin, type PersonsAction, recordPersonsAction } from "../store/audit-entries.ts";
import type { Database } from "../store/database.ts";
import { findPersonByEmail } from "../store/people.ts";
import { CHALLENGE_PREFIX, findChallengedPerson } from "../store/verifications.ts";
import type { Person } from "./account.sql.ts";
import { textField } from "./auth-input.ts";
import type { AuthReply } from "./auth-reply.ts";
import type { AuthCall, AuthRoute } from "./auth-routes.ts";

interface Recorded {
  done: PersonsAction;
  /** For a call that is refused because something secret was wrong. */
  refused?: PersonsAction;
}

export const RECORDED_AUTH: Readonly<Record<string, Recorded>> = {
  "/sign-up/email": { done: "signed_up" },
  "/sign-in/email": { done: "signed_in", refused: "sign_in_failed" },
  "/sign-in/second-factor": { done: "signed_in", refused: "sign_in_failed" },
  "/sign-in/passkey": { done: "signed_in" },
  [SSO_PATHS.finish]: { done: "signed_in" },
  "/sign-out": { done: "signed_out" },
  "/request-password-reset": { done: "reset_asked" },
  [ACCOUNT_PATHS.rename]: { done: "renamed" },
  [ACCOUNT_PATHS.askEmail]: { done: "email_change_asked" },
  [ACCOUNT_PATHS.cancelEmail]: { done: "email_change_cancelled" },
  [ACCOUNT_PATHS.confirmEmail]: { done: "email_changed" },
  [ACCOUNT_PATHS.changePassword]: { done: "password_changed" },
  [ACCOUNT_PATHS.endSession]: { done: "session_ended" },
  [ACCOUNT_PATHS.endOtherSessions]: { done: "other_sessions_ended" },
  [ACCOUNT_PATHS.beginTwoFactor]: { done: "two_factor_begun" },
  [ACCOUNT_PATHS.confirmTwoFactor]: { done: "two_factor_on" },
  [ACCOUNT_PATHS.endTwoFactor]: { done: "two_factor_off" },
  [ACCOUNT_PATHS.showRecoveryCodes]: { done: "recovery_codes_shown" },
  [ACCOUNT_PATHS.renewRecoveryCodes]: { done: "recovery_codes_renewed" },
  [ACCOUNT_PATHS.addPasskey]: { done: "passkey_added" },
  [ACCOUNT_PATHS.renamePasskey]: { done: "passkey_renamed" },
  [ACCOUNT_PATHS.removePasskey]: { done: "passkey_removed" },
};

/** Why the other calls below /auth have no entry of their own here. */
export const NOT_RECORDED_AUTH: Readonly<Record<string, string>> = {
  "/reset-password":
    "recorded as password_reset where the identity library names the person (recordPasswordReset)",
  "/sign-in/passkey/begin": "nobody knows yet who it is, and nothing changes",
  [SSO_PATHS.begin]: "nobody knows yet who it is, and nothing changes",
  [SSO_PATHS.beginTest]: "a test of the connection signs nobody in, and changes nothing",
  [ACCOUNT_PATHS.beginPasskey]: "nothing changes until the passkey is added",
  [ACCOUNT_PATHS.sendEmailLinkAgain]: "repeats what was recorded when the change was asked for",
  [ACCOUNT_PATHS.delete]: "the trigger of `members` records that the person has left each organization",
};

export interface RecordedAuthDeps {
  db: Database;
  /** Null without a session. */
  personOf: (headers: IncomingHttpHeaders) => Promise<Person | null>;
}

export function createRecordedAuth({ db, personOf }: RecordedAuthDeps) {
  /** The identity library reports a reset password in a callback, which is told the person and not the call. */
  const origins = new AsyncLocalStorage<CallOrigin>();

  /** Whom the call concerns, as far as it is known before: the session may end with the call. */
  async function personBefore(call: AuthCall): Promise<string | null> {
    const challenge = challengeIn(call.headers.cookie);
    if (challenge !== null) return findChallengedPerson(db, challenge);
    return (await personOf(call.headers))?.user_id ?? null;
  }

  async function personAfter(path: string, call: AuthCall, reply: AuthReply, before: string | null) {
    const user = signedInUser(reply);
    if (user !== null) return user;
    if (path === "/sign-in/email" || path === "/request-password-reset")
      return findPersonByEmail(db, textField(call.body, "email").trim());
    return before;
  }

  return {
    /** The route, which records what it does. */
    recorded: ([path, route]: [string, AuthRoute]): [string, AuthRoute] => {
      const entry = RECORDED_AUTH[path];
      const recording: AuthRoute = async (call) => {
        const origin = originOf(call, `POST /auth${path}`);
        // A sign-in says whose it is; a cookie that comes with it may be of somebody else.
        const before = entry && path !== "/sign-in/email" ? await personBefore(call) : null;
        const reply = await origins.run(origin, () => route(call));
        const action = entry && actionOf(entry, reply);
        if (!action) return reply;
        const user_id = await personAfter(path, call, reply, before);
        if (user_id !== null) await recordPersonsAction(db, { ...origin, user_id, action });
        return reply;
      };
      return [path, recording];
    },
    recordPasswordReset: (user_id: string): Promise<void> => {
      const origin = origins.getStore() ?? { address: null, user_agent: null, request: null };
      return recordPersonsAction(db, { ...origin, user_id, action: "password_reset" });
    },
  };
}

export function originOf(
  { address, headers }: Pick<AuthCall, "address" | "headers">,
  request: string,
): CallOrigin {
  return { address, user_agent: headers["user-agent"] ?? null, request };
}

/** Codes of refusals that say that something secret was wrong. */
const WRONG: ReadonlySet<unknown> = new Set(["WRONG_CREDENTIALS", "WRONG_CODE"]);

/**
 * Null: nothing has happened. The right password of a person with a second factor is not yet a sign-in, and neither is a test
 * of the single sign-on.
 */
function actionOf({ done, refused }: Recorded, { status, body }: AuthReply): PersonsAction | null {
  if (refused && "code" in body && WRONG.has(body["code"])) return refused;
  return status === 200 && !("second_factor" in body) && !("tested" in body) ? done : null;
}

function signedInUser({ body: { user } }: AuthReply): string | null {
  return typeof user === "object" && user !== null && "id" in user && typeof user.id === "string"
    ? user.id
    : null;
}

/** The name of the sign-in that waits for its code. Its cookie is signed; only its reader, the identity library, trusts it. */
function challengeIn(cookie: string | undefined): string | null {
  const named = new RegExp(`=(${CHALLENGE_PREFIX}[\\w-]+)`).exec(cookie ?? "");
  return named?.[1] ?? null;
}
