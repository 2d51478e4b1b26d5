/**
 * Was the bench alone on the machine while it measured?
 *
 * Other programs lower every rate. So the report also shows the share of the machine's CPU that went to processes
 * which the bench did not start.
 */
import { cpus } from "node:os";
import { usageOf } from "./process-usage.ts";

/** Above this, the figures say more about the other programs than about the product. */
export const QUIET_UP_TO_PERCENT = 10;

/** Begins to watch. The returned function gives the share so far, or null if the system cannot measure it. */
export function watchOthers(): () => number | null {
  const start = readCpus();
  return () => {
    const end = readCpus();
    if (start === null || end === null) return null;
    const othersMs = end.busyMs - start.busyMs - (end.oursMs - start.oursMs);
    return (100 * Math.max(othersMs, 0)) / (end.totalMs - start.totalMs);
  };
}

function readCpus(): { totalMs: number; busyMs: number; oursMs: number } | null {
  const ours = usageOf(process.pid);
  if (ours === null) return null;
  const totals = cpus().map(({ times: { user, nice, sys, irq, idle } }) => ({
    busy: user + nice + sys + irq,
    idle,
  }));
  const busyMs = totals.reduce((sum, { busy }) => sum + busy, 0);
  return { totalMs: totals.reduce((sum, { idle }) => sum + idle, busyMs), busyMs, oursMs: ours.cpuMs };
}
