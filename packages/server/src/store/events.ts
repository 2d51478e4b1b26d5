/**
 * Every change of an event, from its first claim on; read downwards, it is the life of an event. How events come
 * into being is in routed.ts.
 *
 * An event belongs to whoever holds its lease: `lease_owner` is a process whose heartbeat lives. Only the
 * holder sends it, and the number of an attempt is raised in the statement that takes the lease, before
 * the wire, so no two copies ever carry the same number. A leased event whose status is not QUEUED was
 * cancelled while somebody held it: that mark outlives whatever the holder does next.
 *
 * What each statement does to one event stands in lifecycle.ts as a function.
 */
import type { AttemptTrigger } from "@posthorn/contract/causes";
import { RETURNED_WAIT_MS } from "../lifecycle.ts";
import { int4Array, textArray, uuidArray } from "./binary-arrays.ts";
import type { Queryable } from "./database.ts";
import type { Lane } from "./lane.ts";

/** Workers listen here: an event that nobody holds has become due. Says of which connection, where that is known. */
export const DUE_CHANNEL = "events_due";
/** And here: events were cancelled while a process held them. See `cancelEvents` for what is said. */
export const CANCELLED_CHANNEL = "events_cancelled";

/**
 * Which of these connections hold their events? The lock settles who was first: an unpause, disable or
 * delete either waits for this statement and then finds its events, or is seen by it. Without it an event
 * routed on old knowledge would be held for ever.
 */
export function pausedAmong(parameter: string): string {
  return `paused as (
     select id from connections
     where id = any (${parameter}::uuid[]) and paused_at is not null and disabled_at is null and deleted_at is null
     for share)`;
}

export interface ClaimedEvent {
  team_id: string;
  id: string;
  webhook_id: string;
  event_data_id: string;
  attempts: number;
  trigger: AttemptTrigger;
  retries: number;
  cli_session_id: string | null;
}

const nextAfter = (bound: string) =>
  `select webhook_id, next_attempt_at from events
   where next_attempt_at is not null and webhook_id > ${bound}
   order by webhook_id, next_attempt_at limit 1`;

/**
 * Which connections have events that wait for their time, and for which has it come? One step down the index
 * for each such connection, however much waits behind it; connections without any cost nothing. Goes on
 * after `after`, so that a limit cuts off nobody for ever.
 */
export async function findWaitingConnections(
  lane: Pick<Lane, "run">,
  { after, limit }: { after: string; limit: number },
): Promise<{ webhook_id: string; is_due: boolean }[]> {
  return lane.run(
    "find-waiting-connections",
    `with recursive found as (
       (${nextAfter("$1::uuid")})
       union all
       select following.* from found cross join lateral (${nextAfter("found.webhook_id")}) as following)
     select webhook_id, next_attempt_at <= now() as is_due from found limit $2::int`,
    [after, limit],
  );
}

/** Should the process that claims die now, whoever takes over looks back to the oldest of what it was lent. */
const MARKED = `marked as (
       update processes set unfinished_from = oldest.id
       from (select id from due order by id limit 1) as oldest
       where processes.id = $1::int and processes.unfinished_from > oldest.id)`;

export interface AskedEvents {
  webhook_id: string;
  count: number;
}

/**
 * Lends to `owner` up to so many due events of each connection, and numbers the attempts that will follow.
 * Rows another worker is claiming are skipped, not waited for. The mark of the process moves back in
 * the same statement.
 */
export async function claimDueEvents(
  lane: Pick<Lane, "run">,
  { owner, asked }: { owner: number; asked: readonly AskedEvents[] },
): Promise<ClaimedEvent[]> {
  return lane.run<ClaimedEvent>(
    "claim-due-events",
    `with due as (
       select found.team_id, found.id
       from unnest($2::uuid[], $3::int[]) as asked (webhook_id, count)
       cross join lateral (
         select team_id, id from events
         where webhook_id = asked.webhook_id and next_attempt_at <= now() and lease_owner is null
         order by next_attempt_at limit asked.count
         for update skip locked) as found),
     ${MARKED}
     update events
     set status = 'QUEUED', lease_owner = $1::int, attempts = attempts + 1, next_attempt_at = null, updated_at = now()
     from due
     where events.team_id = due.team_id and events.id = due.id
     returning events.team_id, events.id, webhook_id, event_data_id, attempts, trigger, retries, cli_session_id`,
    [owner, asked.map((one) => one.webhook_id), int4Array(asked.map((one) => one.count))],
  );
}

