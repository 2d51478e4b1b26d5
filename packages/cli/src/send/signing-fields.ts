/**
 * With what is an example signed, by the values of `--secret`?
 *
 * Pure. A value is `NAME=VALUE` if NAME is a field of the method; anything else is the value of the only field that must
 * be there, so that a secret may have any characters.
 */
import type { ExampleProvider, SigningMethod } from "@posthorn/contract/signed-examples";
import { Failure, misuse } from "../failure.ts";
import { printable } from "../output/printable.ts";
import { typedName } from "./provider-names.ts";

/** As the endpoint takes it. */
export interface Signing {
  auth_type: SigningMethod["auth_type"];
  auth: Record<string, string>;
}

/** Null: the example goes out as it is. Throws a Failure that says what is missing. */
export function signingOf(
  { type, label, methods }: ExampleProvider,
  authType: string | undefined,
  secrets: readonly string[],
): Signing | null {
  if (authType === undefined && secrets.length === 0) return null;
  if (methods.length === 0)
    throw misuse(
      `Nobody knows by what ${label} proves itself, so its examples are not signed.`,
      "Leave --secret and --auth-type out.",
    );
  const method = methods.find(({ auth_type }) => nameOf(auth_type) === authType);
  if (!method) {
    const names = methods.map(({ auth_type }) => nameOf(auth_type));
    const others = names.filter((name) => name !== undefined);
    throw misuse(
      authType === undefined
        ? `${label} has no signature of its own.`
        : `${label} does not sign by ${printable(authType)}.`,
      others.length === 0
        ? "Leave --auth-type out."
        : `Write one of these${names.includes(undefined) ? ", or none" : ""}: ${others.map((name) => `--auth-type ${name}`).join(", ")}.`,
    );
  }
  if (method.refusal !== null)
    throw new Failure(method.refusal, { todo: "Without --secret the example goes out unsigned." });
  return { auth_type: method.auth_type, auth: authOf(typedName(type), method, secrets) };
}

/** Undefined: the provider's own, which is not named. */
function nameOf(auth_type: string | null): string | undefined {
  return auth_type === null ? undefined : typedName(auth_type);
}

function authOf(
  provider: string,
  { fields, label }: SigningMethod,
  secrets: readonly string[],
): Record<string, string> {
  const needed = fields.filter(({ is_optional }) => !is_optional);
  const [only] = needed;
  const auth: Record<string, string> = {};
  for (const secret of secrets) {
    const [, before = "", after = ""] = /^(\w+)=(.*)$/s.exec(secret) ?? [];
    const named = fields.find(({ name }) => name === before);
    const field = named ?? (needed.length === 1 ? only : undefined);
    if (!field) throw misuse(`--secret does not say which field it is of ${label}.`, howTo(provider, fields));
    if (Object.hasOwn(auth, field.name))
      throw misuse(`--secret gives ${field.name} twice.`, howTo(provider, fields));
    auth[field.name] = named ? after : secret;
  }
  const missing = needed.filter(({ name }) => !Object.hasOwn(auth, name));
  if (missing.length > 0)
    throw misuse(
      `${label} needs ${missing.map(({ name }) => name).join(", ")}, too.`,
      howTo(provider, fields),
    );
  return auth;
}

function howTo(provider: string, fields: SigningMethod["fields"]): string {
  return `Write ${fieldWords(fields)}. All about it: posthorn send ${provider} --list.`;
}

/** What a person types: `--secret SECRET`, or each field by its name. */
export function fieldWords(fields: SigningMethod["fields"]): string {
  const needed = fields.filter(({ is_optional }) => !is_optional);
  return fields
    .map(({ name, is_optional, options }) => {
      const value = options === null ? name.toUpperCase().replaceAll("_", "-") : options.join("|");
      const word = needed.length === 1 && !is_optional ? "--secret SECRET" : `--secret ${name}=${value}`;
      return is_optional ? `[${word}]` : word;
    })
    .join(" ");
}
