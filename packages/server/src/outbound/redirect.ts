/**
 * Where does a redirect lead, and what does the next request carry?
 *
 * Pure: turns a request and its answer into the next request, or into the reason why there is none. 307 and 308 repeat
 * the request. 301, 302 and 303 are followed with a GET without a body, but HEAD stays HEAD, and QUERY is repeated
 * unless the status is 303. Credentials go only to the origin they were meant for. The connector checks whether the new
 * address may be dialed, as for every address.
 */
import type { OutgoingRequest } from "./dialer.ts";

/** Null: the answer is no redirect, or the request does not follow any. */
export type NextHop = OutgoingRequest | "too many" | "not a URL" | null;

const FOLLOWED = new Set([301, 302, 303, 307, 308]);
const REPEATED = new Set([307, 308]);

/** Headers that have a meaning only together with a body. */
const OF_THE_BODY = /^content-/;
/** In addition to the headers that the request itself names as credentials. */
const CREDENTIALS = new Set(["authorization", "cookie", "cookie2", "proxy-authorization"]);

export function nextHop(request: OutgoingRequest, status: number, headers: readonly string[]): NextHop {
  if (request.maxRedirects === null || !FOLLOWED.has(status)) return null;
  const location = locationIn(headers);
  if (location === null) return null;
  if (request.maxRedirects === 0) return "too many";
  const url = URL.parse(location, request.origin + request.path);
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== "" || url.password !== "")
    return "not a URL";

  const isRepeated =
    REPEATED.has(status) || request.method === "HEAD" || (request.method === "QUERY" && status !== 303);
  const leavesOrigin = url.origin !== request.origin;
  return {
    ...request,
    origin: url.origin,
    path: url.pathname + url.search,
    method: isRepeated ? request.method : "GET",
    body: isRepeated ? request.body : null,
    headers: headersWithout(request.headers, (name) => {
      if (!isRepeated && OF_THE_BODY.test(name)) return true;
      return leavesOrigin && (CREDENTIALS.has(name) || request.credentialHeaders.includes(name));
    }),
    maxRedirects: request.maxRedirects - 1,
  };
}

function locationIn(headers: readonly string[]): string | null {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === "location") return headers[at + 1] ?? null;
  }
  return null;
}

function headersWithout(headers: readonly string[], isLeft: (name: string) => boolean): string[] {
  const kept: string[] = [];
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const name = headers[at] ?? "";
    if (!isLeft(name.toLowerCase())) kept.push(name, headers[at + 1] ?? "");
  }
  return kept;
}
