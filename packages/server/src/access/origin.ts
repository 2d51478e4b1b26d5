/**
 * May a page of this origin change things with the visitor's cookie?
 *
 * Only a page of our own dashboard. The port counts: the ingest port, where senders influence the
 * answers, shares the dashboard's host and therefore its cookies. On one's own machine 127.0.0.1
 * and localhost are the same dashboard, so both are allowed.
 */
import type { IncomingHttpHeaders } from "node:http";

export const LOOPBACK_NAMES = ["127.0.0.1", "localhost", "[::1]"];

export function allowedOrigins(publicUrl: string): ReadonlySet<string> {
  const { origin, protocol, hostname, port } = new URL(publicUrl);
  if (!LOOPBACK_NAMES.includes(hostname)) return new Set([origin]);
  return new Set(LOOPBACK_NAMES.map((name) => new URL(`${protocol}//${name}${port && `:${port}`}`).origin));
}

/** For calls that change something. Without a cookie, a foreign page has nothing to abuse. */
export function originAllowed(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): boolean {
  if (headers.origin !== undefined) return origins.has(headers.origin);
  return headers.cookie === undefined;
}
