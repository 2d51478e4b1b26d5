/** In which one form are values that can be written in several ways? */
import { REQUEST_METHODS } from "@posthorn/contract/causes";
import type { Channels } from "@posthorn/contract/issue-triggers";
import { DEFAULT_ALLOWED_HTTP_METHODS } from "@posthorn/contract/sources";
import { byText, withoutNulls } from "./configuration.ts";
import type { ConnectionRules } from "./entries.ts";

/** Their order says nothing. */
export function normalMethods(methods: readonly string[] = DEFAULT_ALLOWED_HTTP_METHODS): string[] {
  return REQUEST_METHODS.filter((method) => methods.includes(method));
}

/** Null in a field of a rule is the same as leaving it out. Inside of a filter null is a value. */
export function normalRules(rules: ConnectionRules): ConnectionRules {
  // Safe: every field that may be null may be left out.
  return rules.map((rule) => withoutNulls(rule) as ConnectionRules[number]);
}

/** The order of names says nothing. */
export function normalScope(names: readonly string[]): string[] {
  return [...new Set(names)].toSorted(byText);
}

/** No channel tells nobody, as null does. */
export function normalChannels(channels: Channels | null): Channels | null {
  return channels && Object.keys(channels).length > 0 ? channels : null;
}
