/**
 * What people and rules do to an event after it was made: retry and cancel. How events come into being is in
 * routed.ts, who holds them in event-leases.ts, how they follow their connection in followed-events.ts.
 *
 * A leased event whose status is not QUEUED was cancelled while somebody held it: that mark outlives whatever the
 * holder does next.
 *
 * What each statement does to one event stands in lifecycle.ts as a function.
 */
import type { AttemptTrigger } from "@posthorn/contract/causes";
import type { Queryable } from "./database.ts";

/**
 * Workers listen here: an event that nobody holds has become due. Says of which connection, where that is known, and
 * after a space of which group, where it is in one.
 */
export const DUE_CHANNEL = "events_due";
/** And here: events were cancelled while a process held them. See `cancelEvents` for what is said. */
export const CANCELLED_CHANNEL = "events_cancelled";

/**
 * Which of these connections hold their events? The lock settles who was first: an unpause, disable or
 * delete either waits for this statement, and the steps that follow it find its events, or is seen by it. Without it
 * an event routed on old knowledge would be held forever. Both wait for a short transaction only.
 */
export function pausedAmong(parameter: string): string {
  return `paused as (
     select id from connections
     where id = any (${parameter}::uuid[]) and paused_at is not null and disabled_at is null and deleted_at is null
     for share)`;
}

/** False when the event is on its way already, or is not there. */
export async function requeueEvent(
  db: Queryable,
  { team_id, id, trigger }: { team_id: string; id: string; trigger: AttemptTrigger },
): Promise<boolean> {
  const { rows } = await db.query<{ line: string }>(
    `update events
     set status = 'QUEUED', trigger = $3, next_attempt_at = now(), updated_at = now()
     where team_id = $1 and id = $2 and status <> 'QUEUED' and lease_owner is null
     returning concat_ws(' ', webhook_id, delivery_group) as line`,
    [team_id, id, trigger],
  );
  const [requeued] = rows;
  if (requeued) await announceDue(db, requeued.line);
  return requeued !== undefined;
}

/** What a cancel takes: events with an attempt before them or on the wire. */
export const IS_PENDING = "(status in ('QUEUED', 'SCHEDULED', 'HOLD') or next_attempt_at is not null)";

/** As many as fit one announcement, which PostgreSQL limits to 8,000 bytes. */
const CANCELLED_PER_ANNOUNCEMENT = 100;

/** Tells the processes that hold events which a statement has `cancelled`; they give back what is not on the wire. */
const HOLDERS_TOLD = `leased as (
       select id, attempts, lease_owner, (row_number() over (order by id) - 1) / ${CANCELLED_PER_ANNOUNCEMENT} as part
       from cancelled where lease_owner is not null),
     told as (
       select pg_notify('${CANCELLED_CHANNEL}', lease_owner || ' ' || string_agg(id || ':' || attempts, ' '))
       from leased group by lease_owner, part)`;

/**
 * Drops whatever still comes for these events, and tells which had something to drop. An event that was
 * never tried is CANCELLED; any other goes back to what its last attempt made of it.
 *
 * One that a process holds keeps its lease and is only marked. Its holder is told `process id:number …` and
 * gives it back if it is not on the wire; what is on the wire is settled with respect for the mark.
 */
export async function cancelEvents(
  db: Queryable,
  { team_id, ids }: { team_id: string; ids: readonly string[] },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `with cancelled as (
       update events
       set next_attempt_at = null, updated_at = now(),
         status = case
           when last_attempt_at is null then 'CANCELLED'
           when coalesce(error_code, 'BULK_RETRY_CANCELLED') = 'BULK_RETRY_CANCELLED'
             and response_status between 200 and 299 then 'SUCCESSFUL'
           else 'FAILED'
         end
       where team_id = $1 and id = any ($2::uuid[])
         and ${IS_PENDING}
       returning id, attempts, lease_owner),
     ${HOLDERS_TOLD}
     select id from cancelled where (select count(*) from told) >= 0`,
    [team_id, ids],
  );
  return rows.map((row) => row.id);
}

