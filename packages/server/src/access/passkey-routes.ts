/**
 * How does a person add and remove passkeys, and sign in with one?
 *
 * better-auth's plugin makes the challenges and checks the signatures. A browser answers a challenge within five minutes,
 * once. A passkey counts as both factors: the authenticator proves that it has the key, and that it has verified the person
 * (identity.ts). So this sign-in asks for no code.
 */
import { ACCOUNT_PATHS } from "@posthorn/contract/account";
import type { Letter } from "../mail/letter.ts";
import { passkeyAddedNotice, passkeyRemovedNotice } from "../mail/security-notices.ts";
import type { Database } from "../store/database.ts";
import { beginLogin, forgiveAccount } from "../store/login-failures.ts";
import { findEmailOfPasskey, recordPasskeyUse, removePasskey, renamePasskey } from "../store/passkeys.ts";
import { forgetExpiredVerifications } from "../store/verifications.ts";
import type { Person } from "./account.sql.ts";
import { idField, requiredNameMistake, textField } from "./auth-input.ts";
import { invalidField, refusal, tooManyRequests, type AuthReply } from "./auth-reply.ts";
import {
  identityHeaders,
  shownUser,
  type AuthCall,
  type AuthRoute,
  type SignedInUser,
} from "./auth-routes.ts";
import { throttledAddress } from "./client-address.ts";
import type { DeviceCookie } from "./device-cookie.ts";
import type { Identity } from "./identity.ts";
import { accepted, DONE, type OwnAccount } from "./own-account.ts";
import { cookiesOf, withoutCookie } from "./session-cookie.ts";
import { whyOnlySso } from "./sso-duty.ts";

export interface PasskeyRoutesDeps extends OwnAccount {
  db: Database;
  identity: () => Promise<Identity>;
  devices: DeviceCookie;
  sessionCookieName: string;
  notify: (email: string, letter: Letter) => void;
}