/**
 * What `owner` was lent by claims whose answer never came: everything of these connections that carries its
 * number, from its mark on, which the same claims moved back. The caller leaves out what it knows to hold.
 */
export async function findLeasesOf(
  lane: Pick<Lane, "run">,
  { owner, webhook_ids }: { owner: number; webhook_ids: readonly string[] },
): Promise<ClaimedEvent[]> {
  return lane.run<ClaimedEvent>(
    "find-leases-of",
    `select held.* from processes cross join projects
     cross join lateral (
       select team_id, id, webhook_id, event_data_id, attempts, trigger, retries, cli_session_id from events
       where events.team_id = projects.id and events.id >= processes.unfinished_from
         and events.lease_owner = $1::int and webhook_id = any ($2::uuid[])) as held
     where processes.id = $1::int`,
    [owner, webhook_ids],
  );
}

/**
 * The same for connections to CLIs, by session: to the process that holds a session's socket, and to those
 * who take what is unreachable the events whose session has none.
 */
export async function claimCliEvents(
  lane: Pick<Lane, "run">,
  asked: { owner: number; limit: number; webhookIds: readonly string[]; takesUnreachable: boolean },
): Promise<ClaimedEvent[]> {
  return lane.run<ClaimedEvent>(
    "claim-cli-events",
    `with due as (
       select events.team_id, events.id from events
       left join cli_sessions on cli_sessions.id = events.cli_session_id
       where events.webhook_id = any ($3::uuid[]) and next_attempt_at <= now() and lease_owner is null
         and (cli_sessions.process_id = $1::int or $4::bool and cli_sessions.process_id is null)
       order by next_attempt_at limit $2::int
       for update of events skip locked),
     ${MARKED}
     update events
     set status = 'QUEUED', lease_owner = $1::int, attempts = attempts + 1, next_attempt_at = null, updated_at = now()
     from due
     where events.team_id = due.team_id and events.id = due.id
     returning events.team_id, events.id, webhook_id, event_data_id, attempts, trigger, retries, cli_session_id`,
    [asked.owner, asked.limit, asked.webhookIds, asked.takesUnreachable],
  );
}

export interface ReturnedEvent {
  team: Uint8Array;
  id: Uint8Array;
  connection: Uint8Array;
  attempt_number: number;
  /** HOLD: its connection was paused. QUEUED: due again at once. FAILED: its connection was disabled or deleted. */
  status: "HOLD" | "QUEUED" | "FAILED";
}

/**
 * Gives back leases whose attempt never reached the wire: the number was not used, so it is taken back too.
 * What the holder believed of the connection is checked again; where it was wrong, the event is due again.
 */
export async function returnLeases(
  lane: Lane,
  owner: number,
  events: readonly ReturnedEvent[],
): Promise<void> {
  await lane.run(
    "return-leases",
    `with ${pausedAmong("$6")},
     stopped as (
       select id from connections
       where id = any ($6::uuid[]) and (disabled_at is not null or deleted_at is not null)
       for share),
     returned as (
       select team_id, id, attempt_number,
         case
           when status = 'HOLD' and webhook_id not in (select id from paused) then 'QUEUED'
           when status = 'FAILED' and webhook_id not in (select id from stopped) then 'QUEUED'
           else status
         end as status
       from unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::uuid[])
         as row (team_id, id, attempt_number, status, webhook_id))
     update events
     set status = case when events.status = 'QUEUED' then returned.status else events.status end,
       lease_owner = null, attempts = events.attempts - 1, updated_at = now(),
       next_attempt_at = case
         when events.status = 'QUEUED' and returned.status = 'QUEUED' then now() + interval '${RETURNED_WAIT_MS} milliseconds'
       end,
       error_code = case when events.status = 'QUEUED' and returned.status = 'FAILED' then 'CANCELLED' else error_code end
     from returned
     where events.team_id = returned.team_id and events.id = returned.id
       and events.lease_owner = $1::int and events.attempts = returned.attempt_number`,
    [
      owner,
      uuidArray(events.map((event) => event.team)),
      uuidArray(events.map((event) => event.id)),
      int4Array(events.map((event) => event.attempt_number)),
      textArray(events.map((event) => event.status)),
      uuidArray(events.map((event) => event.connection)),
    ],
  );
}

/**
 * Takes the events of a process that died. Each interrupted attempt is shown as failed and keeps its
 * number; the event is due at once, and whoever claims it makes the next number. One that was cancelled
 * meanwhile stays cancelled.
 */
