/**
 * How long does background work pause, so that traffic goes first?
 *
 * As long as its last round took, and longer the busier the process was: at nine tenths, ten times as long. So
 * background work uses only the processor time that traffic leaves. It never stops altogether, because the pause has a
 * maximum.
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

/** The function it returns says how busy the process has been since the last call. */
export function createBusyness(): () => number {
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  return () => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    return utilization;
  };
}
