/**
 * Which protections can a control remove?
 *
 * Each is the source text that makes the protection, and the text that replaces it. The comments say what the product
 * does without it. A fault test proves something only if the same run without the protection breaks a promise.
 */
import type { Protection } from "./product.ts";

/** Answers the sender first and stores a moment later, like every queue in memory. */
export const ACK_AFTER_COMMIT: Protection = {
  file: "pipeline/ingest/intake.ts",
  from: "commits.add(request);",
  to: 'answer(request, "stored"); setTimeout(() => commits.add(request), 300);',
};

/** Never takes over the events of a dead process. */
export const TAKE_OVER: Protection = {
  file: "store/event-leases.ts",
  from: 'which: "events.lease_owner = $1",',
  to: 'which: "false and events.lease_owner = $1",',
};

/** A turn ends with the first dead process whose take-over fails, and the next turn begins with the same one. */
export const FAILING_PROCESS_PASSED_OVER: Protection = {
  file: "workers/take-over.ts",
  from: "if (!(error instanceof StepFailedError)) throw error;",
  to: "throw error;",
};

/** One row that fails makes the whole step of a take-over fail. */
export const FAILING_ROW_PASSED_OVER: Protection = {
  file: "store/in-parts.ts",
  from: "if (rows.length === 1) return [{ row: first, error }];",
  to: "throw error;",
};

/** Waits for the database without a deadline. */
export const NO_ENDLESS_WAITING: readonly Protection[] = [
  {
    file: "pipeline/ingest/intake.ts",
    from: "const STORE_WITHIN_MS = 3_500;",
    to: "const STORE_WITHIN_MS = 3_500_000;",
  },
  {
    file: "store/lane.ts",
    from: "query_timeout: STATEMENT_TIMEOUT_MS + 500,",
    to: "query_timeout: 3_600_000,",
  },
  {
    file: "store/lane.ts",
    from: "connectionTimeoutMillis: CONNECT_TIMEOUT_MS,",
    to: "connectionTimeoutMillis: 3_600_000,",
  },
  {
    file: "store/lane.ts",
    from: "statement_timeout: STATEMENT_TIMEOUT_MS,",
    to: "statement_timeout: 3_600_000,",
  },
];

/** Every process paces every destination, even if another does so too. */
export const ONE_OWNER: Protection = {
  file: "store/limiters.ts",
  from: "where processes.id = limiters.process_id and heartbeat_at",
  to: "where false and heartbeat_at",
};

/** A limiter never gets a new owner, even if its owner died. */
export const LIMITER_PASSED_ON: Protection = {
  file: "store/limiters.ts",
  from: "where processes.id = limiters.process_id and heartbeat_at",
  to: "where (limiters.process_id > 0 or processes.id = limiters.process_id) and heartbeat_at",
};

/** A process that takes over a limiter begins with a free slot. */
export const SLOTS_REMEMBERED: Protection = {
  file: "pipeline/schedule/pacing.ts",
  from: "slotsFrom(nowMs + firstWaitMs(limiter.pace, left), limiter.pace)",
  to: "slotsFrom(nowMs, limiter.pace)",
};

/** A commit carries a handful of requests, however many wait. */
export const LARGE_COMMITS: Protection = {
  file: "pipeline/ingest/intake.ts",
  from: "maxRows: 512,",
  to: "maxRows: 8,",
};
