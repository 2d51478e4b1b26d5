/**
 * Every write to `bulk_operations`; read downwards, it is the life of a bulk operation.
 *
 * One process at a time works on an operation: the one in `process_id`. The operation is free when that process is gone
 * from `processes`, or another has begun to take over from it. A step records its progress in the transaction that does
 * its work. Where repeating a row would do it twice, each row is recorded in its own transaction. So the process that
 * continues after a crash repeats nothing and skips nothing.
 */
import type { BulkType } from "@posthorn/contract/causes";
import { newId } from "../ids.ts";
import type { Database, Queryable } from "./database.ts";
import { withdrawBulkRetry } from "./events.ts";
import { ALL_PROJECTS } from "./projects.ts";

/** The database announces new operations here; workers listen. */
export const BULK_CHANNEL = "bulk_operations";

export interface BulkOperationRow {
  id: string;
  team_id: string;
  number: number;
  type: BulkType;
  query: Record<string, unknown>;
  last_id: string;
  done_until: string;
  estimated_count: number;
  estimated_batch: number;
  processed_batch: number;
  completed_count: number;
  failed_count: number;
  /** Events that it queued and that are not sent yet. Once it is aborted: those whose attempt was on the wire. */
  waiting_count: number;
  cancelled_at: string | null;
  completed_at: string | null;
  failed_at: string | null;
  updated_at: string;
  delivered_count: number | null;
  failed_again_count: number | null;
  is_outcome_due: boolean;
}

export const BULK_OPERATION_COLUMNS = `id, team_id, number, type, query, last_id, done_until, estimated_count,
  estimated_batch, processed_batch, completed_count, failed_count, waiting_count, cancelled_at, completed_at,
  failed_at, updated_at, delivered_count, failed_again_count, is_outcome_due`;

export const IS_IN_PROGRESS = "cancelled_at is null and completed_at is null and failed_at is null";

/** The person or the API key that began an operation. Both are null if nobody is known. */
export interface StartedBy {
  user_id: string | null;
  api_key_id: string | null;
}

export interface NewBulkOperation {
  team_id: string;
  type: BulkType;
  query: unknown;
  filters: unknown;
  last_id: string;
  done_until: string;
  estimated_count: number;
  estimated_batch: number;
  startedBy: StartedBy;
}

/**
 * Returns null when the same operation is already in progress: the unique index decides, also
 * between two callers at once.
 */
export async function insertBulkOperation(
  db: Database,
  input: NewBulkOperation,
): Promise<BulkOperationRow | null> {
  return db.transaction(async (tx) => {
    // The lock gives a project's operations consecutive numbers. If the project was just deleted,
    // the operation finds no rows and is removed with the project.
    await tx.query(`select 1 from ${ALL_PROJECTS} where id = $1 for no key update`, [input.team_id]);
    const { rows } = await tx.query<BulkOperationRow>(
      `insert into bulk_operations
         (id, team_id, number, type, query, filters, last_id, done_until, estimated_count, estimated_batch,
          started_by_user_id, started_by_api_key_id)
       select $1, $2, coalesce(max(number), 0) + 1, $3, $4, $5, $6, $7, $8, $9, $10, $11
       from bulk_operations where team_id = $2
       on conflict (team_id, type, md5(filters::text)) where ${IS_IN_PROGRESS} do nothing
       returning ${BULK_OPERATION_COLUMNS}`,
      [
        newId(),
        input.team_id,
        input.type,
        JSON.stringify(input.query),
        JSON.stringify(input.filters),
        input.last_id,
        input.done_until,
        input.estimated_count,
        input.estimated_batch,
        input.startedBy.user_id,
        input.startedBy.api_key_id,
      ],
    );
    await tx.query(`select pg_notify('${BULK_CHANNEL}', '')`);
    return rows[0] ?? null;
  });
}

