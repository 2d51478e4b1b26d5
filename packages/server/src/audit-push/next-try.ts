/**
 * When are entries pushed again that did not arrive, and how many at once?
 *
 * The waits double, from ten seconds to half an hour, and never end: an entry waits for as long as it is in the log. A
 * receiver that asks for a longer wait gets it, up to an hour. Each failure halves the batch, because a receiver may refuse
 * a batch for its size or for one of its entries.
 */
const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 30 * 60_000;
const LONGEST_ASKED_MS = 60 * 60_000;

export interface FailedPush {
  /** Pushes in a row that failed before this one. */
  failures: number;
  /** What the receiver asks for. */
  retryAfterMs: number | null;
  /** In [0, 1). */
  chance: number;
}

export function waitAfter({ failures, retryAfterMs, chance }: FailedPush): number {
  const waitMs = Math.min(FIRST_WAIT_MS * 2 ** failures, LONGEST_WAIT_MS) * (1 + chance / 10);
  return Math.round(Math.max(waitMs, Math.min(retryAfterMs ?? 0, LONGEST_ASKED_MS)));
}

export function entriesAtOnce(most: number, failures: number): number {
  return Math.max(1, Math.floor(most / 2 ** failures));
}
