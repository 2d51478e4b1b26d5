/**
 * Every write to `erasures`, in the order of an erasure's life, and its reads.
 *
 * One at a time is in progress in a project. A worker holds the row's lock for each step, so two workers never do the same step,
 * and the step and its record are one commit. The identifier leaves in the statement that ends the erasure.
 */
import type { ErasureCounts, ErasureState } from "@posthorn/contract/erasures";
import { ERASURES_SHOWN, ERASURE_PLAN_KEPT_HOURS } from "@posthorn/contract/limits";
import { type Queryable, isUniqueViolation } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";

export const LOWEST_ID = "00000000-0000-0000-0000-000000000000";

export interface ErasureRow {
  id: string;
  team_id: string;
  /** Sealed. */
  identifier: Buffer | null;
  digest: Buffer;
  state: ErasureState;
  pass: number;
  stage: string;
  done_until: string;
  last_id: string;
  oldest_at: string;
  has_erased: boolean;
  planned: Partial<ErasureCounts>;
  erased: Partial<ErasureCounts>;
  started_by: string | null;
  confirmed_by: string | null;
  confirmed_at: string | null;
  ended_at: string | null;
}

const COLUMNS = `id, team_id, identifier, digest, state, pass, stage, done_until, last_id, oldest_at, has_erased, planned, erased,
  (select name from users where users.id = started_by_user_id) as started_by,
  (select name from users where users.id = confirmed_by_user_id) as confirmed_by, confirmed_at, ended_at`;

/** Above every id in the database, also if the clock of a process is a little ahead of the database's. */
const NEWEST = "first_id(now() + interval '1 second')";
const FROM_THE_BEGINNING = `pass = 1, stage = $2, done_until = '${LOWEST_ID}', has_erased = false`;
const ENDED = "identifier = null, ended_at = now(), updated_at = now()";

export interface NewErasure extends Pick<ErasureRow, "id" | "team_id" | "digest"> {
  identifier: Buffer;
  user_id: string;
  firstStage: string;
}

/** Returns null if another one of the project is in progress. */
export async function insertErasure(db: Queryable, given: NewErasure): Promise<ErasureRow | null> {
  try {
    const { rows } = await db.query<ErasureRow>(
      `insert into erasures (id, team_id, identifier, digest, state, stage, done_until, last_id, oldest_at, started_by_user_id)
       values ($1, $2, $3, $4, 'planning', $5, '${LOWEST_ID}', ${NEWEST}, least(now(), coalesce(
         (select made_at(id) from payloads where team_id = $2 order by id limit 1), now())), $6)
       returning ${COLUMNS}`,
      [given.id, given.team_id, given.identifier, given.digest, given.firstStage, given.user_id],
    );
    return rows[0] ?? null;
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}

/** Newest first. */
export async function readErasures(db: Queryable, team_id: string): Promise<ErasureRow[]> {
  const { rows } = await db.query<ErasureRow>(
    `select ${COLUMNS} from erasures where team_id = $1 order by id desc limit ${ERASURES_SHOWN}`,
    [team_id],
  );
  return rows;
}

export async function findErasure(db: Queryable, team_id: string, id: string): Promise<ErasureRow | null> {
  const { rows } = await db.query<ErasureRow>(
    `select ${COLUMNS} from erasures where team_id = $1 and id = $2`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

/** Those that a worker can move on. A deleted project's data leave anyway. */
export async function findErasuresAtWork(db: Queryable, limit: number): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `select erasures.id from erasures join ${LIVE_PROJECTS} on projects.id = erasures.team_id
     where ended_at is null and state <> 'planned' order by erasures.updated_at limit $1`,
    [limit],
  );
  return rows.map(({ id }) => id);
}

/** Returns null if it is not to be worked on, or if another worker does. */
export async function lockErasure(tx: Queryable, id: string): Promise<ErasureRow | null> {
  const { rows } = await tx.query<ErasureRow>(
    `select ${COLUMNS} from erasures where id = $1 and ended_at is null and state <> 'planned'
     for update of erasures skip locked`,
    [id],
  );
  return rows[0] ?? null;
}

export interface ErasureStep {
  id: string;
  stage: string;
  done_until: string;
  has_erased: boolean;
  /** The sums so far, of the plan or of the erasure. */
  counts: Partial<ErasureCounts>;
  of: "planned" | "erased";
}

export async function recordErasureStep(tx: Queryable, step: ErasureStep): Promise<void> {
  await tx.query(
    `update erasures set stage = $2, done_until = $3, has_erased = $4, ${step.of} = $5, updated_at = now() where id = $1`,
    [step.id, step.stage, step.done_until, step.has_erased, JSON.stringify(step.counts)],
  );
}

/** The plan has counted everything. */
export async function recordPlan(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    "update erasures set state = 'planned', planned_at = now(), updated_at = now() where id = $1",
    [id],
  );
}

