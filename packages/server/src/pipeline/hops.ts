/**
 * How often has this request passed through us?
 *
 * Every delivery carries the count, and ingest refuses what goes in a circle. The header keeps our own name whatever a
 * project chooses for the others: ingest looks for it before it knows the project.
 */
import { LOOP_MAX_HOPS } from "@posthorn/contract/limits";

export const HOPS_HEADER = "x-posthorn-hops";

export function isLoop(headers: readonly string[]): boolean {
  return hopsOf(headers) > LOOP_MAX_HOPS;
}

/** A sender may write anything here; what is not a small number counts as the first time. */
export function hopsOf(headers: readonly string[]): number {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === HOPS_HEADER) {
      const hops = Number(headers[at + 1]);
      return Number.isInteger(hops) && hops >= 0 && hops < 1_000 ? hops : 0;
    }
  }
  return 0;
}
