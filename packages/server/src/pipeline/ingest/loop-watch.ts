/**
 * How many requests has one request caused through our own deliveries?
 *
 * With two connections to an own source, a loop doubles with each hop. So ingest also counts all requests that go back
 * to the same first request, in whatever projects. It counts only requests that carry our hops, so an ordinary request
 * costs nothing here. The memory is bounded: two maps, of which the older one is forgotten when the younger one is full
 * or an hour old. Each process counts for itself.
 */
import type { Hops } from "../hops.ts";

const FIRST_REQUESTS_MAX_COUNT = 10_000;
const FORGET_AFTER_MS = 60 * 60 * 1000;

export interface LoopWatch {
  /** Returns the number of this request among all with the same first request, which has number 1. */
  numberOf: (hops: Hops) => number;
}

/** `now` is a monotonic clock in milliseconds. */
export function createLoopWatch(
  now: () => number = () => performance.now(),
  { maxCount = FIRST_REQUESTS_MAX_COUNT } = {},
): LoopWatch {
  let recent = new Map<string, number>();
  let older = new Map<string, number>();
  let recentSinceMs = now();

  function turnOver(nowMs: number): void {
    older = nowMs - recentSinceMs < 2 * FORGET_AFTER_MS ? recent : new Map();
    recent = new Map();
    recentSinceMs = nowMs;
  }

  return {
    numberOf({ first }) {
      if (first === null) return 1;
      const nowMs = now();
      if (recent.size >= maxCount || nowMs - recentSinceMs >= FORGET_AFTER_MS) turnOver(nowMs);
      const number = (recent.get(first) ?? older.get(first) ?? 1) + 1;
      recent.set(first, number);
      return number;
    },
  };
}
