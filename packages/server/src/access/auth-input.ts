/**
 * Is what was typed an email address, and will this do as a password?
 *
 * Answers with the sentence to show, or null. Passwords are measured, never judged or trimmed.
 */
import { PASSWORD_MIN_CHARACTERS } from "@posthorn/contract/limits";

export const PASSWORD_MAX_CHARACTERS = 128;
const EMAIL_MAX_CHARACTERS = 254;
const EMAIL = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+\.?[^\s@,;:<>()[\]"\\]*$/;

/** A named field of a body that may be anything; empty when it is not text. */
export function textField(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "string" ? value : "";
}

export function emailMistake(email: string): string | null {
  if (email === "") return "email is required";
  const isEmail = email.length <= EMAIL_MAX_CHARACTERS && EMAIL.test(email);
  return isEmail ? null : "email must be a valid email";
}

export function newPasswordMistake(field: string, password: string): string | null {
  if (password === "") return `${field} is required`;
  if (password.length < PASSWORD_MIN_CHARACTERS) {
    return `${field} must have at least ${PASSWORD_MIN_CHARACTERS} characters`;
  }
  if (password.length > PASSWORD_MAX_CHARACTERS) {
    return `${field} must have at most ${PASSWORD_MAX_CHARACTERS} characters`;
  }
  return null;
}
