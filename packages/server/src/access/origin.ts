/**
 * May a page of this origin change things with the visitor's cookie?
 *
 * Only our own dashboard's. The port counts: the ingest port, where senders decide what is answered,
 * shares the dashboard's host and therefore its cookies. On a machine of one's own, 127.0.0.1 and
 * localhost are the same dashboard, so either may be typed.
 */
import type { IncomingHttpHeaders } from "node:http";

const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

export function allowedOrigins(publicUrl: string): ReadonlySet<string> {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return new Set([origin]);
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}${port && `:${port}`}`).origin));
}

/** For calls that change something. Without a cookie there is nothing that a foreign page could borrow. */
export function originAllowed(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  if (headers.origin !== undefined) return origins.has(headers.origin);
  return headers.cookie === undefined;
}
