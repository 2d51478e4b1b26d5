/** What can a person change about their own account: name, address, password, sessions, and whether it exists? */
import { ACCOUNT_PATHS } from "@posthorn/contract/account";
import type { Letter } from "../mail/letter.ts";
import { changesOf } from "../store/audit-entries.ts";
import { revokeCliKeysOf, revokeOwnCliKey } from "../store/cli-keys.ts";
import type { Database } from "../store/database.ts";
import {
  askEmailChange,
  cancelEmailChange,
  confirmEmailChange,
  renewEmailChange,
} from "../store/email-changes.ts";
import { beginLogin } from "../store/login-failures.ts";
import { endOtherSessions, endSession } from "../store/sessions.ts";
import { deleteUser, renameUser } from "../store/users.ts";
import { forgetTrustedBrowsers, voidResetLinks } from "../store/verifications.ts";
import type { Person } from "./account.sql.ts";
import { emailMistake, idField, newPasswordMistake, requiredNameMistake, textField } from "./auth-input.ts";
import { invalidField, refusal, tooManyRequests, type AuthReply } from "./auth-reply.ts";
import { identityHeaders, type AuthCall, type AuthRoute } from "./auth-routes.ts";
import { throttledAddress } from "./client-address.ts";
import type { Identity } from "./identity.ts";
import { accountDeletedNotice, emailChangedNotice, passwordChangedNotice } from "../mail/security-notices.ts";
import { accepted, DONE, type OwnAccount } from "./own-account.ts";
import { originOf } from "./recorded-auth.ts";
import { cookiesOf } from "./session-cookie.ts";
import { whyOnlySso } from "./sso-duty.ts";

export interface AccountRoutesDeps extends OwnAccount {
  db: Database;
  identity: () => Promise<Identity>;
  /** False: there is no mail server, and no log that only its reader can see. */
  canSendLinks: boolean;
  sendEmailLink: (to: { email: string; link: string }) => void;
  notify: (email: string, letter: Letter) => void;
}

