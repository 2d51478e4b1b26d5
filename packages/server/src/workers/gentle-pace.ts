/**
 * How long does work that can wait leave the process to the work that cannot?
 *
 * As long as its last round took, and the longer the busier the process was meanwhile: at nine tenths ten times
 * as long. So it takes what traffic leaves of the processor and no more, and never stands still.
 */
import { type EventLoopUtilization, performance } from "node:perf_hooks";

const SHORTEST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 250;
const BUSIEST = 0.99;

/** `busy` is the share of time in which the process was at work, from 0 to 1. */
export function pauseAfter({ tookMs, busy }: { tookMs: number; busy: number }): number {
  const pauseMs = tookMs / (1 - Math.min(busy, BUSIEST));
  return Math.min(LONGEST_PAUSE_MS, Math.max(SHORTEST_PAUSE_MS, pauseMs));
}

/** Tells how busy the process has been since it was last asked. */
export function createBusyness(): () => number {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
