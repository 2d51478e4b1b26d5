/**
 * Is a batch that the receiver did not take pushed once more, and when?
 *
 * Pure. A receiver that is away or overloaded gets it again, five times in all; one that refuses it would refuse it again.
 */
export const TRIES_MOST = 5;
const LONGEST_WAIT_MS = 60_000;

/** Null: no answer came. */
export type Answered = number | null;

/** Returns null if the batch is not pushed again. `chance` is in [0, 1). */
export function waitBeforeNext(
  answered: Answered,
  triesMade: number,
  firstWaitMs: number,
  chance: number,
): number | null {
  const isPassing = answered === null || answered >= 500 || [408, 425, 429].includes(answered);
  if (!isPassing || triesMade >= TRIES_MOST) return null;
  return Math.min(firstWaitMs * 4 ** (triesMade - 1), LONGEST_WAIT_MS) * (1 + chance / 4);
}
