/**
 * What does a person hear by mail when something changes that protects their account?
 *
 * A notice carries no link: people should not learn to follow links in mails that frighten them.
 */
import type { Message } from "../../outbound/mail.ts";

const WHAT_NEXT =
  "If it was not you, somebody else can use your account. Choose a new password at once: “Forgot password?” on the sign-in page does it without the old one. Then tell the admin of your organization.";

function notice(to: string, subject: string, ...sentences: string[]): Message {
  return { to: [to], subject, text: [...sentences, ""].join("\n\n") };
}

export function passwordChangedNotice(to: string): Message {
  return notice(
    to,
    "Your Posthorn password was changed",
    `Your account ${to} has a new password. Every other session and CLI was signed out.`,
    WHAT_NEXT,
  );
}

/** To the old address. */
export function emailChangedNotice(to: string, newEmail: string): Message {
  return notice(
    to,
    "Your Posthorn address was changed",
    `You now sign in to Posthorn as ${newEmail}. This address gets no more mail from us.`,
    "If it was not you, somebody else has your account. Tell the admin of your organization at once.",
  );
}

export function twoFactorOnNotice(to: string): Message {
  return notice(
    to,
    "Two-factor authentication is on",
    `Signing in as ${to} now needs a code after the password.`,
    WHAT_NEXT,
  );
}

export function twoFactorOffNotice(to: string): Message {
  return notice(
    to,
    "Two-factor authentication is off",
    `Signing in as ${to} needs no code any more.`,
    WHAT_NEXT,
  );
}

export function newRecoveryCodesNotice(to: string): Message {
  return notice(
    to,
    "You have new recovery codes",
    `The recovery codes of ${to} were replaced. The old ones no longer work.`,
    WHAT_NEXT,
  );
}

export function recoveryCodeUsedNotice(to: string, left: number): Message {
  return notice(
    to,
    "A recovery code was used",
    `Somebody signed in as ${to} with a recovery code. ${left === 1 ? "One code is" : `${left} codes are`} left; your profile has new ones.`,
    WHAT_NEXT,
  );
}

export function accountDeletedNotice(to: string): Message {
  return notice(
    to,
    "Your Posthorn account was deleted",
    `The account ${to} is gone, with its sessions and CLI keys. This cannot be undone.`,
    "If it was not you, tell the admin of your organization.",
  );
}
