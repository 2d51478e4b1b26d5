/**
 * How does a person sign up, in and out, and reset a password?
 *
 * Below /auth are only these calls, those of the own account (account-routes.ts), of the second factor
 * (two-factor-routes.ts), of passkeys (passkey-routes.ts) and of single sign-on (sso-routes.ts); the rest of better-auth is not
 * reachable. A wrong email and a wrong password get the same answer, and so does every request for a reset link. Addresses of
 * a mail domain whose organization requires single sign-on get another one, also whether or not there is such an account.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Database } from "../store/database.ts";
import { findInvitationByKey } from "../store/invitations.ts";
import { beginLogin, takeBackFailure } from "../store/login-failures.ts";
import { insertPerson } from "../store/people.ts";
import { findSsoDuty } from "../store/sso-connections.ts";
import { voidResetLinks } from "../store/verifications.ts";
import { acceptInvitation } from "./accept-invitation.ts";
import { emailMistake, nameIn, nameMistake, newPasswordMistake, textField } from "./auth-input.ts";
import { invalidField, refusal, tooManyRequests, type AuthReply } from "./auth-reply.ts";
import { throttledAddress } from "./client-address.ts";
import type { DeviceCookie } from "./device-cookie.ts";
import type { FoundInstallation } from "./found-installation.ts";
import { CLIENT_ADDRESS_HEADER, type Identity } from "./identity.ts";
import type { ProductEvents } from "../product-events/product-events.ts";
import type { Passwords } from "./passwords.ts";
import { cookiesOf } from "./session-cookie.ts";
import { RESET_NEEDS_SSO, whyOnlySso } from "./sso-duty.ts";

export interface AuthCall {
  body: Readonly<Record<string, unknown>>;
  headers: IncomingHttpHeaders;
  address: string;
}

export type AuthRoute = (call: AuthCall) => Promise<AuthReply>;

export interface AuthRoutesDeps {
  db: Database;
  identity: () => Promise<Identity>;
  setupNeeded: () => Promise<boolean>;
  foundInstallation: FoundInstallation;
  passwords: Passwords;
  devices: DeviceCookie;
  /** False: there is no mail server, and no log that only its reader can see. */
  canSendLinks: boolean;
  /** Null: nobody is told what people do. */
  productEvents: Pick<ProductEvents, "record"> | null;
}

