/**
 * How much work may one match be?
 *
 * Every visit to a value costs a step, and long texts cost by their length, so that no filter and no payload can
 * hold up a worker. When the budget is used up the whole match is a plain no, also under a `$not`: the error passes
 * through every part of the language and is caught only at the top.
 */

/** Some tens of milliseconds of work; 10 MiB of small items still fit, with an ordinary filter. */
export const STEPS_PER_MATCH = 1_000_000;

/** Comparing or scanning this much text takes no longer than an ordinary step, some 30 ns. */
const CHARACTERS_PER_STEP = 128;

export interface Budget {
  left: number;
}

/** Made once: writing down a stack for each throw would cost more than the match. */
const SPENT = new Error("the match took too many steps");

export function spend(budget: Budget, steps: number): void {
  budget.left -= steps;
  if (budget.left < 0) throw SPENT;
}

export function spendOnText(budget: Budget, characters: number): void {
  spend(budget, Math.floor(characters / CHARACTERS_PER_STEP));
}
