/**
 * Which process holds an event: how a process claims events, gives them back unused, and loses them when it dies.
 *
 * `lease_owner` is the process that holds the lease, as long as its heartbeat lives. Only this process sends the event.
 * The statement that takes the lease also raises the attempt's number, before the wire, so no two copies ever carry the
 * same number. Leases from birth are in routed.ts, and claims for CLIs in cli-claims.ts. A lease that ends with its attempt
 * is in attempts.ts. A process takes leases through the fence (processes.ts). To give one back or to end it needs none: an
 * heir would release it anyway.
 *
 * lifecycle.ts says what each statement does to one event, as a pure function.
 */
import type { AttemptTrigger } from "@posthorn/contract/causes";
import { eventIdRange } from "../ids.ts";
import { RETURNED_WAIT_MS } from "../lifecycle.ts";
import { int4Array, textArray, uuidArray } from "./binary-arrays.ts";
import { LEFT_ALONE } from "./connections.ts";
import type { Queryable } from "./database.ts";
import { ending } from "./ended-attempts.ts";
import { pausedAmong } from "./events.ts";
import type { Lane } from "./lane.ts";
import { fenced } from "./processes.ts";
import { LIVE_PROJECTS } from "./projects.ts";

export interface ClaimedEvent {
  team_id: string;
  id: string;
  webhook_id: string;
  event_data_id: string;
  attempts: number;
  trigger: AttemptTrigger;
  retries: number;
  cli_session_id: string | null;
  /** Empty: its destination has groups, and the event is in none. */
  delivery_group: string | null;
  /** False: leased from birth, so the mark of its holder must not pass it. */
  is_claimed: boolean;
  /** When it was due, in milliseconds since 1970; null if the statement did not claim it. */
  due_ms: number | null;
}

const nextAfter = (bound: string) =>
  `select webhook_id, next_attempt_at from events
   where next_attempt_at is not null and webhook_id > ${bound}
   order by webhook_id, next_attempt_at limit 1`;

/**
 * Returns connections with waiting events, and whether their first one is due. Takes one step down the index for each
 * such connection, however many events wait; connections without any cost nothing. Continues after `after`, so that the
 * limit leaves no connection out forever.
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

const CLAIMED = `events.team_id, events.id, webhook_id, event_data_id, attempts, trigger, retries, cli_session_id,
       delivery_group, claimed_by is not null as is_claimed`;

/**
 * The end of every claim, after `due`. If the process dies, its heir finds the event by `claimed_by`, however old it
 * is.
 */
export const LENT = `update events
     set status = 'QUEUED', lease_owner = ${fenced("$1")}, claimed_by = $1::int, attempts = attempts + 1, next_attempt_at = null, updated_at = now()
     from due
     where events.team_id = due.team_id and events.id = due.id
     returning ${CLAIMED}, (extract(epoch from due.next_attempt_at) * 1000)::float8 as due_ms`;

/** Claims skip connections whose events must be held or cancelled first. */
export const IS_ASKED = `asked.webhook_id not in (${LEFT_ALONE})`;

export interface AskedEvents {
  webhook_id: string;
  count: number;
}

export interface AskedGroup extends AskedEvents {
  delivery_group: string;
}

/**
 * Leases up to `count` due events of each connection to `owner`, and numbers the attempts that will follow. Skips rows
 * that another worker is claiming instead of waiting for them.
 */
export async function claimDueEvents(
  lane: Pick<Lane, "run">,
  { owner, asked }: { owner: number; asked: readonly AskedEvents[] },
): Promise<ClaimedEvent[]> {
  return lane.run<ClaimedEvent>(
    "claim-due-events",
    `with due as (
       select found.team_id, found.id, found.next_attempt_at
       from unnest($2::uuid[], $3::int[]) as asked (webhook_id, count)
       cross join lateral (
         select team_id, id, next_attempt_at from events
         where webhook_id = asked.webhook_id and next_attempt_at <= now() and lease_owner is null
         order by next_attempt_at limit asked.count
         for update skip locked) as found
       where ${IS_ASKED})
     ${LENT}`,
    [owner, asked.map((one) => one.webhook_id), int4Array(asked.map((one) => one.count))],
  );
}

const nextGroupAfter = (bound: string) =>
  `select delivery_group, next_attempt_at from events
   where webhook_id = $1::uuid and delivery_group > ${bound} and next_attempt_at is not null
   order by delivery_group, next_attempt_at limit 1`;

