/**
 * Which headers does every answer carry?
 *
 * Nothing of ours may be framed, guessed at by its bytes, or run anything but our own scripts. Every answer
 * of the API tells the caller's rate limit; while no limit is set, there is always all of it left.
 */
import { API_RATE_LIMIT_PER_MINUTE } from "@posthorn/contract/limits";

export const SECURITY_HEADERS = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
} as const;

/**
 * Styles may stand in the page because components position themselves; scripts never may. The page has a <base>
 * of our own origin: without it, a deep address would look for the assets beside itself.
 */
export const PAGE_POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'self'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

/** Data is never a document. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

const MINUTE_MS = 60_000;

export function rateLimitHeaders(nowMs: number): Record<string, string> {
  const resetMs = (Math.floor(nowMs / MINUTE_MS) + 1) * MINUTE_MS;
  return {
    "x-ratelimit-limit": String(API_RATE_LIMIT_PER_MINUTE),
    "x-ratelimit-remaining": String(API_RATE_LIMIT_PER_MINUTE),
    "x-ratelimit-reset": new Date(resetMs).toISOString(),
    "retry-after": "0",
  };
}
