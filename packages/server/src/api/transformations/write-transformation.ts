/**
 * How is a transformation created or updated?
 *
 * Called by the endpoints of transformations and by rules with an inline transformation. The variables are sealed for
 * the row that holds them, so a writer must know the row before it seals.
 */
import { newId } from "../../ids.ts";
import type { Queryable } from "../../store/database.ts";
import type { Sealer } from "../../store/seal.ts";
import {
  holdTransformation,
  insertTransformation,
  updateTransformation,
  type TransformationRow,
} from "../../store/transformations.ts";
import { sealEnv } from "./env.ts";

interface Input {
  team_id: string;
  name: string;
  code: string;
  /** Undefined keeps the stored variables, null removes them. */
  env?: Record<string, string> | null | undefined;
}

/** Returns null when the name is taken. */
export async function createTransformation(
  db: Queryable,
  sealer: Pick<Sealer, "seal">,
  { team_id, name, code, env }: Input,
): Promise<TransformationRow | null> {
  const key = { team_id, id: newId() };
  return insertTransformation(db, { ...key, name, code, env: sealEnv(env, sealer, key) ?? null });
}

/** Two callers at once get the same row: the index on names decides. */
export async function upsertTransformation(
  db: Queryable,
  sealer: Pick<Sealer, "seal">,
  input: Input,
): Promise<TransformationRow> {
  const { team_id, name, code, env } = input;
  // If the row is gone or the name is taken by now, another caller was faster; the next round finds what it did.
  for (;;) {
    const id = await holdTransformation(db, team_id, { name });
    const row =
      id === null
        ? await createTransformation(db, sealer, input)
        : await updateTransformation(
            db,
            { team_id, id },
            { code, env: sealEnv(env, sealer, { team_id, id }) },
          );
    if (row) return row;
  }
}
