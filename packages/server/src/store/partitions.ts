/**
 * Which day partitions exist?
 *
 * Partitions are made ahead, so that no insert ever waits for one, and two days back, for a clock that is set back a
 * little. Making one blocks no other session: the table is created on its own and then attached to its parent. That
 * conflicts with no read, no write, and no transaction that stays open for hours. Both steps are one transaction, so a
 * crash leaves the whole partition or nothing. old-days.ts drops days.
 */
import { firstIdAt } from "../ids.ts";
import { type Database, type Queryable, isLockTimeout } from "./database.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_BEHIND = 2;
const DAYS_AHEAD = 7;
/** Only a migration, a manual ANALYZE or VACUUM, or another process that makes partitions can hold the lock. */
const LOCK_WITHIN_MS = 500;
/** In a new database only another process that makes all of them can hold it, and on a busy machine that takes seconds. */
const LOCK_WITHIN_MS_IF_NEW = 30_000;
const TRIES = 3;

/** Storage of each partitioned table: half-empty pages let an event's settling rewrite it in place. */
const STORAGE = {
  requests: "",
  payloads: "with (toast_tuple_target = 8160)",
  events: "with (fillfactor = 50)",
  ignored_events: "",
  attempts: "",
  transformation_executions: "with (toast_tuple_target = 8160)",
} as const;
export type PartitionedTable = keyof typeof STORAGE;
export const PARTITIONED_TABLES = Object.keys(STORAGE) as PartitionedTable[]; // the keys of the object above, and no others

export interface DayPartition {
  name: string;
  /** The first moment of its day. */
  dayMs: number;
}

export interface EnsuredPartitions {
  made: string[];
  /** Another session held the lock for too long; the next call tries again. */
  missing: DayPartition[];
}

function partitionOf(table: PartitionedTable, dayMs: number): DayPartition {
  return { name: `${table}_${new Date(dayMs).toISOString().slice(0, 10).replaceAll("-", "_")}`, dayMs };
}

/**
 * An SQL condition: whether the day of this id has a partition that is not being dropped. Written as a value, because
 * PostgreSQL may turn `exists` into a join, and that would read all rows before the first.
 */
export function hasDay(table: PartitionedTable, id: string): string {
  return `coalesce((
       select not inhdetachpending from pg_inherits
       where inhparent = '${table}'::regclass
         and inhrelid = to_regclass('${table}_' || to_char(made_at(${id}) at time zone 'UTC', 'YYYY_MM_DD'))), false)`;
}

/** Makes the partitions that are missing. If none is, this is one read of the catalogue. */
export async function ensurePartitions(db: Database, nowMs: number): Promise<EnsuredPartitions> {
  const today = nowMs - (nowMs % DAY_MS);
  const days: number[] = [];
  for (let day = -DAYS_BEHIND; day <= DAYS_AHEAD; day++) days.push(today + day * DAY_MS);
  const { isNew, taken } = await readCatalogue(db, PARTITIONED_TABLES, days);
  const missingOf = (table: PartitionedTable) =>
    days.map((dayMs) => partitionOf(table, dayMs)).filter(({ name }) => !taken.has(name));
  const incomplete = PARTITIONED_TABLES.filter((table) => missingOf(table).length > 0);

  const ensured: EnsuredPartitions = { made: [], missing: [] };
  // One table at a time, so that a lock on one table does not delay the others.
  for (const tables of isNew ? [PARTITIONED_TABLES] : incomplete.map((table) => [table])) {
    const made = await makePatiently(db, tables, days, isNew ? LOCK_WITHIN_MS_IF_NEW : LOCK_WITHIN_MS);
    if (made) ensured.made.push(...made);
    else ensured.missing.push(...tables.flatMap(missingOf));
  }
  return ensured;
}

/** Makes days of a table into which nothing is written yet, in the caller's transaction: those of a restored backup. */
export async function makeDays(
  tx: Queryable,
  table: PartitionedTable,
  daysMs: readonly number[],
): Promise<void> {
  for (const dayMs of daysMs) await tx.query(newDay(table, dayMs));
}

/** Locks the whole table. DDL takes no parameters: names and bounds are made here from numbers, never from input. */
function newDay(table: PartitionedTable, dayMs: number): string {
  return `create table ${partitionOf(table, dayMs).name} partition of ${table} ${boundsOf(dayMs)} ${STORAGE[table]}`;
}

function boundsOf(dayMs: number): string {
  return `for values from ('${firstIdAt(dayMs)}') to ('${firstIdAt(dayMs + DAY_MS)}')`;
}

/** Returns null when each try ran into a lock. */
async function makePatiently(
  db: Database,
  tables: readonly PartitionedTable[],
  days: readonly number[],
  lockWithinMs: number,
): Promise<string[] | null> {
  for (let tries = 0; tries < TRIES; tries++) {
    try {
      return await db.transaction((tx) => make(tx, tables, days, lockWithinMs));
    } catch (error) {
      if (!isLockTimeout(error)) throw error;
    }
  }
  return null;
}

async function make(
  tx: Queryable,
  tables: readonly PartitionedTable[],
  days: readonly number[],
  lockWithinMs: number,
): Promise<string[]> {
  await tx.query(
    `set local lock_timeout = ${lockWithinMs};
     lock table ${tables.map((table) => `only ${table}`).join(", ")} in share update exclusive mode`,
  );
  // Another process may have made them while this one waited for the lock.
  const { isNew, taken } = await readCatalogue(tx, tables, days);
  const made: string[] = [];
  const statements: string[] = [];
  for (const table of tables) {
    for (const dayMs of days) {
      const { name } = partitionOf(table, dayMs);
      if (taken.has(name)) continue;
      made.push(name);
      // The first way is quicker, but locks the whole table: only for a new database, in which nothing is stored yet.
      if (isNew) statements.push(newDay(table, dayMs));
      else
        statements.push(
          `create table ${name} (like ${table} including all) ${STORAGE[table]}`,
          `alter table ${table} attach partition ${name} ${boundsOf(dayMs)}`,
        );
    }
  }
  if (statements.length > 0) await tx.query(statements.join(";\n"));
  return made;
}

/** Returns which names are taken, also by days that are being dropped, and whether no table has a partition yet. */
async function readCatalogue(
  db: Queryable,
  tables: readonly PartitionedTable[],
  days: readonly number[],
): Promise<{ isNew: boolean; taken: Set<string> }> {
  const names = tables.flatMap((table) => days.map((dayMs) => partitionOf(table, dayMs).name));
  const { rows } = await db.query<{ is_new: boolean; taken: string[] }>(
    `select not exists (select from pg_inherits where inhparent = any ($1::text[]::regclass[])) as is_new,
       array (
         select relname::text from pg_class
         where relname = any ($2) and relnamespace = (select relnamespace from pg_class where oid = $3::regclass)
       ) as taken`,
    [tables, names, tables[0]],
  );
  return { isNew: rows[0]?.is_new ?? false, taken: new Set(rows[0]?.taken) };
}
