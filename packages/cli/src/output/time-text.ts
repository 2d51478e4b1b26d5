/**
 * How are moments and durations written for people?
 *
 * Pure. Moments are in the time zone of this machine; JSON has them as the server sent them.
 */
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

const two = (part: number) => String(part).padStart(2, "0");

/** `2026-11-19 14:32:01`. */
export function dateTimeText(at: Date): string {
  const date = [at.getFullYear(), at.getMonth() + 1, at.getDate()].map(two).join("-");
  return `${date} ${[at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join(":")}`;
}

/** In the largest unit that says enough: `340 ms`, `1.2 s`, `45 s`, `5 min`, `3 h`, `2 days`. */
export function durationText(ms: number): string {
  if (ms < SECOND_MS) return `${Math.round(ms)} ms`;
  if (ms < 10 * SECOND_MS) return `${Math.round(ms / 100) / 10} s`;
  if (ms < 2 * MINUTE_MS) return `${Math.round(ms / SECOND_MS)} s`;
  if (ms < 2 * HOUR_MS) return `${Math.round(ms / MINUTE_MS)} min`;
  if (ms < 2 * DAY_MS) return `${Math.round(ms / HOUR_MS)} h`;
  return `${Math.round(ms / DAY_MS)} days`;
}

/** `3 min ago`, `in 20 s`, `now`. */
export function fromNowText(at: Date, nowMs: number): string {
  const aheadMs = at.getTime() - nowMs;
  if (Math.abs(aheadMs) < SECOND_MS) return "now";
  return aheadMs > 0 ? `in ${durationText(aheadMs)}` : `${durationText(-aheadMs)} ago`;
}
