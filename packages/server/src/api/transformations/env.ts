/** How are a transformation's variables stored? All sealed as one value; null if there are none. */
import { sealedInstead, type Sealer } from "../../store/seal.ts";
import type { TransformationKey } from "../../store/transformations.ts";

type Env = Record<string, string>;

/** For a row that is new, or that the caller has locked. Undefined stays undefined: it keeps the stored variables. */
export function sealEnv(
  env: Env | null | undefined,
  sealer: Pick<Sealer, "open" | "seal">,
  row: TransformationKey & { env: Buffer | null },
): Buffer | null | undefined {
  if (env == null) return env;
  if (Object.keys(env).length === 0) return null;
  return sealedInstead(sealer, row.env, JSON.stringify(env), "transformations.env", row);
}

export function openEnv(
  row: TransformationKey & { env: Buffer | null },
  sealer: Pick<Sealer, "open">,
): Env | null {
  // The cast is safe: we wrote it, and the seal detects any change.
  return row.env && (JSON.parse(sealer.open(row.env, "transformations.env", row)) as Env);
}
