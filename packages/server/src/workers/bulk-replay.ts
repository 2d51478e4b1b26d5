/**
 * Replays the next requests of a bulk operation, each exactly once.
 *
 * A replay leaves no mark on the request it was made from, so repeating one after a crash would duplicate it. So the
 * transaction that writes the new requests also moves the operation past the old request. It checks that this process
 * still holds the operation, that nobody has aborted it, and that it stands where this step believes. After an
 * interruption the next step begins with the first request that was not recorded.
 */
import { BulkReplayQuery } from "@posthorn/contract/bulk";
import { internalId } from "@posthorn/contract/ids";
import type { ReplayTarget as Wish } from "@posthorn/contract/replay";
import * as z from "zod/mini";
import { findNextRequests } from "../bulk/next-rows.sql.ts";
import { type ReplayData, type ReplayTarget, targetsBySource } from "../pipeline/route/replay-data.ts";
import { SandboxUnavailableError } from "../sandbox/sandbox.ts";
import { type BulkOperationRow, recordBulkRow } from "../store/bulk-operations.ts";
import { findSourcesOfConnections } from "../store/connections.ts";
import type { Database, Queryable } from "../store/database.ts";
import { findSwitchedOff } from "../store/sources.ts";
import type { ActedOn, NextStep } from "./bulk-work.ts";

const BATCH = 50;

export interface BulkReplayDeps {
  db: Database;
  owner: () => number;
  /** Called once for each step: a change of the project made just before must count. */
  refresh: (team_id: string) => Promise<void>;
  /** Must not refresh for each request. */
  replayData: ReplayData;
}

/**
 * The operation was aborted, is another process's, or is further than this step believes. Rolls back the transaction.
 */
class NoLongerHeldError extends Error {}

export function createBulkReplay({ db, owner, refresh, replayData }: BulkReplayDeps): NextStep {
  return async (operation, stretch) => {
    const { id, team_id, done_until: after } = operation;
    const { rows, done_until, isFull } = await findNextRequests(db, operation, { stretch, limit: BATCH });
    if (rows.length > 0) await refresh(team_id);
    const targetsOf = await targetsNow(db, operation, rows);
    const done = { done_until: after, completed: 0, failed: 0 };

    const record = async (tx: Queryable, request: string, result: { completed: number; failed: number }) => {
      const step = { done_until: request, ...result };
      const isFirst = done.completed + done.failed === 0;
      const isOurs = await recordBulkRow(tx, {
        id,
        owner: owner(),
        after: done.done_until,
        done: step,
        isFirst,
      });
      if (!isOurs) throw new NoLongerHeldError();
    };

    for (const { id: request_id, source_id, payload_id } of rows) {
      try {
        const targets = targetsOf(source_id);
        const replayed =
          targets.length === 0
            ? null
            : await replayData({
                team_id,
                payload_id,
                targets,
                inBulk: { bulk_retry_id: id, request_id },
                alongside: (tx) => record(tx, request_id, { completed: 1, failed: 0 }),
              });
        if (!replayed) await record(db, request_id, { completed: 0, failed: 1 });
        done[replayed ? "completed" : "failed"]++;
        done.done_until = request_id;
      } catch (error) {
        const isOver = error instanceof NoLongerHeldError || error instanceof SandboxUnavailableError;
        // What was done is recorded. The next step begins with the request that failed, and meets the error again.
        if (isOver || done.done_until !== after) return soFar(done, isFull);
        throw error;
      }
    }
    return { ...soFar(done, isFull), done_until };
  };
}

function soFar(done: Omit<ActedOn, "isFull" | "recordedUntil">, isFull: boolean): ActedOn {
  return { ...done, isFull, recordedUntil: done.done_until };
}

/** Returns a function that maps a request's source to the targets of its replay. Leaves out disabled sources. */
async function targetsNow(
  db: Queryable,
  { team_id, query }: BulkOperationRow,
  rows: readonly { source_id: string }[],
): Promise<(source_id: string) => readonly ReplayTarget[]> {
  const wish = z.parse(BulkReplayQuery, query).target ?? {};
  const fixed = await fixedTargets(db, team_id, wish);
  const sources = fixed ? fixed.map((target) => target.source_id) : rows.map((row) => row.source_id);
  const off = new Set(await findSwitchedOff(db, team_id, [...new Set(sources)]));
  const open = fixed?.filter((target) => !off.has(target.source_id));
  return (source_id) => open ?? (off.has(source_id) ? [] : [{ source_id }]);
}

/** Null means that each request is replayed to its own source. */
async function fixedTargets(
  db: Queryable,
  team_id: string,
  { source_id, webhook_ids }: Wish,
): Promise<ReplayTarget[] | null> {
  if (webhook_ids) {
    const ids = webhook_ids.map((id) => internalId("connection", id)).filter((id) => id !== null);
    return targetsBySource(await findSourcesOfConnections(db, team_id, ids));
  }
  if (source_id === undefined) return null;
  const named = internalId("source", source_id);
  return named === null ? [] : [{ source_id: named }];
}
