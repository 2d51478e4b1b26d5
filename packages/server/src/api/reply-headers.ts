/**
 * Which headers does every answer carry?
 *
 * Nothing of ours may be framed, guessed at by its bytes, or run anything but our own scripts. Every answer
 * of the API tells the caller's rate limit.
 */
import type { Allowance } from "./rate-limit.ts";

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

/**
 * The reader of the API reference, on its own page only: it writes its styles into the page and draws its icons
 * from data addresses. It may load and ask nothing but what is ours.
 */
export const DOCS_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** Data is never a document. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** Whoever has calls left need not wait, so `retry-after` is zero for them. */
export function rateLimitHeaders(
  { limit, remaining, resetMs }: Allowance,
  nowMs: number,
): Record<string, string> {
  return {
    "x-ratelimit-limit": String(limit),
    "x-ratelimit-remaining": String(remaining),
    "x-ratelimit-reset": new Date(nowMs + resetMs).toISOString(),
    "retry-after": String(remaining > 0 ? 0 : Math.ceil(resetMs / 1_000)),
  };
}
