/**
 * How is an event retried or cancelled after it was made? routed.ts creates events, event-leases.ts says which process
 * holds them, and followed-events.ts has them follow their connection.
 *
 * A leased event whose status is not QUEUED was cancelled while a process held it. Nothing the holder does next removes
 * that mark.
 *
 * lifecycle.ts says what each statement does to one event, as a pure function.
 */
import type { AttemptTrigger } from "@posthorn/contract/causes";
import { REDACTED } from "@posthorn/contract/redaction";
import type { Queryable } from "./database.ts";
import { ending } from "./ended-attempts.ts";
import { hasDay } from "./partitions.ts";

/**
 * Workers listen here: an event that no process holds has become due. The text is the id of its connection, if known,
 * and after a space its group, if it is in one.
 */
export const DUE_CHANNEL = "events_due";
/** Workers listen here too: events were cancelled while a process held them. `cancelEvents` explains the text. */
export const CANCELLED_CHANNEL = "events_cancelled";

/**
 * Finds which of these connections are paused, and locks them. An unpause, disable or delete then either waits for this
 * statement, and its following steps find the new events, or commits first, and this statement sees it. Without the
 * lock an event from an old routing table could be held forever. Each waits only for a short transaction.
 */
export function pausedAmong(parameter: string): string {
  return `paused as (
     select id from connections
     where id = any (${parameter}::uuid[]) and paused_at is not null and disabled_at is null and deleted_at is null
     for share)`;
}

/**
 * Its data can still be sent, and the attempt recorded. Retention archives an event: it deletes the payload, unless a
 * bookmark keeps a copy, and drops the event's day of `attempts`.
 */
export const HAS_DATA = `coalesce(
       (select true from payloads where payloads.team_id = events.team_id and payloads.id = events.event_data_id),
       (select true from kept_payloads where kept_payloads.team_id = events.team_id and kept_payloads.id = events.event_data_id),
       false) and ${hasDay("attempts", "events.id")}`;

/** Returns false when the event is already queued or on the wire, is archived, or does not exist. */
export async function requeueEvent(
  db: Queryable,
  { team_id, id, trigger }: { team_id: string; id: string; trigger: AttemptTrigger },
): Promise<boolean> {
  const { rows } = await db.query<{ line: string }>(
    `update events
     set status = 'QUEUED', trigger = $3, next_attempt_at = now(), updated_at = now()
     where team_id = $1 and id = $2 and status <> 'QUEUED' and lease_owner is null and ${HAS_DATA}
     returning concat_ws(' ', webhook_id, delivery_group) as line`,
    [team_id, id, trigger],
  );
  const [requeued] = rows;
  if (requeued) await announceDue(db, requeued.line);
  return requeued !== undefined;
}

/** The events that can be cancelled: those that still have an attempt to come or on the wire. */
export const IS_PENDING = "(status in ('QUEUED', 'SCHEDULED', 'HOLD') or next_attempt_at is not null)";

/** As many as fit one announcement, which PostgreSQL limits to 8,000 bytes. */
const CANCELLED_PER_ANNOUNCEMENT = 100;

/** Announces `cancelled` events to the processes that hold them, which give back those not on the wire. */
const HOLDERS_TOLD = `leased as (
       select id, attempts, lease_owner, (row_number() over (order by id) - 1) / ${CANCELLED_PER_ANNOUNCEMENT} as part
       from cancelled where lease_owner is not null),
     told as (
       select pg_notify('${CANCELLED_CHANNEL}', lease_owner || ' ' || string_agg(id || ':' || attempts, ' '))
       from leased group by lease_owner, part)`;

/**
 * Drops all further attempts of these events, and returns the ids of those that had any. An event that was never tried
 * becomes CANCELLED; any other gets the status of its last attempt.
 *
 * An event that a process holds keeps its lease and is only marked. The announcement to its holder is `process
 * id:number …`. The holder gives the event back if it is not on the wire; otherwise settling respects the mark.
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

/**
 * The events that a bulk retry takes, unless they are archived or their connection is stopped: no process holds them, and
 * they neither wait for their turn, nor for their delay, nor for their connection. A planned automatic retry is no reason
 * to leave an event out: the bulk retry sends it now, and the plan falls away.
 */
export const HAS_ENDED = `status in ('SUCCESSFUL', 'FAILED', 'CANCELLED') and lease_owner is null`;

/** Its connection still delivers: it is neither disabled nor deleted. `team` is an SQL expression. */
export function hasLiveConnection(team: string): string {
  return `events.webhook_id in (
       select connections.id from connections
       where connections.team_id = ${team} and connections.disabled_at is null and connections.deleted_at is null)`;
}

/**
 * Like `HAS_DATA`, for a search over many events of one project: looks only at events past its retention. To look at
 * every event would take twenty times as long. After the retention was raised, it lets archived events pass.
 */
