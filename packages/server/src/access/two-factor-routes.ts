/**
 * How does a person turn the second factor on and off, and sign in with it?
 *
 * better-auth's plugin makes and checks the codes. It counts wrong ones: five end a sign-in, ten in a row close the
 * account to codes for a quarter of an hour. Each recovery code works once.
 */
import { ACCOUNT_PATHS } from "@posthorn/contract/account";
import type { Letter } from "../mail/letter.ts";
import type { Database } from "../store/database.ts";
import { recordConfirmation } from "../store/two-factors.ts";
import { forgetTrustedBrowsers } from "../store/verifications.ts";
import type { Person } from "./account.sql.ts";
import { textField } from "./auth-input.ts";
import { refusal, tooManyRequests, type AuthReply } from "./auth-reply.ts";
import {
  identityHeaders,
  shownUser,
  type AuthCall,
  type AuthRoute,
  type SignedInUser,
} from "./auth-routes.ts";
import { CODES_LOCKED_SECONDS, type Identity } from "./identity.ts";
import * as notices from "../mail/security-notices.ts";
import { accepted, DONE, type OwnAccount } from "./own-account.ts";
import { cookiesOf, withoutCookie } from "./session-cookie.ts";

export interface TwoFactorRoutesDeps extends OwnAccount {
  db: Database;
  identity: () => Promise<Identity>;
  sessionCookieName: string;
  notify: (email: string, letter: Letter) => void;
}

const IS_ON = refusal("UNPROCESSABLE_ENTITY", { message: "Two-factor authentication is on already" });
const IS_OFF = refusal("UNPROCESSABLE_ENTITY", { message: "Two-factor authentication is off" });

/** By their path below /auth; all are POST. */
export function createTwoFactorRoutes(deps: TwoFactorRoutesDeps): [string, AuthRoute][] {
  const { db, identity, sessionCookieName, notify, signedIn, proven } = deps;

  /** Nothing changes until the person types the first code: an app that got the wrong secret would lock them out. */
  async function begin(call: AuthCall, { has_two_factor }: Person): Promise<AuthReply> {
    if (has_two_factor) return IS_ON;
    const { api } = await identity();
    const begun = await api.enableTwoFactor({
      body: { password: textField(call.body, "password"), method: "totp" },
      headers: identityHeaders(call),
    });
    if (begun.method !== "totp") throw new Error("better-auth began another second factor");
    const uri = begun.totpURI;
    const secret = new URL(uri).searchParams.get("secret");
    return { status: 200, body: { uri, secret, recovery_codes: begun.backupCodes } };
  }

  async function confirm(call: AuthCall, { user_id, email, has_two_factor }: Person): Promise<AuthReply> {
    if (has_two_factor) return IS_ON;
    const { api } = await identity();
    const response = await api.verifyTOTP({
      body: { code: codeIn(call) },
      headers: identityHeaders(call),
      asResponse: true,
    });
    if (response.status === 400) return IS_OFF; // begun nowhere
    if (response.status === 401) return refusal("WRONG_CODE");
    await accepted(response);
    await recordConfirmation(db, user_id);
    notify(email, notices.twoFactorOnNotice(email));
    return { ...DONE, cookies: cookiesOf(response) };
  }

  async function end(call: AuthCall, { user_id, email }: Person): Promise<AuthReply> {
    const { api } = await identity();
    const response = await api.disableTwoFactor({
      body: { password: textField(call.body, "password") },
      headers: identityHeaders(call),
      asResponse: true,
    });
    await accepted(response);
    await forgetTrustedBrowsers(db, user_id);
    notify(email, notices.twoFactorOffNotice(email));
    return { ...DONE, cookies: cookiesOf(response) };
  }

  async function showCodes(_call: AuthCall, { user_id, has_two_factor }: Person): Promise<AuthReply> {
    if (!has_two_factor) return IS_OFF;
    const { api } = await identity();
    const { backupCodes } = await api.viewBackupCodes({ body: { userId: user_id } });
    return { status: 200, body: { recovery_codes: backupCodes } };
  }

  async function renewCodes(call: AuthCall, { email, has_two_factor }: Person): Promise<AuthReply> {
    if (!has_two_factor) return IS_OFF;
    const { api } = await identity();
    const { backupCodes } = await api.generateBackupCodes({
      body: { password: textField(call.body, "password") },
      headers: identityHeaders(call),
    });
    notify(email, notices.newRecoveryCodesNotice(email));
    return { status: 200, body: { recovery_codes: backupCodes } };
  }

  /** The cookie of the password's reply says whose sign-in it is. */
  async function signIn(call: AuthCall): Promise<AuthReply> {
    const code = codeIn(call);
    if (code === "") return refusal("WRONG_CODE");
    const { api } = await identity();
    const isFromApp = /^\d{6}$/.test(code);
    const input = {
      body: {
        code: isFromApp ? code : asRecoveryCode(code),
        trustDevice: call.body["trustBrowser"] === true,
      },
      // With a session, better-auth would check the code of that session's person, as often as a caller likes.
      headers: identityHeaders({
        ...call,
        headers: { ...call.headers, cookie: withoutCookie(call.headers.cookie, sessionCookieName) },
      }),
      asResponse: true,
    } as const;
    const response = isFromApp ? await api.verifyTOTP(input) : await api.verifyBackupCode(input);
    if (!response.ok) return refusedCode(response);
    // better-auth's reply to a right code.
    const user = shownUser((await response.json()) as SignedInUser);
    if (!isFromApp) {
      const { backupCodes } = await api.viewBackupCodes({ body: { userId: user.id } });
      notify(user.email, notices.recoveryCodeUsedNotice(user.email, backupCodes.length));
    }
    return { status: 200, body: { user }, cookies: cookiesOf(response) };
  }

  return [
    [ACCOUNT_PATHS.beginTwoFactor, proven(begin)],
    [ACCOUNT_PATHS.confirmTwoFactor, signedIn(confirm)],
    [ACCOUNT_PATHS.endTwoFactor, proven(end)],
    [ACCOUNT_PATHS.showRecoveryCodes, proven(showCodes)],
    [ACCOUNT_PATHS.renewRecoveryCodes, proven(renewCodes)],
    ["/sign-in/second-factor", signIn],
  ];
}

/** Apps show a code in two groups, and people type it so. */
function codeIn({ body }: AuthCall): string {
  return textField(body, "code").replaceAll(/\s/g, "");
}

/** Recovery codes have a hyphen in the middle, which people leave out. */
function asRecoveryCode(typed: string): string {
  const letters = typed.replaceAll("-", "");
  return `${letters.slice(0, 5)}-${letters.slice(5)}`;
}

async function refusedCode(response: Response): Promise<AuthReply> {
  if (response.status >= 500) throw new Error(`The second factor ended with status ${response.status}`);
  if (response.status === 429) return tooManyRequests(CODES_LOCKED_SECONDS);
  // better-auth's refusals have a code of its own.
  const { code } = (await response.json()) as { code?: string };
  return refusal(
    code === "INVALID_CODE" || code === "INVALID_BACKUP_CODE" ? "WRONG_CODE" : "SIGN_IN_EXPIRED",
  );
}