/** What a bulk retry takes: events that have come to an end and have nothing before them. */
export const IS_AT_REST = `status in ('SUCCESSFUL', 'FAILED', 'CANCELLED') and next_attempt_at is null and lease_owner is null`;

/**
 * Puts events at rest on their way once more, and remembers how they were. Returns how many: the others'
 * connection is disabled or deleted, and they stay as they are.
 */
export async function requeueForBulkRetry(
  db: Queryable,
  { team_id, ids, bulk_retry_id }: { team_id: string; ids: readonly string[]; bulk_retry_id: string },
): Promise<number> {
  const { rowCount } = await db.query(
    `update events
     set status = 'QUEUED', trigger = 'BULK_RETRY', bulk_retry_id = $3, status_before_bulk_retry = events.status,
       next_attempt_at = now(), updated_at = now()
     from connections
     where events.team_id = $1 and events.id = any ($2::uuid[]) and ${IS_AT_REST}
       and connections.id = events.webhook_id and connections.disabled_at is null and connections.deleted_at is null`,
    [team_id, ids, bulk_retry_id],
  );
  if (rowCount > 0) await announceDue(db);
  return rowCount;
}

/** These events are there because a bulk operation had their request evaluated once more. */
export async function markMadeInBulk(
  db: Queryable,
  { team_id, ids, bulk_retry_id }: { team_id: string; ids: readonly string[]; bulk_retry_id: string },
): Promise<void> {
  await db.query(`update events set bulk_retry_id = $3 where team_id = $1 and id = any ($2::uuid[])`, [
    team_id,
    ids,
    bulk_retry_id,
  ]);
}

/** Of the events that a bulk operation put on their way: those whose attempt has not come to its end. */
export async function countUnsentOfBulkRetry(db: Queryable, bulk_retry_id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from events
     where bulk_retry_id = $1 and is_queued_in_bulk and trigger in ('BULK_RETRY', 'INITIAL')`,
    [bulk_retry_id],
  );
  return rows[0]?.count ?? 0;
}

/**
 * On abort of a bulk retry: what has not been begun is again what it was before. As with `cancelEvents`, the
 * mark on what a process holds outlives whatever the holder does next.
 */
export async function withdrawBulkRetry(
  db: Queryable,
  { team_id, bulk_retry_id }: { team_id: string; bulk_retry_id: string },
): Promise<void> {
  await db.query(
    `with cancelled as (
       update events
       set status = status_before_bulk_retry, error_code = 'BULK_RETRY_CANCELLED', next_attempt_at = null, updated_at = now()
       where team_id = $1 and bulk_retry_id = $2 and status in ('QUEUED', 'HOLD') and trigger = 'BULK_RETRY'
       returning id, attempts, lease_owner),
     ${HOLDERS_TOLD}
     select count(*) from told`,
    [team_id, bulk_retry_id],
  );
}

/** Wakes the workers, wherever they run. With a connection they need not search for it. */
export async function announceDue(db: Queryable, line = ""): Promise<void> {
  await db.query(`select pg_notify('${DUE_CHANNEL}', $1)`, [line]);
}

/**
 * What still waits although its data is older than its project keeps any. A few at a time; true when there
 * may be more.
 */
export async function cancelPastRetention(
  db: Queryable,
  { team_ids, before, limit }: { team_ids: readonly string[]; before: string; limit: number },
): Promise<boolean> {
  let isMore = false;
  // One statement for each index: what is due, and what is held.
  for (const isPending of ["next_attempt_at is not null", "is_held"]) {
    const { rowCount } = await db.query(
      `with pending as (
         select team_id, id from events
         where ${isPending} and team_id = any ($2::uuid[]) and id < $3 and lease_owner is null
         limit $1
         for update skip locked)
       update events
       set status = 'FAILED', error_code = 'CANCELLED_PAST_RETENTION', next_attempt_at = null, updated_at = now()
       from pending
       where events.team_id = pending.team_id and events.id = pending.id`,
      [limit, team_ids, before],
    );
    isMore ||= rowCount === limit;
  }
  return isMore;
}
