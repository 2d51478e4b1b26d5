/**
 * Evaluates the next requests of a bulk operation once more: those with ignored events, or rejected ones.
 *
 * The rules may ask the sandbox, so a step cannot be one transaction. Instead each request gets its own transaction,
 * which checks that this process still holds the operation and that nobody has aborted it. A step that is repeated
 * after a crash does nothing twice: what became an event is no longer ignored, and what was accepted is no longer
 * rejected.
 */
import { findNextIgnored, findNextRequests } from "../bulk/next-rows.sql.ts";
import type { RetryRequest } from "../pipeline/route/retry-request.ts";
import { SandboxUnavailableError } from "../sandbox/sandbox.ts";
import { type BulkOperationRow, isStillHeld } from "../store/bulk-operations.ts";
import type { Database, Queryable } from "../store/database.ts";
import { markMadeInBulk } from "../store/events.ts";
import { markRetriedInBulk } from "../store/requests.ts";
import type { ActedOn } from "./bulk-work.ts";

const BATCH = 50;

export interface BulkEvaluationDeps {
  db: Database;
  owner: () => number;
  /** Called once for each step: a change of the project made just before must count. */
  refresh: (team_id: string) => Promise<void>;
  /** Must not refresh for each request. */
  retryRequest: RetryRequest;
}

/** The operation was aborted, or another process holds it. Rolls back the transaction that notices. */
class NoLongerHeldError extends Error {}

export function createBulkEvaluation({ db, owner, refresh, retryRequest }: BulkEvaluationDeps) {
  return async function evaluateNext(operation: BulkOperationRow, stretch: number): Promise<ActedOn> {
    const { id, team_id, done_until: after } = operation;
    const { wanted, done_until, isFull } =
      operation.type === "ignored_events.retry"
        ? await nextIgnored(db, operation, stretch)
        : await nextRejected(db, operation, stretch);
    if (wanted.size > 0) await refresh(team_id);
    const done: ActedOn = { done_until: after, completed: 0, failed: 0, isFull };

    for (const [requestId, webhookIds] of wanted) {
      const guard = async (tx: Queryable) => {
        if (!(await isStillHeld(tx, { id, owner: owner(), after }))) throw new NoLongerHeldError();
        await markRetriedInBulk(tx, { team_id, id: requestId, bulk_retry_id: id });
      };
      try {
        const retried = await retryRequest({ team_id, id: requestId }, webhookIds, guard);
        const events = retried?.result === "accepted" ? retried.events : [];
        await markMadeInBulk(db, { team_id, ids: events, bulk_retry_id: id });
        // An ignored event is one connection's; a request is accepted as a whole, whatever its rules make of it.
        const completed = webhookIds ? events.length : Number(retried?.result === "accepted");
        done.completed += completed;
        done.failed += (webhookIds?.length ?? 1) - completed;
        done.done_until = requestId;
      } catch (error) {
        const isOver = error instanceof NoLongerHeldError || error instanceof SandboxUnavailableError;
        // Record what was done first. The next step begins with the request that failed, and meets the error again.
        if (isOver || done.done_until !== after) return done;
        throw error;
      }
    }
    return { ...done, done_until };
  };
}

interface Wanted {
  /** Request ids, with the connections to evaluate again. Undefined means all that qualify: see retry-request.ts. */
  wanted: Map<string, string[] | undefined>;
  done_until: string;
  isFull: boolean;
}

async function nextIgnored(db: Queryable, operation: BulkOperationRow, stretch: number): Promise<Wanted> {
  const { rows, ...end } = await findNextIgnored(db, operation, { stretch, limit: BATCH });
  const wanted = new Map<string, string[]>();
  for (const { id, webhook_id } of rows) wanted.set(id, [...(wanted.get(id) ?? []), webhook_id]);
  return { wanted, ...end };
}

async function nextRejected(db: Queryable, operation: BulkOperationRow, stretch: number): Promise<Wanted> {
  const { rows, ...end } = await findNextRequests(db, operation, { stretch, limit: BATCH });
  return { wanted: new Map(rows.map(({ id }) => [id, undefined])), ...end };
}
