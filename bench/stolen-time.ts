/**
 * Which share of its processors' time did this machine not get, because the machine below gave it to others?
 *
 * Linux counts it. Elsewhere, and on machines that are not virtual, there is nothing to count.
 */
import { readFileSync } from "node:fs";

/** Begins to watch. The returned function gives the percentage so far, or null if the system does not count it. */
export function watchStolen(): () => number | null {
  const start = readTimes();
  return () => {
    const end = readTimes();
    return start === null || end === null ? null : stolenPercent(start, end);
  };
}

function readTimes(): string | null {
  try {
    return readFileSync("/proc/stat", "utf8");
  } catch {
    return null; // not Linux
  }
}

/** Of two readings of /proc/stat. Its first line has the sums over all processors; the eighth number is the stolen time. */
export function stolenPercent(start: string, end: string): number | null {
  const [from, to] = [start, end].map((stat) => stat.split("\n", 1)[0]?.split(/\s+/).slice(1, 9).map(Number));
  const passed = to?.map((ticks, at) => ticks - (from?.[at] ?? 0)) ?? [];
  const all = passed.reduce((sum, ticks) => sum + ticks, 0);
  const stolen = passed[7];
  return stolen === undefined || all === 0 ? null : (100 * stolen) / all;
}
