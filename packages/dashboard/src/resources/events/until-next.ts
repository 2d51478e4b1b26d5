/** How long until the next attempt? A file of its own, because the list needs it and nothing else about outcomes. */
import { relativeTime } from "../../ui/time.ts";

/** `in 48 s`, or `now` if the time has passed: an attempt that is due is about to be sent. */
export function untilNext(nextAttemptAt: string, now: Date): string {
  const at = new Date(nextAttemptAt);
  return at <= now ? "now" : relativeTime(at, now);
}
