/**
 * What may the filters of one request cost?
 *
 * The steps of all its connections are counted together. The event loop takes a few of them, enough for thousands of
 * ordinary filters. What needs more is decided in the filter thread, which takes no more than a request's share either.
 */
import { STEPS_PER_MATCH, type Budget } from "@posthorn/contract/filter/budget";

/** On the event loop: about half a millisecond. An ordinary filter takes some ten steps. */
export const QUICK_STEPS = 10_000;

/** In the thread: about a second, or twenty filters that use all they may. */
export const STEPS_PER_REQUEST = 20 * STEPS_PER_MATCH;

export interface FilterCosts {
  /** What the event loop may still spend. Negative: the filters that are left go to the thread. */
  quick: Budget;
  /** The steps that the thread has taken. */
  inThread: number;
}

export function freshCosts(): FilterCosts {
  return { quick: { left: QUICK_STEPS }, inThread: 0 };
}

/** For a request whose filters are likely to be costly: the event loop does not try. */
export function costsInThread(): FilterCosts {
  return { quick: { left: -1 }, inThread: 0 };
}

/**
 * How many steps the thread may take for the next match. A filter that is not costly is always decided, however much
 * the others of its request have used: so it gets the same answer here as on the event loop.
 */
export function stepsForMatch({ inThread }: FilterCosts): number {
  return Math.max(QUICK_STEPS, Math.min(STEPS_PER_MATCH, STEPS_PER_REQUEST - inThread));
}

/** Whether the event loop could not have decided this request's filters. */
export function wereCostly({ inThread }: FilterCosts): boolean {
  return inThread > QUICK_STEPS;
}
