/**
 * Works on bulk operations: a small step of each in turn, with a pause after every round.
 *
 * Nobody's traffic waits for it: a step is short, locks only rows at rest, passes over those that are locked,
 * and is left out while much of what the operation has put on its way still waits there. Limits of rate hold
 * by themselves, because what becomes due passes the same limiters as everything else.
 */
import { setTimeout as pause } from "node:timers/promises";
import { lockNextEvents } from "../bulk/next-rows.sql.ts";
import type { Log } from "../log.ts";
import {
  type BulkDone,
  type BulkOperationRow,
  claimBulkOperation,
  findOpenBulkOperations,
  markBulkOperationFailed,
  recordBulkStep,
} from "../store/bulk-operations.ts";
import { type Database, type Queryable, isTooSlow, isUnavailable } from "../store/database.ts";
import { cancelEvents, countUnsentOfBulkRetry, requeueForBulkRetry } from "../store/events.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 1_000;
const AFTER_STEP_MS = 20;
/** While all that is left to do is to wait for what is on its way. */
const WHILE_WAITING_MS = 200;
/** Operations that take turns; the rest wait until one of these has ended. */
const AT_ONCE = 50;
/** More than is sent in the time between two looks, and little enough to be overtaken quickly. */
const MOST_WAITING = 2_000;
/** How many rows a step reads, fitting or not. A step that takes too long is tried again with fewer. */
const LONGEST_STRETCH = 20_000;
const SHORTEST_STRETCH = 50;
const STEP_WITHIN_MS = 2_000;

export interface BulkWorkDeps {
  db: Database;
  log: Log;
  owner: () => number;
  /** Has the next requests evaluated once more; each of them is a transaction of its own. */
  evaluateNext: (operation: BulkOperationRow, stretch: number) => Promise<BulkDone>;
}

export function createBulkWork({ db, log, owner, evaluateNext }: BulkWorkDeps): Loop {
  const stretches = new Map<string, number>();

  const loop = repeat("bulk_work", EVERY_MS, log, async () => {
    const open = await findOpenBulkOperations(db, { owner: owner(), limit: AT_ONCE });
    if (open.length === 0) return stretches.clear();
    let isMoving = false;
    for (const operation of open) if (await advance(operation)) isMoving = true;
    await pause(isMoving ? AFTER_STEP_MS : WHILE_WAITING_MS);
    loop.poke();
  });
  return loop;

  /** True when there is more to do at once. */
  async function advance({ id, type }: Pick<BulkOperationRow, "id" | "type">): Promise<boolean> {
    const stretch = stretches.get(id) ?? LONGEST_STRETCH;
    const isOfEvents = type === "events.retry" || type === "events.cancel";
    try {
      const isMoving = isOfEvents
        ? await db.transaction(async (tx) => {
            await tx.query(`set local statement_timeout = ${STEP_WITHIN_MS}`);
            return step(tx, id, (operation) => actOnNextEvents(tx, operation, stretch));
          })
        : await step(db, id, (operation) => evaluateNext(operation, stretch));
      stretches.set(id, Math.min(LONGEST_STRETCH, stretch * 2));
      return isMoving;
    } catch (error) {
      if (isTooSlow(error)) {
        log.warn("bulk_operation.slow", { bulk_operation: id, stretch });
        stretches.set(id, Math.max(SHORTEST_STRETCH, Math.trunc(stretch / 2)));
        return false; // the others get their turn first
      }
      if (error instanceof Error && isUnavailable(error)) throw error;
      log.error("bulk_operation.failed", { error, bulk_operation: id });
      await markBulkOperationFailed(db, id);
      return false;
    }
  }

  async function step(
    within: Queryable,
    id: string,
    act: (operation: BulkOperationRow) => Promise<BulkDone>,
  ): Promise<boolean> {
    const operation = await claimBulkOperation(within, { id, owner: owner() });
    if (!operation) return false;
    const waited = await countUnsentOfBulkRetry(within, id);
    const mustWait = operation.done_until === operation.last_id || waited >= MOST_WAITING;
    const done = mustWait
      ? { done_until: operation.done_until, completed: 0, failed: 0 }
      : await act(operation);
    const waiting = mustWait ? waited : await countUnsentOfBulkRetry(within, id);
    const isComplete = done.done_until === operation.last_id && waiting === 0;
    await recordBulkStep(within, {
      id,
      after: operation.done_until,
      step: { ...done, waiting, isComplete },
    });
    if (isComplete) log.info("bulk_operation.completed", { bulk_operation: id, type: operation.type });
    return !mustWait;
  }
}

async function actOnNextEvents(
  tx: Queryable,
  operation: BulkOperationRow,
  stretch: number,
): Promise<BulkDone> {
  const { team_id, id, type } = operation;
  const { rows, done_until } = await lockNextEvents(tx, operation, stretch);
  const ids = rows.map((row) => row.id);
  const completed =
    type === "events.cancel"
      ? (await cancelEvents(tx, { team_id, ids })).length
      : await requeueForBulkRetry(tx, { team_id, ids, bulk_retry_id: id });
  return { done_until, completed, failed: ids.length - completed };
}
