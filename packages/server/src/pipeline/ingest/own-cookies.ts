/**
 * Which headers of a request does ingest keep?
 *
 * All but our own cookies. A signed-in person who opens a source URL on the dashboard's host sends the session along,
 * because cookies ignore ports. If ingest kept it, everybody who reads the request or receives its event could act as
 * that person. Other cookies belong to the sender and stay, byte for byte.
 */
import { isOwnCookie, OWN_COOKIE_MARK } from "@posthorn/contract/cookies";

/** `cookie` has all Cookie headers, as node:http joins them. Nearly always `headers` is returned as it is. */
export function withoutOwnCookies(headers: readonly string[], cookie: string | undefined): readonly string[] {
  if (cookie === undefined || !cookie.includes(OWN_COOKIE_MARK)) return headers;
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? "";
    const value = headers[at + 1] ?? "";
    const isCookie = name.toLowerCase() === "cookie" && value.includes(OWN_COOKIE_MARK);
    const rest = isCookie ? foreignCookies(value) : value;
    if (!isCookie || rest !== "") kept.push(name, rest);
  }
  return kept;
}

function foreignCookies(value: string): string {
  return value
    .split(";")
    .filter((pair) => !isOwnCookie((pair.split("=", 1)[0] ?? "").trim()))
    .join(";")
    .trim();
}
