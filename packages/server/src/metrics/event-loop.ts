/**
 * How late does the event loop run?
 *
 * Node samples it with a timer every 20 ms, so it is measured only when the operator asks for metrics. A reading covers
 * the time since the reading before it.
 */
import { monitorEventLoopDelay, performance } from "node:perf_hooks";
import type { EventLoopReadings } from "./product-health.ts";

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;

export interface EventLoopWatch {
  read: () => EventLoopReadings;
  stop: () => void;
}

export function watchEventLoop(): EventLoopWatch {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  /** Node counts from one timer to the next, so a loop that is never late shows the resolution. */
  const late = (nanoseconds: number) =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000) : 0;
  return {
    read() {
      const delaySeconds = {
        mean: delay.count === 0 ? 0 : late(delay.mean),
        p99: delay.count === 0 ? 0 : late(delay.percentile(99)),
        max: delay.count === 0 ? 0 : late(delay.max),
      };
      delay.reset();
      return { delaySeconds, busySeconds: performance.eventLoopUtilization().active / 1000 };
    },
    stop: () => void delay.disable(),
  };
}
