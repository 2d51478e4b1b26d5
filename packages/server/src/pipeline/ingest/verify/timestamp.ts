/**
 * When did the sender sign, and is that recent?
 *
 * A recent time in seconds or milliseconds always has the same number of digits, and none may be put before them. So in a
 * signed text nobody can move a digit from the time to what stands beside it.
 */
import type { Timestamp } from "@posthorn/contract/catalogue/recipe";
import { type Reading, failedAt, valueAt } from "./reading.ts";
import type { Failed } from "./verification.ts";

type Unit = Timestamp["unit"];

const ISO = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)?`;

/** How a recent time is written, from September 2001 until November 2286. */
export const RECENT_TIMES: Record<Unit, string> = {
  s: String.raw`[1-9]\d{9}`,
  ms: String.raw`[1-9]\d{12}`,
  iso: ISO,
};

const TIMES: Record<Unit, { form: RegExp; toMs: (text: string) => number }> = {
  s: { form: /^[1-9]\d{0,11}$/, toMs: (text) => Number(text) * 1000 },
  ms: { form: /^[1-9]\d{0,14}$/, toMs: Number },
  iso: { form: new RegExp(`^${ISO}$`), toMs: isoToMs },
};

/** A time without a zone is in UTC. */
function isoToMs(text: string): number {
  const hasZone = /(?:Z|[+-]\d\d:\d\d)$/.test(text);
  return Date.parse(hasZone ? text : `${text}Z`);
}

/** The text of the timestamp, if it is one and recent. */
export function timestampAt(reading: Reading, timestamp: Timestamp): string | Failed {
  const text = valueAt(reading, timestamp);
  if (typeof text !== "string") return text;
  const { form, toMs } = TIMES[timestamp.unit];
  const signedAtMs = form.test(text) ? toMs(text) : Number.NaN;
  if (Number.isNaN(signedAtMs)) return failedAt("MALFORMED", timestamp);
  // Seconds are compared as seconds: the sender has cut off the rest.
  const { receivedAtMs } = reading.evidence;
  const nowMs = timestamp.unit === "s" ? Math.floor(receivedAtMs / 1000) * 1000 : receivedAtMs;
  return Math.abs(nowMs - signedAtMs) <= timestamp.tolerance_s * 1000 ? text : failedAt("STALE", timestamp);
}
