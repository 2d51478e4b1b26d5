/**
 * Whose account does a call change, and is it really that person?
 *
 * All routes of an account begin here. Whatever protects the account asks for the current password again: an open laptop
 * must not be enough. A wrong password counts like a failed sign-in. Of people who must use single sign-on, the identity
 * provider protects the account, and none of this can be changed here.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Database } from "../store/database.ts";
import { beginLogin, takeBackFailure } from "../store/login-failures.ts";
import type { Person } from "./account.sql.ts";
import { textField } from "./auth-input.ts";
import { invalidField, refusal, tooManyRequests, type AuthReply } from "./auth-reply.ts";
import { identityHeaders, type AuthCall, type AuthRoute } from "./auth-routes.ts";
import { throttledAddress } from "./client-address.ts";
import type { DeviceCookie } from "./device-cookie.ts";
import type { Identity } from "./identity.ts";
import { whyOnlySso } from "./sso-duty.ts";

export interface OwnAccountDeps {
  db: Database;
  identity: () => Promise<Identity>;
  /** Null without a session. */
  personOf: (headers: IncomingHttpHeaders) => Promise<Person | null>;
  devices: DeviceCookie;
}

export type PersonRoute = (call: AuthCall, person: Person) => Promise<AuthReply>;

export interface OwnAccount {
  /** The person of the session. */
  signedIn: (route: PersonRoute) => AuthRoute;
  /** The person of the session, who has typed their password as `password`. */
  proven: (route: PersonRoute) => AuthRoute;
}

export const DONE: AuthReply = { status: 200, body: { status: true } };

export function createOwnAccount({ db, identity, personOf, devices }: OwnAccountDeps): OwnAccount {
  async function refusedPassword(call: AuthCall, { email, has_password }: Person): Promise<AuthReply | null> {
    const onlySso = await whyOnlySso(db, email);
    if (onlySso) return onlySso;
    if (!has_password) return refusal("NO_PASSWORD");
    const password = textField(call.body, "password");
    if (password === "") return invalidField("password is required");
    const admission = await beginLogin(db, {
      kind: "sign_in",
      account: email,
      address: throttledAddress(call.address),
      device: devices.deviceOf(call.headers.cookie, email),
    });
    if (!admission.admitted) return tooManyRequests(admission.retry_after_s);
    const { api } = await identity();
    const response = await api.verifyPassword({
      body: { password },
      headers: identityHeaders(call),
      asResponse: true,
    });
    if (response.status >= 500) throw new Error(`The check of a password ended with ${response.status}`);
    if (!response.ok) return refusal("WRONG_PASSWORD");
    await takeBackFailure(db, admission.attempt_id);
    return null;
  }

  const signedIn: OwnAccount["signedIn"] = (route) => async (call) => {
    const person = await personOf(call.headers);
    return person ? route(call, person) : refusal("UNAUTHORIZED");
  };
  return {
    signedIn,
    proven: (route) =>
      signedIn(async (call, person) => (await refusedPassword(call, person)) ?? route(call, person)),
  };
}

/** Ends with an error of ours when better-auth refuses what was checked before. */
export async function accepted(response: Response): Promise<Response> {
  if (!response.ok) throw new Error(`better-auth answered ${response.status}: ${await response.text()}`);
  return response;
}
