/**
 * Which headers does every answer carry?
 *
 * Browsers may not frame our pages, guess content types, or run any scripts but ours. Every
 * answer of the API shows the caller's rate limit.
 */
import type { Allowance } from "./rate-limit.ts";

const STRIPE_SCRIPTS = "https://js.stripe.com";

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
 * posts a request to a source URL, so pages may call the origin of these, and no other. Where a provider charges cards,
 * pages may also load its script.
 */
export function pagePolicy(ingestUrl: string, cardScriptUrl: string | null): string {
  const cards = cardScriptUrl === null ? null : placesOfCards(cardScriptUrl);
  return [
    "default-src 'self'",
    `script-src 'self'${cards ? ` ${cards.scripts}` : ""}`,
    ...(cards ? [`frame-src 'self' ${cards.frames}`] : []),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self' ${new URL(ingestUrl).origin}${cards ? ` ${cards.calls}` : ""}`,
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join("; ");
}

/**
 * A card's number is typed into a frame of the provider's, which its script makes. These are the places that Stripe names; a
 * script from elsewhere may use only its own origin.
 */
function placesOfCards(scriptUrl: string): { scripts: string; frames: string; calls: string } {
  const { origin } = new URL(scriptUrl);
  if (origin !== STRIPE_SCRIPTS) return { scripts: origin, frames: origin, calls: origin };
  const scripts = `${STRIPE_SCRIPTS} https://*.js.stripe.com`;
  return { scripts, frames: `${scripts} https://hooks.stripe.com`, calls: "https://api.stripe.com" };
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
