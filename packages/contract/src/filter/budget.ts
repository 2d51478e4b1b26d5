/**
 * How much work may a match cost?
 *
 * Every visit to a value costs one step, and long texts cost more by their length, so that no filter and no payload
 * can block a process. When the budget is used up, the whole match is a no, even under a `$not`: only `compileFilter`
 * at the top catches the error. Steps are counted and not timed, so the same match always costs the same.
 */

/** Some tens of milliseconds of work. Enough for 10 MiB of small items with an ordinary filter. */
export const STEPS_PER_MATCH = 1_000_000;

/** Comparing or scanning this much text takes no longer than an ordinary step, some 30 ns. */
const CHARACTERS_PER_STEP = 128;

/** One match may have a budget of its own, or several may share one. */
export interface Budget {
  /** Negative when it was not enough. */
  left: number;
}

/** Created once: recording a stack for each throw would cost more than the match. */
const SPENT = new Error("the match took too many steps");

export function spend(budget: Budget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw SPENT;
}

export function spendOnText(budget: Budget, characters: number): void {
  spend(budget, Math.floor(characters / CHARACTERS_PER_STEP));
}