/** By their path below /auth; all are POST. */
export function createAccountRoutes(deps: AccountRoutesDeps): [string, AuthRoute][] {
  const { db, identity, canSendLinks, sendEmailLink, notify, signedIn, proven } = deps;

  async function rename({ body }: AuthCall, { user_id }: Person): Promise<AuthReply> {
    const name = textField(body, "name").trim();
    const mistake = requiredNameMistake("name", name);
    if (mistake) return invalidField(mistake);
    await renameUser(db, user_id, name);
    return DONE;
  }

  /** Limited like reset links, so that nobody can flood a mailbox through us. */
  async function whyNoLink({ address }: AuthCall, { email }: Person): Promise<AuthReply | null> {
    if (!canSendLinks) return refusal("MAIL_NOT_CONFIGURED");
    const place = { account: email, address: throttledAddress(address) };
    const admission = await beginLogin(db, { kind: "reset", ...place });
    return admission.admitted ? null : tooManyRequests(admission.retry_after_s);
  }

  async function askEmail(call: AuthCall, person: Person): Promise<AuthReply> {
    const email = newEmailIn(call);
    const refused = await whyNoLink(call, person);
    if (refused) return refused;
    sendEmailLink({ email, link: await askEmailChange(db, person.user_id, email) });
    return DONE;
  }

  async function sendEmailLinkAgain(call: AuthCall, person: Person): Promise<AuthReply> {
    const refused = await whyNoLink(call, person);
    if (refused) return refused;
    const change = await renewEmailChange(db, person.user_id);
    if (!change) return refusal("NOT_FOUND"); // confirmed or cancelled meanwhile
    sendEmailLink({ email: change.new_email, link: change.link });
    return DONE;
  }

  async function cancelEmail(_call: AuthCall, { user_id }: Person): Promise<AuthReply> {
    await cancelEmailChange(db, user_id);
    return DONE;
  }

  /** With another address, a person would get around the single sign-on of the present one. */
  async function confirmEmail({ body }: AuthCall, { user_id, email }: Person): Promise<AuthReply> {
    const onlySso = await whyOnlySso(db, email);
    if (onlySso) return onlySso;
    const confirmed = await confirmEmailChange(db, user_id, textField(body, "token"));
    if (confirmed === "not_valid") return refusal("LINK_NOT_VALID");
    if (confirmed === "taken") return refusal("EMAIL_TAKEN");
    await voidResetLinks(db, confirmed.new_email); // they went to the old mailbox
    notify(email, emailChangedNotice(confirmed.new_email));
    return { status: 200, body: { email: confirmed.new_email } };
  }

  async function changePassword(call: AuthCall, { user_id, email }: Person): Promise<AuthReply> {
    const { api } = await identity();
    const response = await api.changePassword({
      body: {
        currentPassword: textField(call.body, "password"),
        newPassword: textField(call.body, "newPassword"),
        revokeOtherSessions: true,
      },
      headers: identityHeaders(call),
      asResponse: true,
    });
    await accepted(response);
    await revokeCliKeysOf(db, user_id);
    await forgetTrustedBrowsers(db, user_id);
    await voidResetLinks(db, email);
    notify(email, passwordChangedNotice(email));
    return { ...DONE, cookies: cookiesOf(response) };
  }

  async function endOneSession({ body }: AuthCall, { user_id }: Person): Promise<AuthReply> {
    const id = idField(body);
    if (id === null) return refusal("NOT_FOUND");
    const isEnded = (await endSession(db, { id, user_id })) || (await revokeOwnCliKey(db, { id, user_id }));
    return isEnded ? DONE : refusal("NOT_FOUND");
  }

  async function endOthers(_call: AuthCall, { user_id, session_id }: Person): Promise<AuthReply> {
    await endOtherSessions(db, { id: session_id, user_id });
    await revokeCliKeysOf(db, user_id);
    await forgetTrustedBrowsers(db, user_id);
    return DONE;
  }

  async function deleteAccount(call: AuthCall, { user_id, email }: Person): Promise<AuthReply> {
    const origin = originOf(call, `POST /auth${ACCOUNT_PATHS.delete}`);
    const asPerson = changesOf(db, { kind: "session", user_id, api_key_id: null }, origin);
    if (!(await deleteUser(asPerson, user_id))) return refusal("OWNS_ORGANIZATION");
    notify(email, accountDeletedNotice(email));
    const { api } = await identity();
    // The session is gone already; this makes the browser forget its cookie.
    const response = await api.signOut({ headers: identityHeaders(call), asResponse: true });
    return { ...DONE, cookies: response.headers.getSetCookie() };
  }

  return [
    [ACCOUNT_PATHS.rename, signedIn(rename)],
    [ACCOUNT_PATHS.askEmail, checked(newEmailMistake, proven(askEmail))],
    [ACCOUNT_PATHS.sendEmailLinkAgain, signedIn(sendEmailLinkAgain)],
    [ACCOUNT_PATHS.cancelEmail, signedIn(cancelEmail)],
    [ACCOUNT_PATHS.confirmEmail, signedIn(confirmEmail)],
    [ACCOUNT_PATHS.changePassword, checked(passwordMistake, proven(changePassword))],
    [ACCOUNT_PATHS.endSession, signedIn(endOneSession)],
    [ACCOUNT_PATHS.endOtherSessions, signedIn(endOthers)],
    [ACCOUNT_PATHS.delete, proven(deleteAccount)],
  ];
}

/** Says what is wrong with the other fields before the password is checked. */
function checked(mistakeIn: (call: AuthCall) => string | null, route: AuthRoute): AuthRoute {
  return async (call) => {
    const mistake = mistakeIn(call);
    return mistake ? invalidField(mistake) : route(call);
  };
}

function newEmailIn({ body }: AuthCall): string {
  return textField(body, "newEmail").trim().toLowerCase();
}

const newEmailMistake = (call: AuthCall) => emailMistake(newEmailIn(call));
const passwordMistake = ({ body }: AuthCall) =>
  newPasswordMistake("newPassword", textField(body, "newPassword"));