/** Like `findWaitingConnections`, for the groups of one connection. */
export async function findWaitingGroups(
  lane: Pick<Lane, "run">,
  { webhook_id, after, limit }: { webhook_id: string; after: string; limit: number },
): Promise<{ delivery_group: string; is_due: boolean }[]> {
  return lane.run(
    "find-waiting-groups",
    `with recursive found as (
       (${nextGroupAfter("$2::text")})
       union all
       select following.* from found cross join lateral (${nextGroupAfter("found.delivery_group")}) as following)
     select delivery_group, next_attempt_at <= now() as is_due from found limit $3::int`,
    [webhook_id, after, limit],
  );
}

/**
 * Like `claimDueEvents`, up to `count` of each group. The range of one value and the order by group make PostgreSQL use
 * the index on groups. With `=` the planner may read all events of the connection.
 */
export async function claimDueOfGroups(
  lane: Pick<Lane, "run">,
  { owner, asked }: { owner: number; asked: readonly AskedGroup[] },
): Promise<ClaimedEvent[]> {
  return lane.run<ClaimedEvent>(
    "claim-due-of-groups",
    `with due as (
       select found.team_id, found.id, found.next_attempt_at
       from unnest($2::uuid[], $3::int[], $4::text[]) as asked (webhook_id, count, delivery_group)
       cross join lateral (
         select team_id, id, next_attempt_at from events
         where webhook_id = asked.webhook_id
           and delivery_group >= asked.delivery_group and delivery_group <= asked.delivery_group
           and next_attempt_at <= now() and lease_owner is null
         order by delivery_group, next_attempt_at limit asked.count
         for update skip locked) as found
       where ${IS_ASKED})
     ${LENT}`,
    [
      owner,
      asked.map((one) => one.webhook_id),
      int4Array(asked.map((one) => one.count)),
      textArray(asked.map((one) => one.delivery_group)),
    ],
  );
}

/** How many due events a claim looks through at most to find those that were written without a group. */
const PASSED_OVER_MAX = 100_000;

/**
 * Like `claimDueEvents`, for events that were written before their destination had groups. No index finds them, so this
 * reads through the due events, and runs no more often than a search.
 */
export async function claimDueWithoutGroup(
  lane: Pick<Lane, "run">,
  { owner, asked }: { owner: number; asked: readonly AskedEvents[] },
): Promise<ClaimedEvent[]> {
  return lane.run<ClaimedEvent>(
    "claim-due-without-group",
    `with due as (
       select events.team_id, events.id, events.next_attempt_at
       from unnest($2::uuid[], $3::int[]) as asked (webhook_id, count)
       cross join lateral (
         select first.team_id, first.id from (
           select team_id, id, delivery_group, next_attempt_at from events
           where webhook_id = asked.webhook_id and next_attempt_at <= now() and lease_owner is null
           order by next_attempt_at limit ${PASSED_OVER_MAX}) as first
         where first.delivery_group is null
         order by first.next_attempt_at limit asked.count) as found
       join events on events.team_id = found.team_id and events.id = found.id
       where next_attempt_at <= now() and lease_owner is null and ${IS_ASKED}
       for update of events skip locked)
     ${LENT}`,
    [owner, asked.map((one) => one.webhook_id), int4Array(asked.map((one) => one.count))],
  );
}

/**
 * Returns all events of these connections that `owner` has claimed, including claims whose reply was lost. The caller
 * leaves out those it knows to hold.
 */
export async function findClaimsOf(
  lane: Pick<Lane, "run">,
  { owner, webhook_ids }: { owner: number; webhook_ids: readonly string[] },
): Promise<ClaimedEvent[]> {
  return lane.run<ClaimedEvent>(
    "find-claims-of",
    `select ${CLAIMED}, null::float8 as due_ms from events
     where claimed_by = $1::int and lease_owner = $1::int and webhook_id = any ($2::uuid[])`,
    [owner, webhook_ids],
  );
}

/**
 * Returns the events of these requests that are leased to `owner` from birth. The caller asks when the reply to the
 * commit of both was lost, and leaves out those it knows to hold.
 */
export async function findBornOf(
  db: Queryable,
  { owner, requests }: { owner: number; requests: readonly { team_id: string; id: string }[] },
): Promise<ClaimedEvent[]> {
  const ranges = requests.map(({ id }) => eventIdRange(id));
  const { rows } = await db.query<ClaimedEvent>(
    `select born.*
     from unnest($2::uuid[], $3::uuid[], $4::uuid[]) as request (team_id, above, up_to)
     cross join lateral (
       select ${CLAIMED}, null::float8 as due_ms from events
       where events.team_id = request.team_id and events.id > request.above and events.id <= request.up_to
         and lease_owner = $1 and claimed_by is null and attempts = 1
       order by events.id) as born`,
    [
      owner,
      requests.map(({ team_id }) => team_id),
      ranges.map(({ above }) => above),
      ranges.map(({ upTo }) => upTo),
    ],
  );
  return rows;
}

