/**
 * Which settings does the URL itself contain?
 *
 * Some senders can be configured only with a URL, so two settings of a source can be in its query:
 * `x-posthorn-allow-methods=get` allows one more method, `x-posthorn-response=[text]OK` answers with that text. The
 * prefix of the service that people migrate from works as well. A switch disables no check other than that of
 * methods, and the query is stored and forwarded as it came.
 */
import { REQUEST_METHODS } from "@posthorn/contract/causes";
import { CUSTOM_RESPONSE_TYPES, type CustomResponse } from "@posthorn/contract/sources";

const PREFIXES = ["x-posthorn-", "x-hookdeck-"] as const;
const LITERAL = /^\[(\w+)\]/;

export function isMethodSwitchedOn(query: string | null, method: string): boolean {
  if (!REQUEST_METHODS.some((known) => known === method)) return false;
  const switched = valueOf(query, "allow-methods");
  return switched?.split(",").some((name) => name.trim().toUpperCase() === method) ?? false;
}

/** Returns null when the URL names no response, or not in a form that we understand. */
export function responseAskedFor(query: string | null): CustomResponse | null {
  const value = valueOf(query, "response");
  if (value === null) return null;
  if (value === "" || value === "null") return { content_type: "text", body: "" };
  const [literal, name] = LITERAL.exec(value) ?? [];
  const content_type = CUSTOM_RESPONSE_TYPES.find((type) => type === name?.toLowerCase());
  return literal && content_type ? { content_type, body: value.slice(literal.length) } : null;
}

function valueOf(query: string | null, name: string): string | null {
  if (query === null || !PREFIXES.some((prefix) => query.includes(prefix))) return null;
  const parameters = new URLSearchParams(query);
  for (const prefix of PREFIXES) {
    const value = parameters.get(prefix + name);
    if (value !== null) return value;
  }
  return null;
}