/** `$1` is the process that asks. */
const IS_FREE = `(process_id is null or process_id = $1
  or not exists (
    select from processes where processes.id = bulk_operations.process_id and take_over_stage is null))`;

/** The operations this process may work on: its own and free ones. Those that have waited longest come first. */
export async function findOpenBulkOperations(
  db: Queryable,
  { owner, limit }: { owner: number; limit: number },
): Promise<Pick<BulkOperationRow, "id" | "type">[]> {
  const { rows } = await db.query<Pick<BulkOperationRow, "id" | "type">>(
    `select id, type from bulk_operations where ${IS_IN_PROGRESS} and ${IS_FREE} order by updated_at limit $2`,
    [owner, limit],
  );
  return rows;
}

/** Returns null when the operation has ended, or another process works on it. Locked until the transaction ends. */
export async function claimBulkOperation(
  tx: Queryable,
  { id, owner }: { id: string; owner: number },
): Promise<BulkOperationRow | null> {
  const { rows } = await tx.query<BulkOperationRow>(
    `update bulk_operations set process_id = $1, updated_at = now()
     where id = (
       select id from bulk_operations
       where id = $2 and ${IS_IN_PROGRESS} and ${IS_FREE}
       for update skip locked)
     returning ${BULK_OPERATION_COLUMNS}`,
    [owner, id],
  );
  return rows[0] ?? null;
}

/**
 * Returns whether this process still works on the operation, and at the same position. Until the
 * transaction ends, no caller can abort it and no process can take it over.
 */
export async function isStillHeld(
  tx: Queryable,
  { id, owner, after }: { id: string; owner: number; after: string },
): Promise<boolean> {
  const { rows } = await tx.query(
    `select 1 from bulk_operations
     where id = $1 and process_id = $2 and done_until = $3 and ${IS_IN_PROGRESS}
     for share`,
    [id, owner, after],
  );
  return rows.length > 0;
}

/** The result of a step. */
export interface BulkDone {
  /** The operation is done up to this id. */
  done_until: string;
  completed: number;
  failed: number;
}

export interface BulkStep extends BulkDone {
  /** Events that this operation queued and that are not sent yet. */
  waiting: number;
  /** Nothing is left to do, and none of its events still waits. */
  isComplete: boolean;
}

/**
 * `after` is the position where the step began: if another process has made the step meanwhile, nothing changes. A
 * step that finished while the operation was aborted still counts, because it happened.
 */
export async function recordBulkStep(
  db: Queryable,
  { id, after, step }: { id: string; after: string; step: BulkStep },
): Promise<void> {
  await db.query(
    `update bulk_operations
     set done_until = $3, completed_count = completed_count + $4, failed_count = failed_count + $5,
       processed_batch = processed_batch + case when $4::int + $5::int > 0 then 1 else 0 end,
       waiting_count = case when cancelled_at is null then $6::int else 0 end, updated_at = now(),
       completed_at = case when $7 and ${IS_IN_PROGRESS} then now() else completed_at end,
       is_outcome_due = $7 and ${IS_IN_PROGRESS} and type = 'events.retry' or is_outcome_due,
       process_id = case when $7 then null else process_id end
     where id = $1 and done_until = $2`,
    [id, after, step.done_until, step.completed, step.failed, step.waiting, step.isComplete],
  );
}

/**
 * Records one row in the transaction that acts on it, so that the action happens once. Returns false when the
 * operation has ended, belongs to another process or has moved on: then the caller must not act.
 */
export async function recordBulkRow(
  tx: Queryable,
  { id, owner, after, done, isFirst }: BulkRowDone,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `update bulk_operations
     set done_until = $4, completed_count = completed_count + $5, failed_count = failed_count + $6,
       processed_batch = processed_batch + case when $7 then 1 else 0 end, updated_at = now()
     where id = $1 and process_id = $2 and done_until = $3 and ${IS_IN_PROGRESS}`,
    [id, owner, after, done.done_until, done.completed, done.failed, isFirst],
  );
  return rowCount > 0;
}

