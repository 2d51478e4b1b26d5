/**
 * Every write to `limiters` and `limiter_groups`: which process paces a destination, or all
 * destinations of a project with a cap, and when are their next slots?
 *
 * A limiter belongs to its owner as long as the owner's heartbeat lives, by the same rule as leases. Times are
 * passed as waits from now: the clocks of database and process are never compared.
 */
import type { Database, Queryable } from "./database.ts";

/** The owner of a limiter that was released in good order: no process. */
const NOBODY = 0;

export interface TakenLimiter {
  id: string;
  /** Milliseconds until its next slot; negative when that has passed. */
  wait_ms: number;
  /** Its owner died, so its last slots may not have been stored. */
  was_abandoned: boolean;
  /** The groups of its deliveries whose next slot is still to come, if the caller asked for groups. */
  groups: GroupWait[];
}

export interface GroupWait {
  delivery_group: string;
  wait_ms: number;
}

const isOwnerAlive = (silentForMs: string) => `exists (
  select from processes
  where processes.id = limiters.process_id and heartbeat_at > now() - ${silentForMs} * interval '1 millisecond')`;

/**
 * Returns the limiters that no other live process owns. Processes that are not the owner ask often; this locks
 * nothing. A limiter this process already owns counts as free: the reply to an earlier take may have been lost.
 */
export async function findFreeLimiters(
  db: Queryable,
  { owner, ids, silentForMs }: { owner: number; ids: readonly string[]; silentForMs: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select asked.id from unnest($1::uuid[]) as asked (id)
     where not exists (
       select from limiters where limiters.id = asked.id and process_id <> $3 and ${isOwnerAlive("$2")})`,
    [ids, silentForMs, owner],
  );
  return rows.map((row) => row.id);
}

/**
 * Takes the limiters that no live process owns. It creates and locks the rows before it reads heartbeats,
 * so it sees a process that registered a moment ago and took one.
 */
export async function takeLimiters(
  db: Database,
  {
    owner,
    ids,
    silentForMs,
    withGroups = [],
  }: { owner: number; ids: readonly string[]; silentForMs: number; withGroups?: readonly string[] },
): Promise<TakenLimiter[]> {
  return db.transaction(async (tx) => {
    await tx.query(
      `insert into limiters (id, process_id) select id, $2 from unnest($1::uuid[]) as asked (id) order by id
       on conflict do nothing`,
      [ids, NOBODY],
    );
    await tx.query(`select from limiters where id = any ($1::uuid[]) order by id for update`, [ids]);
    const { rows } = await tx.query<Omit<TakenLimiter, "groups">>(
      `with free as (
         select id, process_id from limiters
         where id = any ($1::uuid[]) and (process_id = $2 or not ${isOwnerAlive("$3")}))
       update limiters set process_id = $2
       from free
       where limiters.id = free.id
       returning limiters.id, free.process_id not in (${NOBODY}, $2) as was_abandoned,
         (extract(epoch from next_slot_at - now()) * 1000)::float8 as wait_ms`,
      [ids, owner, silentForMs],
    );
    const groups =
      withGroups.length === 0 ? new Map<string, GroupWait[]>() : await readGroups(tx, withGroups);
    return rows.map(({ id, wait_ms, was_abandoned }) => ({
      id,
      wait_ms,
      was_abandoned,
      groups: groups.get(id) ?? [],
    }));
  });
}

/** Runs while the limiters are locked, so no process adds groups meanwhile. */
async function readGroups(tx: Queryable, ids: readonly string[]): Promise<Map<string, GroupWait[]>> {
  const { rows } = await tx.query<GroupWait & { limiter_id: string }>(
    `select limiter_id, delivery_group, (extract(epoch from next_slot_at - now()) * 1000)::float8 as wait_ms
     from limiter_groups where limiter_id = any ($1::uuid[]) and next_slot_at > now()`,
    [ids],
  );
  const groups = new Map<string, GroupWait[]>();
  for (const { limiter_id, ...wait } of rows) {
    const known = groups.get(limiter_id);
    if (known) known.push(wait);
    else groups.set(limiter_id, [wait]);
  }
  return groups;
}

/** Stores when the next slots are. Returns the limiters that still belong to `owner`. */
export async function storeSlots(
  db: Queryable,
  { owner, slots }: { owner: number; slots: readonly { id: string; waitMs: number }[] },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update limiters set next_slot_at = now() + wait_ms * interval '1 millisecond'
     from unnest($2::uuid[], $3::float8[]) as slot (id, wait_ms)
     where limiters.id = slot.id and process_id = $1
     returning limiters.id`,
    [owner, slots.map((slot) => slot.id), slots.map((slot) => slot.waitMs)],
  );
  return rows.map((row) => row.id);
}

/** Stores when the next slots of groups are, if the limiter still belongs to `owner`. */
export async function storeGroupSlots(
  db: Queryable,
  { owner, limiter_id, slots }: { owner: number; limiter_id: string; slots: readonly GroupWait[] },
): Promise<void> {
  await db.query(
    `insert into limiter_groups (limiter_id, delivery_group, next_slot_at)
     select limiters.id, slot.delivery_group, now() + wait_ms * interval '1 millisecond'
     from unnest($3::text[], $4::float8[]) as slot (delivery_group, wait_ms)
     join limiters on limiters.id = $2 and limiters.process_id = $1
     on conflict (limiter_id, delivery_group) do update set next_slot_at = excluded.next_slot_at`,
    [owner, limiter_id, slots.map((slot) => slot.delivery_group), slots.map((slot) => slot.wait_ms)],
  );
}

/** A slot in the past needs no memory. */
export async function forgetPastGroupSlots(db: Queryable): Promise<void> {
  await db.query(`delete from limiter_groups where next_slot_at <= now()`);
}

/** Releases limiters, so that the next process may take them at once. Deletes those whose next slot has passed. */
export async function releaseLimiters(
  db: Queryable,
  { owner, ids }: { owner: number; ids: readonly string[] },
): Promise<void> {
  await db.query(
    `with past as (
       delete from limiters where id = any ($2::uuid[]) and process_id = $1 and next_slot_at <= now())
     update limiters set process_id = ${NOBODY}
     where id = any ($2::uuid[]) and process_id = $1 and next_slot_at > now()`,
    [owner, ids],
  );
}

/** Deletes the limiters of a removed project; their owners have already released them. */
export async function forgetLimitersOf(db: Queryable, team_id: string): Promise<void> {
  const ofDestination = "in (select id from destinations where team_id = $1)";
  await db.query(`delete from limiter_groups where limiter_id ${ofDestination}`, [team_id]);
  await db.query(`delete from limiters where id = $1 or id ${ofDestination}`, [team_id]);
}
