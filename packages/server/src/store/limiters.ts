/**
 * Every write to `limiters` and `limiter_groups`: which process paces a destination, or all destinations of a project
 * with a cap, and when their next slots are.
 *
 * A limiter belongs to its owner as long as the owner's heartbeat lives, by the same rule as its leases. Times
 * travel as waits from now: the database's clock and the process's are never compared.
 */
import type { Database, Queryable } from "./database.ts";

/** Nobody's: its owner stopped in good order. */
const NOBODY = 0;

export interface TakenLimiter {
  id: string;
  /** Until its next slot; negative when that has passed. */
  wait_ms: number;
  /** Its owner died with it, so its last slots may not have been stored. */
  was_abandoned: boolean;
  /** The groups of its deliveries whose next slot is still to come, where they were asked for. */
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
 * Which of these belong to nobody else who lives? Asked often, by everybody who is not the owner; locks nothing. One that
 * is the asker's without its knowing, because the answer to a take was lost, is free to it.
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
 * Takes those that belong to nobody who lives. The rows are there and locked before anybody's heartbeat is
 * looked at: a process that registered a moment ago and took one is seen.
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

/** While their limiters are locked: nobody adds to them meanwhile. */
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

/** Stores when the next slots are. Tells which still belong to `owner`. */
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

/** A slot that has come is nothing to remember. */
export async function forgetPastGroupSlots(db: Queryable): Promise<void> {
  await db.query(`delete from limiter_groups where next_slot_at <= now()`);
}

/** The next process may take them at once. What has no slot to remember is forgotten. */
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

/** Of a project that is removed: their owners have let go of them, and the slots they remember are nobody's. */
export async function forgetLimitersOf(db: Queryable, team_id: string): Promise<void> {
  const ofDestination = "in (select id from destinations where team_id = $1)";
  await db.query(`delete from limiter_groups where limiter_id ${ofDestination}`, [team_id]);
  await db.query(`delete from limiters where id = $1 or id ${ofDestination}`, [team_id]);
}
