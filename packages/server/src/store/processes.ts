/**
 * Every write to `processes`: which processes live, and from which ids on their work may be unfinished.
 *
 * take-over.ts takes over the work of a dead process; this file keeps its progress in the dead process's row. From the
 * first step of a take-over on, the fence refuses whatever the process still writes: its number is never used again.
 */
import type { ActiveAlarms } from "../alarms.ts";
import { releaseAllCliSessions, releaseCliSessionsOf } from "./cli-sessions.ts";
import type { Queryable } from "./database.ts";
import { identifyProcess, isSameProcessAlive } from "./embedded/process-identity.ts";
import { FIRST_POSITION, type Position } from "./stretch.ts";

/** What a process writes about its work with each heartbeat. */
export interface Marks {
  /**
   * No request before this id is being stored, and no event before it is leased from birth. Claimed events do not
   * count.
   */
  unfinishedFrom: string;
  /** Every request before this id has been routed. */
  unroutedFrom: string;
  /** How many adoptions of requests `unroutedFrom` takes into account. */
  adoptions: number;
}

/** As long as a silent process counts as alive (decision 3). */
export const IS_ALIVE = "heartbeat_at > now() - interval '10 seconds'";

export async function registerProcess(
  db: Queryable,
  unfinishedFrom: string,
  unroutedFrom: string = unfinishedFrom,
): Promise<number> {
  const self = identifyProcess(process.pid);
  const { rows } = await db.query<{ id: number }>(
    `insert into processes (unfinished_from, unrouted_from, pid, pid_started) values ($1, $2, $3, $4) returning id`,
    [unfinishedFrom, unroutedFrom, self?.pid, self?.started],
  );
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL registered the process without telling its id");
  return row.id;
}

/**
 * Returns false when another process has declared this one dead, and takes over its work or has done so. A heartbeat
 * that was sent before this process adopted requests does not cover them. It may move `unroutedFrom` only backwards.
 */