export interface ReturnedEvent {
  team: Uint8Array;
  id: Uint8Array;
  connection: Uint8Array;
  attempt_number: number;
  /** HOLD: its connection was paused. QUEUED: due again in a moment. FAILED: its connection was disabled or deleted. */
  status: "HOLD" | "QUEUED" | "FAILED";
}

const RETURN = `${ending({
  found: `${pausedAmong("$6")},
   stopped as (
     select id from connections
     where id = any ($6::uuid[]) and (disabled_at is not null or deleted_at is not null)
     for share),
   ended as (
     select team_id, event_id, attempt_number,
       case
         when status = 'HOLD' and webhook_id not in (select id from paused) then 'QUEUED'
         when status = 'FAILED' and webhook_id not in (select id from stopped) then 'QUEUED'
         else status
       end as status
     from unnest($2::uuid[], $3::uuid[], $4::int[], $5::text[], $6::uuid[])
       as row (team_id, event_id, attempt_number, status, webhook_id))`,
  attempt: null,
  change: `status = case when events.status = 'QUEUED' then ended.status else events.status end,
     lease_owner = null, claimed_by = null, attempts = events.attempts - 1,
     next_attempt_at = case
       when events.status = 'QUEUED' and ended.status = 'QUEUED' then now() + interval '${RETURNED_WAIT_MS} milliseconds'
     end,
     error_code = case when events.status = 'QUEUED' and ended.status = 'FAILED' then 'CANCELLED' else error_code end`,
  which: "events.lease_owner = $1::int and events.attempts = ended.attempt_number",
})}
   select`;

/**
 * Gives back leases whose attempt never reached the wire. The attempt's number was not used, so it is taken back too.
 * Checks the state of the connection again: if the holder was wrong about it, the event is due again.
 */
export async function returnLeases(
  lane: Lane,
  owner: number,
  events: readonly ReturnedEvent[],
): Promise<void> {
  await lane.run("return-leases", RETURN, [
    owner,
    uuidArray(events.map((event) => event.team)),
    uuidArray(events.map((event) => event.id)),
    int4Array(events.map((event) => event.attempt_number)),
    textArray(events.map((event) => event.status)),
    uuidArray(events.map((event) => event.connection)),
  ]);
}

/**
 * Returns the next events that a dead process had claimed, in the order of their ids. Leaves events of deleted projects
 * to project-removal.ts.
 */
export async function findClaimedEvents(
  tx: Queryable,
  { owner, after, limit }: { owner: number; after: string; limit: number },
): Promise<EventKey[]> {
  const { rows } = await tx.query<EventKey>(
    `select team_id, id from events
     where claimed_by = $1 and lease_owner = $1 and id > $2
       and exists (select from ${LIVE_PROJECTS} where projects.id = events.team_id)
     order by id limit $3`,
    [owner, after, limit],
  );
  return rows;
}

export interface EventKey {
  team_id: string;
  id: string;
}

const RELEASE = `${ending({
  found: `ended as (
     select events.team_id, events.id as event_id, webhook_id, attempts as attempt_number, trigger, 'FAILED' as status,
       'INTERNAL_ERROR' as error_code, now() as created_at, false as is_final,
       case when trigger = 'BULK_RETRY' then bulk_retry_id end as bulk_retry_id
     from unnest($2::uuid[], $3::uuid[]) as asked (team_id, id)
     join events on events.team_id = asked.team_id and events.id = asked.id
     where events.lease_owner = $1)`,
  attempt:
    "team_id, event_id, attempt_number, trigger, status, error_code, created_at, bulk_retry_id, webhook_id, is_final",
  looksForDays: true,
  change: `lease_owner = null, claimed_by = null, next_attempt_at = case when events.status = 'QUEUED' then now() end`,
  which: "events.lease_owner = $1",
})}
   select count(*)::int as released from changed`;

/**
 * Takes these events from a process that died. Each interrupted attempt is recorded as failed and keeps its number. The
 * event is due at once, and the next claim uses the next number. An event that was cancelled meanwhile stays cancelled.
 */
export async function releaseStrandedEvents(
  db: Queryable,
  { owner, events }: { owner: number; events: readonly EventKey[] },
): Promise<number> {
  if (events.length === 0) return 0;
  const { rows } = await db.query<{ released: number }>(RELEASE, [
    owner,
    events.map(({ team_id }) => team_id),
    events.map(({ id }) => id),
  ]);
  return rows[0]?.released ?? 0;
}

/** Returns which of these leases were cancelled. The process asks when announcements may have been lost. */
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
