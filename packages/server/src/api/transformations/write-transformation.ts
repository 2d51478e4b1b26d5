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
  type HeldTransformation,
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
  tx: Queryable,
  sealer: Pick<Sealer, "open" | "seal">,
  { team_id, name, code, env }: Input,
): Promise<TransformationRow | null> {
  const key = { team_id, id: newId() };
  return insertTransformation(tx, {
    ...key,
    name,
    code,
    env: sealEnv(env, sealer, { ...key, env: null }) ?? null,
  });
}

/** The caller has locked it. Returns null if it was edited after the version `since`. */
export async function changeTransformation(
  tx: Queryable,
  sealer: Pick<Sealer, "open" | "seal">,
  held: HeldTransformation,
  { name, code, env }: { [Field in "name" | "code" | "env"]?: Input[Field] | undefined },
  since: string | null = null,
): Promise<TransformationRow | null> {
  return updateTransformation(tx, held, { name, code, env: sealEnv(env, sealer, held) }, since);
}

/** Two callers at once get the same row: the index on names decides. */
export async function upsertTransformation(
  tx: Queryable,
  sealer: Pick<Sealer, "open" | "seal">,
  input: Input,
): Promise<TransformationRow> {
  const { team_id, name, code, env } = input;
  // If the row is gone or the name is taken by now, another caller was faster; the next round finds what it did.
  for (;;) {
    const held = await holdTransformation(tx, team_id, { name });
    const row = held
      ? await changeTransformation(tx, sealer, held, { code, env })
      : await createTransformation(tx, sealer, input);
    if (row) return row;
  }
}
