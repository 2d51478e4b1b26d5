/**
 * How many rows may the next batch have?
 *
 * As many as the stage allows, until a batch runs into its deadline: then half as many as that batch had, down
 * to one. The group commit asks before each batch and reports how it went. How quickly a full batch committed
 * says how fast the bound may grow again. A bound that only ever shrank would turn one bad minute into a slow
 * day; one that grew without looking would send every second batch into the deadline. Time comes in as an argument.
 */

/** After a batch ran out of time, nobody tries more rows for this long unless there is time to spare. */
const CAUTIOUS_FOR_MS = 30_000;

export interface BatchSize {
  rows: () => number;
  /** A batch of so many rows ran into its deadline. */
  ranOutOfTime: (rows: number, nowMs: number) => void;
  committed: (rows: number, tookMs: number, nowMs: number) => void;
}

export function createBatchSize(maxRows: number, deadlineMs: number): BatchSize {
  let bound = maxRows;
  let cautiousUntilMs = Number.NEGATIVE_INFINITY;
  return {
    rows: () => bound,
    ranOutOfTime(rows, nowMs) {
      bound = Math.max(1, Math.min(bound, rows >> 1));
      // One row is too much only for a database that is too slow for anything: no reason to keep batches small.
      if (rows > 1) cautiousUntilMs = nowMs + CAUTIOUS_FOR_MS;
    },
    committed(rows, tookMs, nowMs) {
      if (bound === maxRows || rows < bound) return; // a smaller batch says nothing about a larger one
      if (tookMs < deadlineMs / 2) bound *= 2;
      else if (tookMs < deadlineMs * 0.6 || nowMs >= cautiousUntilMs) bound += Math.max(1, bound >> 2);
      bound = Math.min(bound, maxRows);
    },
  };
}
