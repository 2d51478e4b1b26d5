/**
 * What does a person hear by mail when something changes that protects their account?
 *
 * A notice has no link.
 */
import type { Letter } from "./letter.ts";

const WHAT_NEXT =
  "If it was not you, somebody else can use your account. Choose a new password at once: “Forgot password?” on the sign-in page does it without the old one. Then tell the admin of your organization.";

function notice(title: string, ...lines: string[]): Letter {
  return { title, lines, reason: "You get this mail because it concerns the safety of your account." };
}

export function passwordChangedNotice(email: string): Letter {
  return notice(
    "Your Posthorn password was changed",
    `Your account ${email} has a new password. Every other session and CLI was signed out.`,
    WHAT_NEXT,
  );
}

/** To the old address. */
export function emailChangedNotice(newEmail: string): Letter {
  return notice(
    "Your Posthorn address was changed",
    `You now sign in to Posthorn as ${newEmail}. This address gets no more mail from us.`,
    "If it was not you, somebody else has your account. Tell the admin of your organization at once.",
  );
}

export function twoFactorOnNotice(email: string): Letter {
  return notice(
    "Two-factor authentication is on",
    `Signing in as ${email} now needs a code after the password.`,
    WHAT_NEXT,
  );
}

export function twoFactorOffNotice(email: string): Letter {
  return notice(
    "Two-factor authentication is off",
    `Signing in as ${email} needs no code any more.`,
    WHAT_NEXT,
  );
}

export function newRecoveryCodesNotice(email: string): Letter {
  return notice(
    "You have new recovery codes",
    `The recovery codes of ${email} were replaced. The old ones no longer work.`,
    WHAT_NEXT,
  );
}

export function recoveryCodeUsedNotice(email: string, left: number): Letter {
  return notice(
    "A recovery code was used",
    `Somebody signed in as ${email} with a recovery code. ${left === 1 ? "One code is" : `${left} codes are`} left; your profile has new ones.`,
    WHAT_NEXT,
  );
}

/** A new password does not end a passkey, so the person has to remove it. */
export function passkeyAddedNotice(email: string, name: string): Letter {
  return notice(
    "A passkey was added to your account",
    `The passkey “${name}” can now sign in as ${email}, without the password and without a code.`,
    "If it was not you, sign in, remove the passkey in your profile, and choose a new password at once. Then tell the admin of your organization.",
  );
}

export function passkeyRemovedNotice(email: string, name: string): Letter {
  return notice(
    "A passkey was removed from your account",
    `The passkey “${name}” can no longer sign in as ${email}.`,
    WHAT_NEXT,
  );
}

export function accountDeletedNotice(email: string): Letter {
  return notice(
    "Your Posthorn account was deleted",
    `The account ${email} is gone, with its sessions and CLI keys. This cannot be undone.`,
    "If it was not you, tell the admin of your organization.",
  );
}