export interface BulkRowDone {
  id: string;
  owner: number;
  after: string;
  done: BulkDone;
  /** Whether this is the first row of its step. */
  isFirst: boolean;
}

/** Marks an operation that can never succeed, so that no process tries it again. */
export async function markBulkOperationFailed(db: Queryable, id: string): Promise<void> {
  await db.query(
    `update bulk_operations set failed_at = now(), updated_at = now(), process_id = null
     where id = $1 and ${IS_IN_PROGRESS}`,
    [id],
  );
}

/**
 * Rows that the operation has not reached stay as they are. Events that it queued and that are not sent are taken back,
 * so they no longer count as completed. Some may be on the wire, and only their holders know: they wait until a worker
 * has counted the outcome. Returns null when there is no such operation among these types; one that has
 * ended is returned unchanged.
 */
export async function abortBulkOperation(
  db: Database,
  { team_id, types, id }: { team_id: string; types: readonly BulkType[]; id: string },
): Promise<BulkOperationRow | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<BulkOperationRow>(
      `select ${BULK_OPERATION_COLUMNS} from bulk_operations
       where team_id = $1 and type = any ($2) and id = $3
       for update`,
      [team_id, types, id],
    );
    const [found] = rows;
    if (!found || (found.cancelled_at ?? found.completed_at ?? found.failed_at) !== null)
      return found ?? null;
    const isOfEvents = found.type === "events.retry";
    const { withdrawn, leased } = isOfEvents
      ? await withdrawBulkRetry(tx, { team_id, bulk_retry_id: id })
      : { withdrawn: 0, leased: 0 };
    const aborted = await tx.query<BulkOperationRow>(
      `update bulk_operations
       set cancelled_at = now(), updated_at = now(), process_id = null, is_outcome_due = $2, waiting_count = $4,
         completed_count = completed_count - $3::int
       where id = $1
       returning ${BULK_OPERATION_COLUMNS}`,
      [id, isOfEvents, withdrawn, leased],
    );
    return aborted.rows[0] ?? null;
  });
}

/** Retries of events that have ended, and whose outcome is not counted yet. */
export async function findUncountedBulkOperations(
  db: Queryable,
  limit: number,
): Promise<Pick<BulkOperationRow, "id" | "cancelled_at">[]> {
  const { rows } = await db.query<Pick<BulkOperationRow, "id" | "cancelled_at">>(
    `select id, cancelled_at from bulk_operations where is_outcome_due order by id limit $1`,
    [limit],
  );
  return rows;
}

/** Records how many attempts of an aborted operation are still on the wire. */
export async function recordBulkInFlight(db: Queryable, id: string, inFlight: number): Promise<void> {
  await db.query(
    `update bulk_operations set waiting_count = $2, updated_at = now()
     where id = $1 and is_outcome_due and waiting_count <> $2`,
    [id, inFlight],
  );
}

/** Records how the attempts of an operation ended. An aborted one has completed exactly the events that it sent. */
export async function recordBulkOutcome(
  db: Queryable,
  id: string,
  { delivered, failedAgain }: { delivered: number; failedAgain: number },
): Promise<void> {
  await db.query(
    `update bulk_operations
     set delivered_count = $2::int, failed_again_count = $3::int, is_outcome_due = false, waiting_count = 0, updated_at = now(),
       completed_count = case when cancelled_at is null then completed_count else $2::int + $3::int end
     where id = $1 and is_outcome_due`,
    [id, delivered, failedAgain],
  );
}

/** Aborts the operations of a deleted project. */
export async function abortBulkOperationsOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query(
    `update bulk_operations
     set cancelled_at = now(), updated_at = now(), process_id = null, waiting_count = 0
     where team_id = $1 and ${IS_IN_PROGRESS}`,
    [team_id],
  );
}