export function mayHaveData(team: string): string {
  return `(events.id >= (
       select first_id(now() - limits.retention_days * interval '1 day') from project_limits as limits where limits.team_id = ${team})
       or ${HAS_DATA})`;
}

/**
 * Queues events that have ended once more, and remembers their earlier status. Returns how many. Archived events, and those
 * whose connection is disabled or deleted, stay as they are.
 */
export async function requeueForBulkRetry(
  db: Queryable,
  { team_id, ids, bulk_retry_id }: { team_id: string; ids: readonly string[]; bulk_retry_id: string },
): Promise<number> {
  const { rowCount } = await db.query(
    `update events
     set status = 'QUEUED', trigger = 'BULK_RETRY', bulk_retry_id = $3, status_before_bulk_retry = events.status,
       next_attempt_at = now(), updated_at = now()
     where events.team_id = $1 and events.id = any ($2::uuid[]) and ${HAS_ENDED} and ${HAS_DATA}
       and ${hasLiveConnection("$1")}`,
    [team_id, ids, bulk_retry_id],
  );
  if (rowCount > 0) await announceDue(db);
  return rowCount;
}

/** Marks events that exist because a bulk operation evaluated their request once more. */
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

/** Counts the events that a bulk operation queued and whose attempt has not ended. */
export async function countUnsentOfBulkRetry(db: Queryable, bulk_retry_id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    `select count(*)::int as count from events
     where bulk_retry_id = $1 and is_queued_in_bulk and trigger in ('BULK_RETRY', 'INITIAL')`,
    [bulk_retry_id],
  );
  return rows[0]?.count ?? 0;
}

/**
 * When a bulk retry is aborted: events whose attempt has not begun get their earlier status back. Events that a process
 * holds are marked, as with `cancelEvents`; their attempts may be on the wire.
 */
export async function withdrawBulkRetry(
  db: Queryable,
  { team_id, bulk_retry_id }: { team_id: string; bulk_retry_id: string },
): Promise<{ withdrawn: number; leased: number }> {
  const { rows } = await db.query<{ withdrawn: number; leased: number }>(
    `with cancelled as (
       update events
       set status = status_before_bulk_retry, error_code = 'BULK_RETRY_CANCELLED', next_attempt_at = null, updated_at = now()
       where team_id = $1 and bulk_retry_id = $2 and status in ('QUEUED', 'HOLD') and trigger = 'BULK_RETRY'
       returning id, attempts, lease_owner),
     ${HOLDERS_TOLD}
     select count(*)::int as withdrawn, count(lease_owner)::int as leased
     from cancelled where (select count(*) from told) >= 0`,
    [team_id, bulk_retry_id],
  );
  return rows[0] ?? { withdrawn: 0, leased: 0 };
}

/** Wakes the workers of all processes. If `line` names a connection, they need not search. */
export async function announceDue(db: Queryable, line = ""): Promise<void> {
  await db.query(`select pg_notify('${DUE_CHANNEL}', $1)`, [line]);
}

/**
 * Cancels events that are older than `before` and have been due or paused since before `sinceMs`. An event that waits for
 * its delay or its next retry stays: it is still to be sent. Takes up to `limit` per index; returns true when there may
 * be more.
 */
export async function cancelPastRetention(
  db: Queryable,
  past: { team_ids: readonly string[]; before: string; sinceMs: number; limit: number },
): Promise<boolean> {
  let isMore = false;
  // One statement for each index: events with a next attempt, and held events.
  for (const isPending of ["next_attempt_at is not null", "is_held"]) {
    const { rows } = await db.query<{ count: number }>(
      `${ending({
        found: `ended as (
         select team_id, id as event_id, webhook_id from events
         where ${isPending} and coalesce(next_attempt_at, updated_at) < to_timestamp($4 / 1000.0)
           and team_id = any ($2::uuid[]) and id < $3 and lease_owner is null
         limit $1
         for update skip locked)`,
        attempt: null,
        change: "status = 'FAILED', error_code = 'CANCELLED_PAST_RETENTION', next_attempt_at = null",
        failure: "CANCELLED_PAST_RETENTION",
        which: "true",
      })}
       select count(*)::int as count from changed`,
      [past.limit, past.team_ids, past.before, past.sinceMs],
    );
    isMore ||= rows[0]?.count === past.limit;
  }
  return isMore;
}

/** Gives events whose delivery group names a person the mark instead: they are paced together from then on. */
export async function markDeliveryGroups(
  tx: Queryable,
  { team_id, ids }: { team_id: string; ids: readonly string[] },
): Promise<void> {
  if (ids.length === 0) return;
  await tx.query("update events set delivery_group = $3 where team_id = $1 and id = any ($2::uuid[])", [
    team_id,
    ids,
    REDACTED,
  ]);
}
