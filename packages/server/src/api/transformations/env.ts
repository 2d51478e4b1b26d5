/** How are a transformation's variables kept? Sealed as one; no variables at all are kept as nothing. */
import type { Sealer } from "../../store/seal.ts";

type Env = Record<string, string>;

export function sealEnv(env: Env | null, sealer: Pick<Sealer, "seal">): Buffer | null {
  return env === null || Object.keys(env).length === 0 ? null : sealer.seal(JSON.stringify(env));
}

export function openEnv(sealed: Buffer | null, sealer: Pick<Sealer, "open">): Env | null {
  // Ours, and what changed it would have broken the seal.
  return sealed && (JSON.parse(sealer.open(sealed)) as Env);
}
