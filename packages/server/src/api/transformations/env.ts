/** How are a transformation's variables stored? All sealed as one value; null if there are none. */
import type { Sealer } from "../../store/seal.ts";
import type { TransformationKey } from "../../store/transformations.ts";

type Env = Record<string, string>;

/** Undefined stays undefined: it keeps the stored variables. */
export function sealEnv(
  env: Env | null | undefined,
  sealer: Pick<Sealer, "seal">,
  row: TransformationKey,
): Buffer | null | undefined {
  if (env == null) return env;
  if (Object.keys(env).length === 0) return null;
  return sealer.seal(JSON.stringify(env), "transformations.env", row);
}

export function openEnv(
  row: TransformationKey & { env: Buffer | null },
  sealer: Pick<Sealer, "open">,
): Env | null {
  // The cast is safe: we wrote it, and the seal detects any change.
  return row.env && (JSON.parse(sealer.open(row.env, "transformations.env", row)) as Env);
}