export async function beat(
  db: Queryable,
  { id, unfinishedFrom, unroutedFrom, adoptions }: Marks & { id: number },
  alarms: ActiveAlarms = {},
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update processes
     set heartbeat_at = now(), alarms = $5, unfinished_from = $2::uuid,
       unrouted_from = case when adoptions > $4 then least(unrouted_from, $3::uuid) else $3::uuid end
     where id = $1 and take_over_stage is null`,
    [id, unfinishedFrom, unroutedFrom, adoptions, alarms],
  );
  return rowCount > 0;
}

/**
 * A process number as a statement must write it into a lease or an accepted request. The statement fails if that process
 * was declared dead. If the statement passes, no take-over begins until it has committed. It asks once, however many
 * rows it writes, and not at all if it writes none.
 */
export const fenced = (parameter: string) => `(select fenced(${parameter}::int))`;

/** For a clean stop: nothing is left to take over. Releases the CLI sessions too, because their sockets are closed. */
export async function deregisterProcess(db: Queryable, id: number): Promise<void> {
  await releaseCliSessionsOf(db, id);
  await db.query(`delete from processes where id = $1`, [id]);
}

/** More processes than start between a backup and its restore. */
const UNUSED_NUMBERS = 100_000;

/**
 * For a restored database: none of its processes will come back, so others take over from all of them at once. Each counts
 * as being taken over already. So a process that still lives, and finds this database in place of its own, cannot go on
 * under its number; and no new process gets the number of one that started after the backup.
 */
export async function declareAllDead(tx: Queryable): Promise<void> {
  await releaseAllCliSessions(tx);
  await tx.query(
    `update processes set take_over_stage = coalesce(take_over_stage, 'CLAIMED'), heartbeat_at = to_timestamp(0),
       pid = null, pid_started = null, alarms = '{}'`,
  );
  await tx.query(
    `select setval(pg_get_serial_sequence('processes', 'id'), nextval(pg_get_serial_sequence('processes', 'id')) + $1::int)`,
    [UNUSED_NUMBERS],
  );
}

/**
 * Returns the registered processes that do not run any more. Call it only on an embedded database: all its processes run
 * on this machine, so this one can see them. One that did not write its pid is of a version that never shared an
 * embedded database, so it has ended too.
 */
export async function findEndedProcesses(db: Queryable): Promise<number[]> {
  const { rows } = await db.query<{ id: number; pid: number | null; pid_started: string | null }>(
    `select id, pid, pid_started from processes where take_over_stage is null`,
  );
  return rows.flatMap(({ id, pid, pid_started: started }) =>
    pid !== null && started !== null && isSameProcessAlive({ pid, started }) ? [] : [id],
  );
}

export type TakeOverStage = "CLAIMED" | "BORN" | "UNROUTED";

export interface DeadProcess {
  id: number;
  unfinished_from: string;
  unrouted_from: string;
  /** Null: no heir has begun. */
  stage: TakeOverStage | null;
  after: Position;
}

export interface Judge {
  /** The process that takes over. */
  heir: number;
  /** A process without a heartbeat for this long is dead. Null: silence proves nothing now. */
  silentForMs: number | null;
  /** Processes of which the heir knows that they have ended. */
  ended: readonly number[];
  /** Dead processes that the heir leaves for later. */
  except: readonly number[];
}

/** Locks the row of a dead process until the transaction ends. Skips rows that another heir works on. */
export async function lockDeadProcess(
  tx: Queryable,
  { heir, silentForMs, ended, except }: Judge,
): Promise<DeadProcess | null> {
  const { rows } = await tx.query<{
    id: number;
    unfinished_from: string;
    unrouted_from: string;
    take_over_stage: TakeOverStage | null;
    take_over_team: string | null;
    take_over_id: string | null;
  }>(
    `select id, unfinished_from, coalesce(unrouted_from, unfinished_from) as unrouted_from, take_over_stage,
       take_over_team, take_over_id
     from processes
     where id <> $1 and id <> all ($4::int[])
       and (take_over_stage is not null or heartbeat_at <= now() - $2::int * interval '1 millisecond'
         or id = any ($3::int[]))
     order by id limit 1
     for update skip locked`,
    [heir, silentForMs, ended, except],
  );
  const [row] = rows;
  if (!row) return null;
  const { id, unfinished_from, unrouted_from, take_over_stage, take_over_team, take_over_id } = row;
  const after =
    take_over_team !== null && take_over_id !== null
      ? { team_id: take_over_team, id: take_over_id }
      : FIRST_POSITION;
  return { id, unfinished_from, unrouted_from, stage: take_over_stage, after };
}

/**
 * Before the first step of a take-over: waits for statements of the dead process that have passed the fence. When this
 * transaction has committed, no other statement can pass.
 */
export async function shutOut(tx: Queryable, id: number): Promise<void> {
  await tx.query(`select shut_out($1)`, [id]);
}

/** Stores where the next step continues, in this process or another. */
export async function rememberTakeOver(
  tx: Queryable,
  { id, stage, after = FIRST_POSITION }: { id: number; stage: TakeOverStage; after?: Position },
): Promise<void> {
  await tx.query(
    `update processes set take_over_stage = $2, take_over_team = $3, take_over_id = $4 where id = $1`,
    [id, stage, after.team_id, after.id],
  );
}

/** Moves the heir's mark back to the oldest request it adopts. Throws when the heir itself was declared dead. */
export async function markAdopted(
  tx: Queryable,
  { heir, oldest, adoptions }: { heir: number; oldest: string; adoptions: number },
): Promise<void> {
  const { rowCount } = await tx.query(
    `update processes
     set unrouted_from = least(coalesce(unrouted_from, unfinished_from), $2::uuid), adoptions = $3
     where id = $1 and take_over_stage is null`,
    [heir, oldest, adoptions],
  );
  if (rowCount === 0) throw new Error("This process was declared dead and cannot take over from another");
}
