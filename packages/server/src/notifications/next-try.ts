/**
 * When is a notification that did not arrive tried again?
 *
 * The one place that knows. The waits double, up to half an hour, and a provider that asks for a longer wait gets it.
 * After a day the worker gives up: a message about yesterday's trouble helps nobody. Time and chance come in as
 * arguments.
 */
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 30 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

export interface FailedTry {
  /** Tries that failed before this one, and when the first of them failed. */
  failures: number;
  failingSinceMs: number | null;
  /** What the provider asks for. */
  retryAfterMs: number | null;
  nowMs: number;
  /** In [0, 1). */
  chance: number;
}

/** Null: this was the last try. */
export function nextTryAt({ failures, failingSinceMs, retryAfterMs, nowMs, chance }: FailedTry): Date | null {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (1 + chance / 10);
  const atMs = nowMs + Math.max(waitMs, retryAfterMs ?? 0);
  return atMs > (failingSinceMs ?? nowMs) + DAY_MS ? null : new Date(atMs);
}
