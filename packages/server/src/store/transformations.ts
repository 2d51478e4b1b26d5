/**
 * How are transformations created, changed and deleted?
 *
 * Every write to `transformations`, in the order of a transformation's life. A deleted one keeps its row,
 * so that its id keeps answering "deleted"; its name becomes free. The caller seals the variables. A
 * trigger announces each change to the processes that run the code.
 */
import { createdAt } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { EDITED, UPDATED, unchangedSince } from "./edited.ts";

export interface TransformationRow {
  id: string;
  team_id: string;
  name: string;
  code: string;
  /** Sealed JSON of names and values; null without variables. */
  env: Buffer | null;
  deleted_at: string | null;
  updated_at: string;
}

export const TRANSFORMATION_COLUMNS = "id, team_id, name, code, env, deleted_at, updated_at";

export interface TransformationKey {
  team_id: string;
  id: string;
}

export interface NewTransformation extends TransformationKey {
  name: string;
  code: string;
  env: Buffer | null;
}

/** Returns null when the name is taken. */
export async function insertTransformation(
  db: Queryable,
  { team_id, id, name, code, env }: NewTransformation,
): Promise<TransformationRow | null> {
  const { rows } = await db.query<TransformationRow>(
    `insert into transformations (id, team_id, name, code, env, updated_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (team_id, name) where deleted_at is null do nothing
     returning ${TRANSFORMATION_COLUMNS}`,
    [id, team_id, name, code, env, createdAt(id)], // `updated_at` starts as the creation time in the id
  );
  return rows[0] ?? null;
}

export interface TransformationChange {
  name?: string | undefined;
  code?: string | undefined;
  /** Undefined keeps them, null removes them. */
  env?: Buffer | null | undefined;
}

/**
 * Returns null when it is deleted, or was edited after the version `since`. The unique index reports a taken name: see
 * `isUniqueViolation`.
 */
export async function updateTransformation(
  db: Queryable,
  { team_id, id }: TransformationKey,
  { name, code, env }: TransformationChange,
  since: string | null = null,
): Promise<TransformationRow | null> {
  const { rows } = await db.query<TransformationRow>(
    `update transformations
     set name = coalesce($3, name), code = coalesce($4, code), env = case when $5 then $6 else env end,
         ${EDITED}
     where team_id = $1 and id = $2 and deleted_at is null and ${unchangedSince("$7")}
     returning ${TRANSFORMATION_COLUMNS}`,
    [team_id, id, name ?? null, code ?? null, env !== undefined, env ?? null, since],
  );
  return rows[0] ?? null;
}

export type HeldTransformation = Pick<TransformationRow, "id" | "team_id" | "env">;

/**
 * Locks a transformation, so that no other transaction deletes it before the caller's connection
 * is written. A transaction that deletes it takes the same lock, so whichever comes second sees
 * what the first did. Returns null when there is none.
 */
export async function holdTransformation(
  tx: Queryable,
  team_id: string,
  { id, name }: { id: string; name?: undefined } | { id?: undefined; name: string },
): Promise<HeldTransformation | null> {
  const { rows } = await tx.query<HeldTransformation>(
    `select id, team_id, env from transformations
     where team_id = $1 and ${id === undefined ? "name" : "id"} = $2 and deleted_at is null
     for no key update`,
    [team_id, id ?? name],
  );
  return rows[0] ?? null;
}

/** Only the holder of this lock may decide which connections use it. */
export async function lockTransformation(
  tx: Queryable,
  { team_id, id }: TransformationKey,
): Promise<Pick<TransformationRow, "deleted_at"> | null> {
  const { rows } = await tx.query<Pick<TransformationRow, "deleted_at">>(
    `select deleted_at from transformations where team_id = $1 and id = $2 for update`,
    [team_id, id],
  );
  return rows[0] ?? null;
}

export async function markTransformationDeleted(
  tx: Queryable,
  { team_id, id }: TransformationKey,
): Promise<void> {
  await tx.query(`update transformations set deleted_at = now(), ${UPDATED} where team_id = $1 and id = $2`, [
    team_id,
    id,
  ]);
}

/** Marks all transformations of a deleted project and removes their variables. */
export async function markTransformationsOfProjectDeleted(tx: Queryable, team_id: string): Promise<void> {
  await tx.query(
    `update transformations set deleted_at = coalesce(deleted_at, now()), env = null, ${UPDATED}
     where team_id = $1 and (deleted_at is null or env is not null)`,
    [team_id],
  );
}