export async function releaseStrandedEvents(
  db: Queryable,
  { owner, from }: { owner: number; from: string },
): Promise<number> {
  const { rowCount } = await db.query(
    `with stranded as (
       select held.team_id, held.id, held.attempts, held.trigger, held.bulk_retry_id
       from projects
       cross join lateral (
         select team_id, id, attempts, trigger, bulk_retry_id from events
         where events.team_id = projects.id and events.id >= $2 and events.lease_owner = $1) as held),
     interrupted as (
       insert into attempts (team_id, event_id, attempt_number, trigger, status, error_code, created_at, bulk_retry_id)
       select team_id, id, attempts, trigger, 'FAILED', 'INTERNAL_ERROR', now(),
         case when trigger = 'BULK_RETRY' then bulk_retry_id end
       from stranded
       on conflict do nothing)
     update events
     set lease_owner = null, next_attempt_at = case when status = 'QUEUED' then now() end, updated_at = now()
     from stranded
     where events.team_id = stranded.team_id and events.id = stranded.id`,
    [owner, from],
  );
  return rowCount;
}

/** False when the event is on its way already, or is not there. */
export async function requeueEvent(
  db: Queryable,
  { team_id, id, trigger }: { team_id: string; id: string; trigger: AttemptTrigger },
): Promise<boolean> {
  const { rows } = await db.query<{ webhook_id: string }>(
    `update events
     set status = 'QUEUED', trigger = $3, next_attempt_at = now(), updated_at = now()
     where team_id = $1 and id = $2 and status <> 'QUEUED' and lease_owner is null
     returning webhook_id`,
    [team_id, id, trigger],
  );
  const [requeued] = rows;
  if (requeued) await announceDue(db, requeued.webhook_id);
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

/** Which of these leases were cancelled: asked when announcements may have been lost. */
export async function findCancelledLeases(
  db: Queryable,
  owner: number,
  keys: readonly { team: Uint8Array; id: Uint8Array }[],
): Promise<{ id: string; attempts: number }[]> {
  const { rows } = await db.query<{ id: string; attempts: number }>(
    `select events.id, attempts
     from unnest($2::uuid[], $3::uuid[]) as held (team_id, id)
     join events on events.team_id = held.team_id and events.id = held.id
     where lease_owner = $1 and status <> 'QUEUED'`,
    [owner, uuidArray(keys.map((key) => key.team)), uuidArray(keys.map((key) => key.id))],
  );
  return rows;
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
export async function announceDue(db: Queryable, webhookId = ""): Promise<void> {
  await db.query(`select pg_notify('${DUE_CHANNEL}', $1)`, [webhookId]);
}

/** On disable and delete. What a worker holds at this moment it gives up itself, before the wire. */
export async function cancelPendingEvents(db: Queryable, webhookIds: readonly string[]): Promise<void> {
  // One statement for each index: what is due, and what is held.
  for (const isPending of ["next_attempt_at is not null", "is_held"]) {
    await db.query(
      `update events
       set status = 'FAILED', error_code = 'CANCELLED', next_attempt_at = null, updated_at = now()
       where ${isPending} and webhook_id = any ($1::uuid[]) and lease_owner is null`,
      [webhookIds],
    );
  }
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
  for (const isPending of ["next_attempt_at is not null", "is_held"]) {
    const { rowCount } = await db.query(
      `with old as (
         select team_id, id from events
         where ${isPending} and team_id = any ($1::uuid[]) and id < $2 and lease_owner is null
         limit $3
         for update skip locked)
       update events
       set status = 'FAILED', error_code = 'CANCELLED_PAST_RETENTION', next_attempt_at = null, updated_at = now()
       from old
       where events.team_id = old.team_id and events.id = old.id`,
      [team_ids, before, limit],
    );
    isMore ||= rowCount === limit;
  }
  return isMore;
}

/** On pause: what is due waits for the unpause. What is due later is held when its time comes. */
export async function holdPendingEvents(db: Queryable, webhookId: string): Promise<void> {
  await db.query(
    `update events
     set status = 'HOLD', next_attempt_at = null, updated_at = now()
     where next_attempt_at <= now() and webhook_id = $1 and lease_owner is null`,
    [webhookId],
  );
}

/** On unpause: everything held is due now. */
export async function releaseHeldEvents(db: Queryable, webhookId: string): Promise<void> {
  const { rowCount } = await db.query(
    `update events
     set status = 'QUEUED', trigger = 'UNPAUSE', next_attempt_at = now(), updated_at = now()
     where webhook_id = $1 and is_held`,
    [webhookId],
  );
  if (rowCount > 0) await announceDue(db, webhookId);
}
