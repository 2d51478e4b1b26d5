/**
 * Which protections can a control run take away?
 *
 * Each is the text that makes it, and a text that does not. A fault test proves something only if the same run
 * without its protection is seen to break a promise.
 */
import type { Protection } from "./product.ts";

/** Answers the sender first and stores a moment later: what every queue in memory does. */
export const ACK_AFTER_COMMIT: Protection = {
  file: "pipeline/ingest/intake.ts",
  from: "commits.add(request);",
  to: 'answer(request, "stored"); setTimeout(() => commits.add(request), 300);',
};

/** Leaves the events of the dead where they are. */
export const TAKE_OVER: Protection = {
  file: "store/event-leases.ts",
  from: "stranded.id and events.lease_owner = $1`",
  to: "stranded.id and false and events.lease_owner = $1`",
};

/** Waits for the database for as long as it takes. */
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

/** Every process paces whatever it likes, whoever else does. */
export const ONE_OWNER: Protection = {
  file: "store/limiters.ts",
  from: "where processes.id = limiters.process_id and heartbeat_at",
  to: "where false and heartbeat_at",
};

/** What somebody paced is never given to anybody else, dead or not. */
export const LIMITER_PASSED_ON: Protection = {
  file: "store/limiters.ts",
  from: "where processes.id = limiters.process_id and heartbeat_at",
  to: "where (limiters.process_id > 0 or processes.id = limiters.process_id) and heartbeat_at",
};

/** Whoever takes a limiter over begins with a free slot. */
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
