/** How are a transformation's variables stored? All sealed as one value; null if there are none. */
import type { Sealer } from "../../store/seal.ts";

type Env = Record<string, string>;

export function sealEnv(env: Env | null, sealer: Pick<Sealer, "seal">): Buffer | null {
  return env === null || Object.keys(env).length === 0 ? null : sealer.seal(JSON.stringify(env));
}

export function openEnv(sealed: Buffer | null, sealer: Pick<Sealer, "open">): Env | null {
  // The cast is safe: we wrote it, and the seal detects any change.
  return sealed && (JSON.parse(sealer.open(sealed)) as Env);
}
