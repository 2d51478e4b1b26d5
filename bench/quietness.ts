/**
 * Was the machine ours alone while we measured?
 *
 * What others compute meanwhile is missing from every rate. The share of the machine that went to
 * processes the bench did not start is therefore told beside the figures.
 */
import { cpus } from "node:os";
import { usageOf } from "./process-usage.ts";

/** Beyond this the figures say more about the neighbours than about the product. */
export const QUIET_UP_TO_PERCENT = 10;

/** Begins to watch; the function gives the share so far, null where it cannot be measured. */
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
