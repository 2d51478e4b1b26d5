/**
 * Which loops keep the database in order, whatever travels through the pipeline?
 *
 * They need nothing but the database, so any process that delivers may run them, and several may at once.
 */
import type { Log } from "../log.ts";
import type { Database } from "../store/database.ts";
import { createCounting, createQueueSampling } from "./counting.ts";
import { createBackpressureWatch, createIssueOpening } from "./issue-opening.ts";
import { createHourPacking } from "./hour-packing.ts";
import { createKeyForgetting } from "./key-forgetting.ts";
import { createProjectRemoval } from "./project-removal.ts";
import type { Loop } from "./repeat.ts";
import { createRetention } from "./retention.ts";

export interface HousekeepingDeps {
  db: Database;
  log: Log;
  /** How long the counts of days are kept; a default of its own if undefined. */
  countersDays: number | undefined;
  /** How long entries of the audit log are kept; a default of its own if undefined. */
  auditDays: number | undefined;
}

export function createHousekeeping({ db, log, countersDays, auditDays }: HousekeepingDeps): Loop[] {
  return [
    createKeyForgetting(db, log),
    createRetention(db, log, { countersDays, auditDays }),
    createCounting(db, log),
    createHourPacking(db, log),
    createQueueSampling(db, log),
    createIssueOpening(db, log),
    createBackpressureWatch(db, log),
    createProjectRemoval(db, log),
  ];
}
