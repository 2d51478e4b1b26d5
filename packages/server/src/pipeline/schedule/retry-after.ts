/**
 * How long does the destination want us to wait at least?
 *
 * From the Retry-After header: whole seconds, an HTTP date or an ISO date. -1 asks for no
 * further attempt. An unreadable value counts as absent, a date in the past as zero, and a wait of
 * more than a week as a week: no automatic retry is made later.
 */
import { RETRY_MAX_AGE_MS } from "@posthorn/contract/limits";

export type RetryAfter = { waitMs: number } | "never" | null;

export function readRetryAfter(value: string | null, nowMs: number): RetryAfter {
  const text = value?.trim() ?? "";
  if (text === "-1") return "never";
  const waitMs = /^\d+$/.test(text) ? Number(text) * 1000 : dateWait(text, nowMs);
  return waitMs === null ? null : { waitMs: Math.min(waitMs, RETRY_MAX_AGE_MS) };
}

/** Accepts only texts that begin like a date: `Date.parse` reads almost anything as one. */
function dateWait(text: string, nowMs: number): number | null {
  if (!/^(?:[A-Z][a-z]{2,8},? |\d{4}-\d{2}-\d{2})/.test(text)) return null;
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, atMs - nowMs);
}
