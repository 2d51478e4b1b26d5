/**
 * Works on bulk operations: a small step of each in turn, with a pause after every round.
 *
 * Traffic never waits for bulk work. A step is short, and ends before a row that another transaction has locked: the next
 * step comes back to it. The loop skips an operation while many of the events it made due are still unsent. The busier the
 * process, the longer the pauses. Rate limits need nothing extra: these events pass the same limiters as all others.
 */
import { setTimeout as pause } from "node:timers/promises";
import { lockNextEvents } from "../bulk/next-rows.sql.ts";
import { countInFlight, countOutcome } from "../bulk/outcome.sql.ts";
import type { Log } from "../log.ts";
import {
  type BulkDone,
  type BulkOperationRow,
  claimBulkOperation,
  findOpenBulkOperations,
  findUncountedBulkOperations,
  markBulkOperationFailed,
  recordBulkInFlight,
  recordBulkOutcome,
  recordBulkStep,
} from "../store/bulk-operations.ts";
import { type Database, type Queryable, isTooSlow, isUnavailable } from "../store/database.ts";
import { cancelEvents, countUnsentOfBulkRetry, requeueForBulkRetry } from "../store/events.ts";
import { createBusyness, pauseAfter } from "./gentle-pace.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 1_000;
/** The pause when no operation could move on, because each waits for its unsent events or for a locked row. */
const WHILE_WAITING_MS = 50;
/** Operations that take turns; the rest wait until one of these has ended. */
const AT_ONCE = 50;
/**
 * Unsent events of one operation. More than the senders send between two looks, few enough that other events soon pass.
 */
const MOST_WAITING = 200;
/**
 * How many rows a step reads, whether they match or not. The number doubles while few rows match, and shrinks when a
 * part was enough. A step that takes too long is tried again with half.
 */
const FIRST_STRETCH = 1_000;
const LONGEST_STRETCH = 20_000;
const SHORTEST_STRETCH = 50;
const STEP_WITHIN_MS = 2_000;

export interface BulkWorkDeps {
  db: Database;
  log: Log;
  owner: () => number;
  /** Evaluates the next requests once more, each in a transaction of its own. */
  evaluateNext: NextStep;
  /** Replays the next requests, each in a transaction of its own, which also records it. */
  replayNext: NextStep;
}

export type NextStep = (operation: BulkOperationRow, stretch: number) => Promise<ActedOn>;

const NOTHING = { completed: 0, failed: 0 };

/** What a step did, and whether its stretch held more matching rows than one step does. */
export interface ActedOn extends BulkDone {
  isFull: boolean;
  /** Set if the step has already recorded its work: up to this id. */
  recordedUntil?: string;
}

export function createBulkWork({ db, log, owner, evaluateNext, replayNext }: BulkWorkDeps): Loop {
  const stretches = new Map<string, number>();
  const busyness = createBusyness();

  const loop = repeat("bulk_work", EVERY_MS, log, async () => {
    await countOutcomes();
    const open = await findOpenBulkOperations(db, { owner: owner(), limit: AT_ONCE });
    if (open.length === 0) return stretches.clear();
    const startedAtMs = performance.now();
    let isMoving = false;
    for (const operation of open) if (await advance(operation)) isMoving = true;
    const tookMs = performance.now() - startedAtMs;
    const gentleMs = pauseAfter({ tookMs, busy: busyness() });
    await pause(isMoving ? gentleMs : Math.max(gentleMs, WHILE_WAITING_MS));
    loop.poke();
  });
  return loop;

  /** An aborted retry is counted when nothing of it is on the wire any more. Two processes that count find the same. */
  async function countOutcomes(): Promise<void> {
    for (const { id, cancelled_at } of await findUncountedBulkOperations(db, AT_ONCE)) {
      try {
        const inFlight = cancelled_at === null ? 0 : await countInFlight(db, id);
        if (inFlight > 0) await recordBulkInFlight(db, id, inFlight);
        else await recordBulkOutcome(db, id, await countOutcome(db, id));
      } catch (error) {
        if (!isTooSlow(error)) throw error;
        log.warn("bulk_operation.slow", { bulk_operation: id }); // operations in progress come first
      }
    }
  }

  /** Returns whether the operation moved on: then it may be able to take the next step at once. */
  async function advance({ id, type }: Pick<BulkOperationRow, "id" | "type">): Promise<boolean> {
    const stretch = stretches.get(id) ?? FIRST_STRETCH;
    const isOfEvents = type === "events.retry" || type === "events.cancel";
    try {
      const acted = isOfEvents
        ? await db.transaction(async (tx) => {
            await tx.query(`set local statement_timeout = ${STEP_WITHIN_MS}`);
            return step(tx, id, (operation) => actOnNextEvents(tx, operation, stretch));
          })
        : await step(db, id, (operation) =>
            (type === "requests.replay" ? replayNext : evaluateNext)(operation, stretch),
          );
      if (acted) stretches.set(id, nextStretch(stretch, acted));
      return acted?.hasMoved ?? false;
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
    act: (operation: BulkOperationRow) => Promise<ActedOn>,
  ): Promise<(ActedOn & { hasMoved: boolean }) | null> {
    const operation = await claimBulkOperation(within, { id, owner: owner() });
    if (!operation) return null;
    const { done_until: after, last_id, type } = operation;
    const unsent = await countUnsentOfBulkRetry(within, id);
    const acted = after === last_id || unsent >= MOST_WAITING ? null : await act(operation);
    const { done_until, completed, failed } = acted ?? { ...NOTHING, done_until: after };
    // `unsent` does not include the events that this step made due, so only a later step can find everything done.
    const isComplete = done_until === last_id && (acted === null || completed === 0) && unsent === 0;
    const waiting = type === "events.retry" ? unsent + completed : unsent;
    const left = acted?.recordedUntil === undefined ? { completed, failed } : NOTHING;
    await recordBulkStep(within, {
      id,
      after: acted?.recordedUntil ?? after,
      step: { ...left, done_until, waiting, isComplete },
    });
    if (isComplete) log.info("bulk_operation.completed", { bulk_operation: id, type });
    return acted && { ...acted, hasMoved: acted.done_until !== after };
  }
}

/** While most rows match, FIRST_STRETCH is enough for a full step. */
function nextStretch(stretch: number, { isFull }: ActedOn): number {
  if (!isFull) return Math.min(LONGEST_STRETCH, stretch * 2);
  return stretch <= FIRST_STRETCH ? stretch : Math.max(FIRST_STRETCH, Math.trunc(stretch / 2));
}

async function actOnNextEvents(
  tx: Queryable,
  operation: BulkOperationRow,
  stretch: number,
): Promise<ActedOn> {
  const { team_id, id, type } = operation;
  const { rows, done_until, isFull } = await lockNextEvents(tx, operation, stretch);
  const ids = rows.map((row) => row.id);
  const completed =
    type === "events.cancel"
      ? (await cancelEvents(tx, { team_id, ids })).length
      : await requeueForBulkRetry(tx, { team_id, ids, bulk_retry_id: id });
  return { done_until, isFull, completed, failed: ids.length - completed };
}
