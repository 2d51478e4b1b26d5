/**
 * Which attempts does a retry rule make, and when? The times count from the first attempt, without the few per cent that
 * the server adds to spread retries. Pure.
 */
import { RETRY_MAX_AGE_MS } from "@posthorn/contract/limits";
import { plannedWaitMs, type RetryPlan } from "@posthorn/contract/retry-wait";

export interface PlannedAttempt {
  /** Counts from 1; the first one is not a retry. */
  number: number;
  /** The wait before it. */
  waitMs: number;
  /** Since the first attempt. */
  atMs: number;
}

export interface RetrySchedule {
  attempts: readonly PlannedAttempt[];
  /** The rule asks for more, but they would be later than a week after the event. */
  isCut: boolean;
}

export function retrySchedule(rule: RetryPlan): RetrySchedule {
  const attempts: PlannedAttempt[] = [{ number: 1, waitMs: 0, atMs: 0 }];
  let atMs = 0;
  for (let retry = 1; ; retry++) {
    const waitMs = plannedWaitMs(rule, retry);
    if (waitMs === null) return { attempts, isCut: false };
    atMs += waitMs;
    if (atMs > RETRY_MAX_AGE_MS) return { attempts, isCut: true };
    attempts.push({ number: retry + 1, waitMs, atMs });
  }
}

/** The first ones, then the last one: a line of dots has room for a few. */
export function shownAttempts(attempts: readonly PlannedAttempt[], room: number): PlannedAttempt[] {
  return attempts.length <= room ? [...attempts] : [...attempts.slice(0, room - 1), ...attempts.slice(-1)];
}
