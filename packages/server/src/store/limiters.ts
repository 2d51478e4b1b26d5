/**
 * Every write to `limiters`: which process paces a destination, or all destinations of a project with a cap.
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
}

const isOwnerAlive = (silentForMs: string) => `exists (
  select from processes
  where processes.id = limiters.process_id and heartbeat_at > now() - ${silentForMs} * interval '1 millisecond')`;

/** Which of these belong to nobody who lives? Asked often, by everybody who is not the owner; locks nothing. */
export async function findFreeLimiters(
  db: Queryable,
  { ids, silentForMs }: { ids: readonly string[]; silentForMs: number },
): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select asked.id from unnest($1::uuid[]) as asked (id)
     where not exists (select from limiters where limiters.id = asked.id and ${isOwnerAlive("$2")})`,
    [ids, silentForMs],
  );
  return rows.map((row) => row.id);
}

/**
 * Takes those that belong to nobody who lives. The rows are there and locked before anybody's heartbeat is
 * looked at: a process that registered a moment ago and took one is seen.
 */
export async function takeLimiters(
  db: Database,
  { owner, ids, silentForMs }: { owner: number; ids: readonly string[]; silentForMs: number },
): Promise<TakenLimiter[]> {
  return db.transaction(async (tx) => {
    await tx.query(
      `insert into limiters (id, process_id) select id, $2 from unnest($1::uuid[]) as asked (id) order by id
       on conflict do nothing`,
      [ids, NOBODY],
    );
    await tx.query(`select from limiters where id = any ($1::uuid[]) order by id for update`, [ids]);
    const { rows } = await tx.query<TakenLimiter>(
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
    return rows;
  });
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
