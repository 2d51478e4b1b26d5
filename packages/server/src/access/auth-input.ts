/**
 * Is this a valid email address, and are this password and this name acceptable?
 *
 * Returns the sentence to show, or null. Only a password's length is checked; passwords are never trimmed.
 */
import {
  EMAIL_MAX_CHARACTERS,
  NAME_MAX_CHARACTERS,
  PASSWORD_MIN_CHARACTERS,
} from "@posthorn/contract/limits";
import * as z from "zod/mini";

export const PASSWORD_MAX_CHARACTERS = 128;
/** better-auth uses the same rule at sign-in: an address that we accept once must work later. */
const Email = z.email();

/** A named field of any body; empty when it is not text. */
export function textField(body: Readonly<Record<string, unknown>>, name: string): string {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  return typeof value === "string" ? value : "";
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** The field `id`; null when it is no id of ours. */
export function idField(body: Readonly<Record<string, unknown>>): string | null {
  const id = textField(body, "id");
  return UUID.test(id) ? id : null;
}

export function emailMistake(email: string): string | null {
  if (email === "") return "email is required";
  const isEmail = email.length <= EMAIL_MAX_CHARACTERS && z.safeParse(Email, email).success;
  return isEmail ? null : "email must be a valid email";
}

/** For a person who has typed no name. */
export function nameIn(email: string): string {
  return email.split("@")[0] ?? email;
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

export function nameMistake(field: string, name: string): string | null {
  return name.length > NAME_MAX_CHARACTERS
    ? `${field} must have at most ${NAME_MAX_CHARACTERS} characters`
    : null;
}

export function requiredNameMistake(field: string, name: string): string | null {
  return name === "" ? `${field} is required` : nameMistake(field, name);
}