/** By their path below /auth; all are POST. */
export function createPasskeyRoutes(deps: PasskeyRoutesDeps): [string, AuthRoute][] {
  const { db, identity, devices, sessionCookieName, notify, signedIn, proven } = deps;

  /** Replies with what the browser needs. The challenge is for this person alone, so `add` asks for no password. */
  async function begin(call: AuthCall): Promise<AuthReply> {
    const { api } = await identity();
    const response = await accepted(
      await api.generatePasskeyRegistrationOptions({ headers: identityHeaders(call), asResponse: true }),
    );
    return { status: 200, body: await bodyOf(response), cookies: cookiesOf(response) };
  }

  async function add(call: AuthCall, { email }: Person): Promise<AuthReply> {
    const name = textField(call.body, "name").trim();
    const mistake = requiredNameMistake("name", name);
    if (mistake) return invalidField(mistake);
    const presented = presentedIn(call);
    if (!presented) return refusal("WRONG_PASSKEY");
    const { api } = await identity();
    const response = await api.verifyPasskeyRegistration({
      body: { response: presented, name },
      headers: identityHeaders(call),
      asResponse: true,
    });
    if (!response.ok) return refusedPasskey(response);
    notify(email, passkeyAddedNotice(email, name));
    return DONE;
  }

  async function rename({ body }: AuthCall, { user_id }: Person): Promise<AuthReply> {
    const name = textField(body, "name").trim();
    const mistake = requiredNameMistake("name", name);
    if (mistake) return invalidField(mistake);
    const id = idField(body);
    const isRenamed = id !== null && (await renamePasskey(db, { id, user_id }, name));
    return isRenamed ? DONE : refusal("NOT_FOUND");
  }

  async function remove({ body }: AuthCall, { user_id, email }: Person): Promise<AuthReply> {
    const id = idField(body);
    const name = id === null ? null : await removePasskey(db, { id, user_id });
    if (name === null) return refusal("NOT_FOUND");
    notify(email, passkeyRemovedNotice(email, name));
    return DONE;
  }

  /**
   * Nobody knows yet who it is, so the place alone counts: each beginning is a failure until somebody from there has
   * signed in with a passkey. Every wrong signature uses up a beginning, so it is counted too.
   */
  async function beginSignIn(call: AuthCall): Promise<AuthReply> {
    const admission = await beginLogin(db, {
      kind: "sign_in",
      account: placeOf(call),
      address: throttledAddress(call.address),
    });
    if (!admission.admitted) return tooManyRequests(admission.retry_after_s);
    await forgetExpiredVerifications(db);
    const { api } = await identity();
    const response = await accepted(
      await api.generatePasskeyAuthenticationOptions({ headers: withoutSession(call), asResponse: true }),
    );
    // better-auth would only prefer it.
    const body = { ...(await bodyOf(response)), userVerification: "required" };
    return { status: 200, body, cookies: cookiesOf(response) };
  }

  async function signIn(call: AuthCall): Promise<AuthReply> {
    const presented = presentedIn(call);
    if (!presented) return refusal("WRONG_PASSKEY");
    const email = await findEmailOfPasskey(db, presented.id);
    const refused = email === null ? null : await whyOnlySso(db, email);
    if (refused) return refused;
    const { api } = await identity();
    const response = await api.verifyPasskeyAuthentication({
      body: { response: presented },
      headers: withoutSession(call),
      asResponse: true,
    });
    if (!response.ok) return refusedPasskey(response);
    // better-auth's reply to a right passkey; the token of the session is for the cookie only.
    const user = shownUser((await response.json()) as SignedInUser);
    await recordPasskeyUse(db, presented.id);
    await forgiveAccount(db, placeOf(call));
    const device = devices.remember(devices.deviceOf(call.headers.cookie, user.email), user.email);
    return { status: 200, body: { user }, cookies: [...cookiesOf(response), device] };
  }

  /** With a session, better-auth would ask for the passkeys of that session's person only. */
  function withoutSession(call: AuthCall): Headers {
    const cookie = withoutCookie(call.headers.cookie, sessionCookieName);
    return identityHeaders({ ...call, headers: { ...call.headers, cookie } });
  }

  return [
    [ACCOUNT_PATHS.beginPasskey, proven(begin)],
    [ACCOUNT_PATHS.addPasskey, signedIn(add)],
    [ACCOUNT_PATHS.renamePasskey, signedIn(rename)],
    [ACCOUNT_PATHS.removePasskey, proven(remove)],
    ["/sign-in/passkey/begin", beginSignIn],
    ["/sign-in/passkey", signIn],
  ];
}

/** Takes the place of an email address, which has no space. */
function placeOf({ address }: AuthCall): string {
  return `passkey from ${throttledAddress(address)}`;
}

const CREDENTIAL_ID = /^[\w-]+$/;

type Presented = NonNullable<
  Parameters<Identity["api"]["verifyPasskeyAuthentication"]>[0]
>["body"]["response"];

/** What the browser answered to the challenge. Only its id is known to be a text that a database can search for. */
function presentedIn({ body }: AuthCall): Presented | null {
  const presented: unknown = body["response"];
  if (typeof presented !== "object" || presented === null || !("id" in presented)) return null;
  const isId = typeof presented.id === "string" && CREDENTIAL_ID.test(presented.id);
  return isId ? (presented as Presented) : null; // better-auth checks the rest
}

async function bodyOf(response: Response): Promise<Record<string, unknown>> {
  return (await response.json()) as Record<string, unknown>; // better-auth's options are an object
}

async function refusedPasskey(response: Response): Promise<AuthReply> {
  // better-auth's refusals have a code of its own.
  const { code } = (await response.json()) as { code?: string };
  // This one has status 500, although the browser sent something wrong.
  if (response.status >= 500 && code !== "FAILED_TO_VERIFY_REGISTRATION")
    throw new Error(`A passkey ended with status ${response.status}`);
  return refusal(code === "PASSKEY_NOT_FOUND" ? "UNKNOWN_PASSKEY" : "WRONG_PASSKEY");
}
