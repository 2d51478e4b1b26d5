/** When is the next attempt? In a file of its own, because lists need it without the words about failures. */
import { relativeTime } from "../../ui/time.ts";

/** `in 48 s`, or `now` if the time has passed: an attempt that is due is about to be sent. */
export function untilNext(nextAttemptAt: string, now: Date): string {
  const at = new Date(nextAttemptAt);
  return at <= now ? "now" : relativeTime(at, now);
}
