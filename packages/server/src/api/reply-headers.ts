/**
 * Which headers does every answer carry?
 *
 * Browsers may not frame our pages, guess content types, or run any scripts but ours. Every
 * answer of the API shows the caller's rate limit.
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
 * Inline styles are allowed because components position themselves; inline scripts are not. The page sets <base> to
 * our own origin: without it, a deep path would look for the assets beside itself. The guide through the first connection
 * posts a request to a source URL, so pages may call the origin of these, and no other.
 */
export function pagePolicy(ingestUrl: string): string {
  return [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(ingestUrl).origin}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * Only for the page of the API reference: its reader writes styles into the page and draws icons from
 * data URLs. It may load scripts and data from our origin only.
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

/** API data must never render as a document. */
export const DATA_POLICY = "default-src 'none'; frame-ancestors 'none'";

/** A caller with calls left need not wait, so its `retry-after` is zero. */
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