/** By their path below /auth; all are POST. */
export function createAuthRoutes(deps: AuthRoutesDeps): [string, AuthRoute][] {
  const { db, identity, setupNeeded, foundInstallation, passwords, devices, canSendLinks, productEvents } =
    deps;

  /** Starts a session for a password that must be right, or asks for the second factor. Makes the device known. */
  async function openSession(call: AuthCall, email: string, password: string): Promise<AuthReply> {
    const { api } = await identity();
    const response = await api.signInEmail({
      body: { email, password },
      headers: identityHeaders(call),
      asResponse: true,
    });
    if (response.status >= 500) throw new Error(`Sign-in ended with status ${response.status}`);
    if (!response.ok) return refusal("WRONG_CREDENTIALS");
    const cookies = [
      ...cookiesOf(response),
      devices.remember(devices.deviceOf(call.headers.cookie, email), email),
    ];
    // better-auth's two replies to a right password; the token of the session is for the cookie only.
    const reply = (await response.json()) as SignedInUser | { twoFactorRedirect: true };
    if ("twoFactorRedirect" in reply) return { status: 200, body: { second_factor: true }, cookies };
    return { status: 200, body: { user: shownUser(reply) }, cookies };
  }

  /** With the key of an invitation a person signs up at any time, and joins the organization that invites them. */
  async function signUpInvited(call: AuthCall, key: string): Promise<AuthReply> {
    const email = textField(call.body, "email").trim().toLowerCase();
    const password = textField(call.body, "password");
    const name = textField(call.body, "name").trim();
    const mistake =
      emailMistake(email) ?? newPasswordMistake("password", password) ?? nameMistake("name", name);
    if (mistake) return invalidField(mistake);
    // Asked before the password is hashed, which is expensive.
    if (!(await findInvitationByKey(db, key))) return refusal("LINK_NOT_VALID");
    const refused = await whyOnlySso(db, email);
    if (refused) return refused;
    const person = { name: name || nameIn(email), email, password_hash: await passwords.hash(password) };
    const otherAddress = call.body["otherAddress"] === true;
    let person_id: string | null = null;
    const accepted = await acceptInvitation(db, { key, email, otherAddress }, async (tx, email_verified) => {
      person_id = await insertPerson(tx, { ...person, email_verified });
      return person_id;
    });
    if (typeof accepted === "string") return refusal(accepted);
    const { organization_id } = accepted;
    const signedUp = { name: "Signed Up", properties: { invited: true } } as const;
    productEvents?.record(signedUp, { person_id, organization_id, project_id: null });
    return openSession(call, email, password);
  }

  async function signUp(call: AuthCall): Promise<AuthReply> {
    const invitation = textField(call.body, "invitation");
    if (invitation !== "") return signUpInvited(call, invitation);
    const closed = refusal("FORBIDDEN", {
      message: "Sign-up is closed: this installation has an owner. Ask an admin for an invitation.",
    });
    if (!(await setupNeeded())) return closed;
    const email = textField(call.body, "email").trim().toLowerCase();
    const password = textField(call.body, "password");
    const name = textField(call.body, "name").trim();
    const mistake =
      emailMistake(email) ?? newPasswordMistake("password", password) ?? nameMistake("name", name);
    if (mistake) return invalidField(mistake);

    const founded = await foundInstallation({ email, password, name, organization: null });
    if (!founded) return closed;
    const signedUp = { name: "Signed Up", properties: { invited: false } } as const;
    productEvents?.record(signedUp, { person_id: founded.user_id, organization_id: null, project_id: null });
    return openSession(call, email, password);
  }

  async function signIn(call: AuthCall): Promise<AuthReply> {
    const email = textField(call.body, "email").trim().toLowerCase();
    const password = textField(call.body, "password");
    if (email === "" || password === "")
      return invalidField(`${email === "" ? "email" : "password"} is required`);

    const admission = await beginLogin(db, {
      kind: "sign_in",
      account: email,
      address: throttledAddress(call.address),
      device: devices.deviceOf(call.headers.cookie, email),
    });
    if (!admission.admitted) return tooManyRequests(admission.retry_after_s);
    const duty = await findSsoDuty(db, email);
    if (duty === "required") {
      await passwords.hash(password); // takes as long as the check of the owner's password
      return refusal("SSO_REQUIRED");
    }
    const reply = await openSession(call, email, password);
    if (reply.status === 200) await takeBackFailure(db, admission.attempt_id);
    return duty === "owner" && reply.status !== 200 ? refusal("SSO_REQUIRED") : reply;
  }

  async function signOut(call: AuthCall): Promise<AuthReply> {
    const { api } = await identity();
    const response = await api.signOut({ headers: identityHeaders(call), asResponse: true });
    if (!response.ok) throw new Error(`Sign-out ended with status ${response.status}`);
    return { status: 200, body: { success: true }, cookies: response.headers.getSetCookie() };
  }

  async function requestPasswordReset(call: AuthCall): Promise<AuthReply> {
    const email = textField(call.body, "email").trim().toLowerCase();
    const mistake = emailMistake(email);
    if (mistake) return invalidField(mistake);
    if (!canSendLinks) return refusal("MAIL_NOT_CONFIGURED"); // whether or not there is such an account

    // Limited, so that callers cannot flood a mailbox through us.
    const admission = await beginLogin(db, {
      kind: "reset",
      account: email,
      address: throttledAddress(call.address),
    });
    if (!admission.admitted) return tooManyRequests(admission.retry_after_s);
    const duty = await findSsoDuty(db, email);
    if (duty !== "required") {
      await voidResetLinks(db, email);
      const { api } = await identity();
      await api.requestPasswordReset({ body: { email }, headers: identityHeaders(call) });
    }
    return duty === "none"
      ? { status: 200, body: { status: true } }
      : refusal("SSO_REQUIRED", { message: RESET_NEEDS_SSO });
  }

  async function resetPassword(call: AuthCall): Promise<AuthReply> {
    const token = textField(call.body, "token");
    const newPassword = textField(call.body, "newPassword");
    const mistake = newPasswordMistake("newPassword", newPassword);
    if (mistake) return invalidField(mistake); // before the token is used up
    if (token === "") return refusal("LINK_NOT_VALID");

    const { api } = await identity();
    const response = await api.resetPassword({
      body: { token, newPassword },
      headers: identityHeaders(call),
      asResponse: true,
    });
    if (response.status >= 500) throw new Error(`Password reset ended with status ${response.status}`);
    return response.ok ? { status: 200, body: { status: true } } : refusal("LINK_NOT_VALID");
  }

  return [
    ["/sign-up/email", signUp],
    ["/sign-in/email", signIn],
    ["/sign-out", signOut],
    ["/request-password-reset", requestPasswordReset],
    ["/reset-password", resetPassword],
  ];
}

/** What better-auth says about the person who has signed in. */
export interface SignedInUser {
  user: { id: string; name: string; email: string };
}

export function shownUser({ user: { id, name, email } }: SignedInUser): SignedInUser["user"] {
  return { id, name, email };
}

/** The headers that better-auth gets; the address is the one that we determined. */
export function identityHeaders({ headers, address }: Pick<AuthCall, "headers" | "address">): Headers {
  const known = new Headers({ [CLIENT_ADDRESS_HEADER]: address });
  if (headers.cookie) known.set("cookie", headers.cookie);
  if (headers["user-agent"]) known.set("user-agent", headers["user-agent"]);
  return known;
}
