/**
 * How much may a list read, and when may a search go on?
 *
 * Filters on columns get a little time and are answered at once. A search in payloads reads a lot, in short
 * steps. Only a few steps run at a time in a process, fewer still of one project, however many people search, so
 * that lists and everything else always find a free connection; the searches take turns. Past a number that wait, and
 * past a time, callers are told to come back.
 */
import { type TurnLimits, type TurnsByProject, createTurnsByProject } from "./turns-by-project.ts";

export interface ScanBudget {
  /** How many rows one statement goes through at most. */
  rows: number;
  /** When it has taken this long it ends early, but never before a few rows. */
  stepMs: number;
  /** No statement begins after so much time was spent. */
  totalMs: number;
}

export interface ScanBudgets {
  columns: ScanBudget;
  payloads: ScanBudget;
}

/**
 * On columns: less than half of the 25 ms that a list may take, so that the rest of the answer fits in the other half.
 * In payloads: the first page of a search comes within 1.5 s, and somebody is waiting for it.
 */
const BUDGETS: ScanBudgets = {
  columns: { rows: 20_000, stepMs: 10, totalMs: 8 },
  payloads: { rows: 100_000, stepMs: 250, totalMs: 900 },
};

/** One place is always another project's, however long the statements of one take. */
const TURNS: TurnLimits = { atOnce: 3, atOncePerProject: 2, waitingPerProject: 50, waitAtMostMs: 5_000 };

export interface Searches extends TurnsByProject {
  budgets: ScanBudgets;
}

export function createSearches(budgets: ScanBudgets = BUDGETS): Searches {
  return { budgets, ...createTurnsByProject(TURNS) };
}
