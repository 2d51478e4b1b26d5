/**
 * How much may a list read, and when may a search continue?
 *
 * Filters on columns get a little time and are answered at once. A search in payloads reads a lot, in short steps, and
 * searches take turns. However many people search, a process runs only a few steps at a time, and fewer of one project,
 * so that lists and all other calls always find a free connection. If too many searches wait, or one waits too long,
 * its caller is asked to come back later.
 */
import { type TurnLimits, type TurnsByProject, createTurnsByProject } from "./turns-by-project.ts";

export interface ScanBudget {
  /** How many rows one statement goes through at most. */
  rows: number;
  /** A statement that has taken this long ends early, but never before a few hundred rows. */
  stepMs: number;
  /** A statement that has taken this long ends at the next row: a few hundred large bodies would outlast its deadline. */
  mostMs: number;
  /** After this much time, no further statement begins. */
  totalMs: number;
}

export interface ScanBudgets {
  columns: ScanBudget;
  payloads: ScanBudget;
}

/**
 * On columns: less than half of the 25 ms that a list may take, so that the rest of the answer fits in the other half.
 * In payloads: a person waits for the first page of a search, which comes within 1.5 s.
 */
const BUDGETS: ScanBudgets = {
  columns: { rows: 20_000, stepMs: 10, mostMs: 2_000, totalMs: 8 },
  payloads: { rows: 100_000, stepMs: 250, mostMs: 2_000, totalMs: 900 },
};

/** One project never uses all places, so one is always free for another project. */
const TURNS: TurnLimits = { atOnce: 3, atOncePerProject: 2, waitingPerProject: 50, waitAtMostMs: 5_000 };

export interface Searches extends TurnsByProject {
  budgets: ScanBudgets;
}

export function createSearches(budgets: ScanBudgets = BUDGETS): Searches {
  return { budgets, ...createTurnsByProject(TURNS) };
}
