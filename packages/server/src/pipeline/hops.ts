/**
 * How often has this request passed through us?
 *
 * Every delivery carries the count, and ingest refuses requests that go in a circle. This header keeps our own name
 * even if the project chose another prefix, because ingest looks for it before it knows the project.
 */
import { LOOP_MAX_HOPS } from "@posthorn/contract/limits";

export const HOPS_HEADER = "x-posthorn-hops";

export function isLoop(headers: readonly string[]): boolean {
  return hopsOf(headers) > LOOP_MAX_HOPS;
}

/** A sender may write anything here. Anything but a small number counts as 0. */
export function hopsOf(headers: readonly string[]): number {
  for (let at = 0; at + 1 < headers.length; at += 2) {
    if (headers[at]?.toLowerCase() === HOPS_HEADER) {
      const hops = Number(headers[at + 1]);
      return Number.isInteger(hops) && hops >= 0 && hops < 1_000 ? hops : 0;
    }
  }
  return 0;
}
