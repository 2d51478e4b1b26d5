/**
 * How is a whole day deleted from the database?
 *
 * The worker detaches the day's partition and then drops it; neither blocks readers or writers. PostgreSQL detaches in
 * two steps. New queries no longer see the partition at once. When the transactions that may still read it have ended,
 * it becomes a table of its own. A worker that dies or gives up in between leaves a table with a mark, and the next
 * turn drops the tables with that mark. A detached table without the mark belongs to the operator, who may want to keep
 * it.
 */
import { type Database, type Queryable, isLockTimeout, isTooSlow } from "./database.ts";
import type { DayPartition, PartitionedTable } from "./partitions.ts";

/**
 * No other session waits behind these locks, so there is time. An autovacuum on the partition is cancelled only when a
 * session has waited for a second (`deadlock_timeout`). A shorter wait would never get past it.
 */
const LOCK_WITHIN_MS = 2_000;
const DAY_MS = 24 * 60 * 60 * 1000;
const MARK = "Past retention: Posthorn is about to drop it.";
/** One process at a time drops days. Any number that no other code uses. */
const ADVISORY_LOCK = 7_203_117;

export interface Dropped {
  dropped: string[];
  /** A transaction still reads this day, so it could not be dropped; the next turn tries again. */
  busy: DayPartition | null;
}

/**
 * Drops the days of a table that ended before `beforeMs`, except those in `needed`, and those that an earlier turn began
 * to drop.
 */
export async function dropOldDays(
  db: Database,
  table: PartitionedTable,
  beforeMs: number,
  needed: ReadonlySet<number> = new Set(),
): Promise<Dropped> {
  return db.session({ lockTimeoutMs: LOCK_WITHIN_MS }, async (session) => {
    const dropped: string[] = [];
    if (!(await isOurTurn(session))) return { dropped, busy: null };
    try {
      for (const day of await findOldDays(session, table, beforeMs)) {
        if (day.state === "attached" && needed.has(day.dayMs)) continue;
        try {
          await takeOut(session, table, day);
        } catch (error) {
          if (!isLockTimeout(error) && !isTooSlow(error)) throw error;
          return { dropped, busy: day }; // the other days would wait for the same readers
        }
        dropped.push(day.name);
      }
      return { dropped, busy: null };
    } finally {
      // If this fails, the connection is gone, and the lock with it.
      await session.query("select pg_advisory_unlock($1)", [ADVISORY_LOCK]).catch(() => undefined);
    }
  });
}

async function isOurTurn(session: Queryable): Promise<boolean> {
  const { rows } = await session.query<{ is_ours: boolean }>("select pg_try_advisory_lock($1) as is_ours", [
    ADVISORY_LOCK,
  ]);
  return rows[0]?.is_ours === true;
}

interface OldDay extends DayPartition {
  state: "attached" | "detaching" | "detached";
}

/** Half-detached days come first, because PostgreSQL detaches one partition of a table at a time. Then the oldest. */
async function findOldDays(session: Queryable, table: PartitionedTable, beforeMs: number): Promise<OldDay[]> {
  const { rows } = await session.query<{ name: string; day: string; state: OldDay["state"] }>(
    `select name, replace(right(name, 10), '_', '-') as day, state
     from (
       select child.relname::text as name,
         case when inhrelid is null then 'detached' when inhdetachpending then 'detaching' else 'attached' end as state,
         obj_description(child.oid, 'pg_class') is not distinct from $2 as is_marked
       from pg_class as parent
       join pg_class as child on child.relnamespace = parent.relnamespace and child.relkind = 'r'
       left join pg_inherits on inhrelid = child.oid and inhparent = parent.oid
       where parent.oid = $1::regclass and child.relname ~ ('^' || parent.relname || '_\\d{4}_\\d{2}_\\d{2}$')
     ) as days
     where state = 'attached' or is_marked
     order by state = 'attached', name`,
    [table, MARK],
  );
  return rows.flatMap(({ name, day, state }) => {
    const dayMs = Date.parse(`${day}T00:00:00Z`);
    return state !== "attached" || dayMs + DAY_MS <= beforeMs ? [{ name, dayMs, state }] : [];
  });
}

/** The names come from the catalogue and have the form that partitions.ts gives them; DDL takes no parameters. */
async function takeOut(session: Queryable, table: PartitionedTable, { name, state }: OldDay): Promise<void> {
  if (state === "attached") {
    await session.query(`comment on table ${name} is '${MARK}'`);
    await session.query(`alter table ${table} detach partition ${name} concurrently`);
  } else if (state === "detaching") {
    await session.query(`alter table ${table} detach partition ${name} finalize`);
  }
  await session.query(`drop table ${name}`);
}
