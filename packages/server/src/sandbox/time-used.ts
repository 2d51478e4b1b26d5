/**
 * How much time has each key used of late?
 *
 * Time counts half as much every ten seconds. Instead of making all sums smaller as time goes by, we give later time
 * more weight: sums then compare as they are, and only new time changes them. The clock is an argument.
 */
import { SLOW_RUN_MS } from "./limits.ts";

export interface TimeUsed {
  add: (key: string, ms: number, nowMs: number) => void;
  /** A sum of weighted milliseconds. A key with a lower sum has used less. */
  sum: (key: string) => number;
  /** Its slow runs of late weigh as much as one that ends now. */
  isSlow: (key: string, nowMs: number) => boolean;
}

const HALF_LIFE_MS = 10_000;
/** Sums are weighed anew after this long, so that weights stay small. */
const WEIGH_ANEW_AFTER_MS = 10 * HALF_LIFE_MS;
/** A key with less than this is forgotten. */
const NEXT_TO_NOTHING_MS = 0.001;

export function createTimeUsed(): TimeUsed {
  const used = new Map<string, { all: number; slow: number }>();
  let weightIsOneAtMs = 0;
  let latest = { atMs: 0, weight: 1 };

  function weighAnew(nowMs: number): void {
    const factor = 2 ** ((weightIsOneAtMs - nowMs) / HALF_LIFE_MS);
    weightIsOneAtMs = nowMs;
    for (const [key, sums] of used) {
      sums.all *= factor;
      sums.slow *= factor;
      if (sums.all < NEXT_TO_NOTHING_MS) used.delete(key);
    }
  }

  /** Calls come in groups with the same time. */
  function weightAt(nowMs: number): number {
    if (nowMs === latest.atMs) return latest.weight;
    if (nowMs - weightIsOneAtMs >= WEIGH_ANEW_AFTER_MS) weighAnew(nowMs);
    latest = { atMs: nowMs, weight: 2 ** ((nowMs - weightIsOneAtMs) / HALF_LIFE_MS) };
    return latest.weight;
  }

  return {
    add(key, ms, nowMs) {
      const weighted = ms * weightAt(nowMs);
      let sums = used.get(key);
      if (sums === undefined) used.set(key, (sums = { all: 0, slow: 0 }));
      sums.all += weighted;
      if (ms >= SLOW_RUN_MS) sums.slow += weighted;
    },
    sum: (key) => used.get(key)?.all ?? 0,
    isSlow(key, nowMs) {
      const slow = used.get(key)?.slow ?? 0;
      return slow > 0 && slow >= SLOW_RUN_MS * weightAt(nowMs);
    },
  };
}
