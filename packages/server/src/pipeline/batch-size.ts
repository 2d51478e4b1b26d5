/**
 * How many rows may the next batch have?
 *
 * As many as the stage allows, until a batch runs into its deadline: then half as many as that batch had, down
 * to one. The group commit asks before each batch and reports how it went. How quickly a full batch commits
 * decides how fast the bound grows again: a bound that only shrank would turn one bad minute into a slow day,
 * and one that grew blindly would send every second batch into its deadline. Time comes in as an argument.
 */

/** For this long after a batch ran out of time, the bound grows only while commits leave time to spare. */
const CAUTIOUS_FOR_MS = 30_000;
/** The part of its deadline that a batch may take without being close to it. */
const COMFORTABLE = 0.6;

export interface BatchSize {
  rows: () => number;
  /** A batch of so many rows ran into its deadline. */
  ranOutOfTime: (rows: number, nowMs: number) => void;
  committed: (rows: number, tookMs: number, nowMs: number) => void;
}

export function createBatchSize(maxRows: number, deadlineMs: number): BatchSize {
  const comfortableMs = deadlineMs * COMFORTABLE;
  let bound = maxRows;
  let cautiousUntilMs = Number.NEGATIVE_INFINITY;
  return {
    rows: () => bound,
    ranOutOfTime(rows, nowMs) {
      // A database that is too slow for a single row says nothing about the size of batches.
      if (rows === 1) return;
      bound = Math.min(bound, rows >> 1);
      cautiousUntilMs = nowMs + CAUTIOUS_FOR_MS;
    },
    committed(rows, tookMs, nowMs) {
      if (bound === maxRows || rows < bound) return; // a smaller batch says nothing about a larger one
      // Twice the rows take at most twice the time.
      if (tookMs < comfortableMs) bound = Math.ceil((rows * comfortableMs) / tookMs);
      else if (nowMs >= cautiousUntilMs) bound += Math.max(1, bound >> 2);
      bound = Math.min(bound, maxRows);
    },
  };
}