/** Returns null unless it is a plan. What came in since the plan belongs to the erasure. */
export async function confirmPlan(
  db: Queryable,
  { team_id, id, user_id, firstStage }: { team_id: string; id: string; user_id: string; firstStage: string },
): Promise<ErasureRow | null> {
  const { rows } = await db.query<ErasureRow>(
    `update erasures
     set state = 'erasing', ${FROM_THE_BEGINNING}, last_id = ${NEWEST}, confirmed_by_user_id = $4, confirmed_at = now(),
       updated_at = now()
     where team_id = $3 and id = $1 and state = 'planned'
     returning ${COLUMNS}`,
    [id, firstStage, team_id, user_id],
  );
  return rows[0] ?? null;
}

/** A pass is over, and what is still on its way must end before the next one. */
export async function recordPass(tx: Queryable, id: string): Promise<void> {
  await tx.query(
    "update erasures set state = 'settling', settling_since = now(), updated_at = now() where id = $1",
    [id],
  );
}

/** An attempt takes 15 minutes at most; code of users may keep requests waiting for longer. */
const SETTLES_WITHIN = "interval '1 hour'";

/**
 * Whether everything that processes held when the pass ended has been written: requests that wait for their rules, and the
 * project's attempts on the wire. Those of others do not count: a destination that never answers would keep everybody
 * waiting. If it takes longer than an hour, the next pass begins anyway.
 */
export async function hasSettled(tx: Queryable, { id, team_id, last_id }: ErasureRow): Promise<boolean> {
  // Events that were leased from birth are in no index, but none is older than what a process has unfinished.
  const { rows } = await tx.query<{ has_settled: boolean }>(
    `select settling_since < now() - ${SETTLES_WITHIN} or (
         not exists (select from processes where coalesce(unrouted_from, unfinished_from) <= $2)
         and not exists (
           select from events where team_id = $3 and claimed_by is not null
             and status in ('SUCCESSFUL', 'FAILED', 'CANCELLED'))
         and not exists (
           select from events where team_id = $3 and id <= $2 and lease_owner is not null and claimed_by is null
             and id >= (select unfinished_from from processes order by unfinished_from limit 1))) as has_settled
     from erasures where id = $1`,
    [id, last_id, team_id],
  );
  return rows[0]?.has_settled ?? false;
}

export async function beginNextPass(tx: Queryable, id: string, firstStage: string): Promise<void> {
  await tx.query(
    `update erasures
     set state = 'erasing', pass = pass + 1, stage = $2, done_until = '${LOWEST_ID}', has_erased = false, updated_at = now()
     where id = $1`,
    [id, firstStage],
  );
}

export async function endErasure(tx: Queryable, id: string, state: "completed" | "failed"): Promise<void> {
  await tx.query(`update erasures set state = $2, ${ENDED} where id = $1 and ended_at is null`, [id, state]);
}

/** Returns null unless it is in progress. Waits for the step that is running. */
export async function cancelErasure(
  db: Queryable,
  { team_id, id }: { team_id: string; id: string },
): Promise<ErasureRow | null> {
  const { rows } = await db.query<ErasureRow>(
    `update erasures set state = 'cancelled', ${ENDED}
     where team_id = $1 and id = $2 and ended_at is null
     returning ${COLUMNS}`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

/** For a deleted project: its data leave anyway, and the identifier leaves at once. */
export async function cancelErasuresOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query(
    `update erasures set state = 'cancelled', ${ENDED} where team_id = $1 and ended_at is null`,
    [team_id],
  );
}

/** Discards plans that nobody has confirmed for long. Returns their ids. */
export async function discardOldPlans(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ id: string }>(
    `update erasures set state = 'cancelled', ${ENDED}
     where state = 'planned' and planned_at < now() - $1 * interval '1 hour'
     returning id`,
    [ERASURE_PLAN_KEPT_HOURS],
  );
  return rows.map(({ id }) => id);
}
