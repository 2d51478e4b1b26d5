/**
 * Which rows come next in a bulk operation?
 *
 * A step reads a bounded stretch of ids, however few of them match the query, so that no
 * statement runs long and no row stays locked for long.
 */
import type { BulkOperationRow } from "../store/bulk-operations.ts";
import { keepFitting } from "../search/fitting-rows.sql.ts";
import type { Queryable } from "../store/database.ts";
import { BULK_KINDS } from "./kinds.ts";
import { BULK_BATCH } from "./plan.ts";

type Progress = Pick<BulkOperationRow, "id" | "type" | "team_id" | "query" | "done_until" | "last_id">;

export interface NextRows<Row> {
  rows: Row[];
  /** Once these rows are done, the operation is finished up to this id. */
  done_until: string;
  /** The step ends before the end of the stretch. */
  isFull: boolean;
}

/** The last id of a stretch of at most `length` rows, matching or not. */
async function endOfStretch(db: Queryable, operation: Progress, length: number): Promise<string> {
  const { table, idColumn } = BULK_KINDS[operation.type];
  const { rows } = await db.query<{ id: string }>(
    `select ${idColumn} as id from ${table}
     where team_id = $1 and ${idColumn} > $2 and ${idColumn} <= $3
     order by ${idColumn} offset $4 limit 1`,
    [operation.team_id, operation.done_until, operation.last_id, length - 1],
  );
  return rows[0]?.id ?? operation.last_id;
}

async function nextRows<Row extends { id: string }>(
  db: Queryable,
  operation: Progress,
  stretch: number,
  { columns, ending, limit }: { columns: string; ending: string; limit: number },
): Promise<NextRows<Row>> {
  const end = await endOfStretch(db, operation, stretch);
  const { team_id } = operation;
  const { table, idColumn, payloadId, matching, payloadFilters, makesRows } = BULK_KINDS[operation.type];
  const conditions = matching(team_id, operation.query);
  conditions.add(`${idColumn} > ${conditions.bind(operation.done_until)}::uuid`);
  conditions.add(`${idColumn} <= ${conditions.bind(end)}::uuid`);
  // A process whose clock is behind may insert rows that look older than the snapshot.
  if (makesRows) conditions.add(`bulk_retry_id is distinct from ${conditions.bind(operation.id)}::uuid`);
  const { rows: candidates } = await db.query<Row & { payload_id: string }>(
    `select ${columns}, ${payloadId ?? idColumn} as payload_id
     from ${table} where ${conditions.sql} order by ${idColumn} ${ending}`,
    conditions.values,
  );
  const isFull = candidates.length >= limit;
  const done_until = isFull ? (candidates.at(-1)?.id ?? end) : end;
  const filters = payloadFilters(operation.query);
  return { rows: await keepFitting(db, { team_id, filters }, candidates), isFull, done_until };
}

/**
 * The rows stay locked until the transaction ends. The step ends before a row that another transaction is changing: it
 * does not wait, because that transaction may wait for one of these rows. The next step begins with that row, which then
 * may or may not match any more. So the operation passes over no row that it could act on.
 */
export async function lockNextEvents(
  tx: Queryable,
  operation: Progress,
  stretch: number,
): Promise<NextRows<{ id: string }>> {
  const ending = `limit ${BULK_BATCH}`;
  const next = await nextRows<{ id: string }>(tx, operation, stretch, {
    columns: "id",
    ending,
    limit: BULK_BATCH,
  });
  const conditions = BULK_KINDS[operation.type].matching(operation.team_id, operation.query);
  conditions.add(`id = any (${conditions.bind(next.rows.map(({ id }) => id))}::uuid[])`);
  const { rows: locked } = await tx.query<{ id: string }>(
    `select id from events where ${conditions.sql} for update skip locked`,
    conditions.values,
  );
  const ours = new Set(locked.map(({ id }) => id));
  const firstHeld = next.rows.findIndex(({ id }) => !ours.has(id));
  if (firstHeld === -1) return next;
  const rows = next.rows.slice(0, firstHeld);
  return { rows, done_until: rows.at(-1)?.id ?? operation.done_until, isFull: true };
}

/** Returns all ignored events of a request together, so the last request may exceed the limit. */
export async function findNextIgnored(
  db: Queryable,
  operation: Progress,
  { stretch, limit }: { stretch: number; limit: number },
): Promise<NextRows<{ id: string; webhook_id: string }>> {
  const ending = `fetch first ${limit} rows with ties`;
  return nextRows(db, operation, stretch, { columns: "request_id as id, webhook_id", ending, limit });
}

export async function findNextRequests(
  db: Queryable,
  operation: Progress,
  { stretch, limit }: { stretch: number; limit: number },
): Promise<NextRows<{ id: string; source_id: string; payload_id: string }>> {
  return nextRows(db, operation, stretch, { columns: "id, source_id", ending: `limit ${limit}`, limit });
}
