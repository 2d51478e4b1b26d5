/**
 * How much processor time did a child use?
 *
 * The system adds the time of a child, and of the children that it waited for, to ours when the child ends. So the
 * growth since the last look belongs to what has ended since: look after every end, and each child gets its own time,
 * also if another one runs beside it. Time on a processor tells more than time on the wall: neighbours on a busy
 * machine do not change it.
 */
import { readFileSync } from "node:fs";

/** Linux counts in hundredths of a second, whatever the processor. */
const TICK_MS = 10;

/** @typedef {() => number | null} LookAtCpu milliseconds of the children that ended since the last look */

/**
 * @param {() => string} [readStat]
 * @returns {LookAtCpu} Null where the system does not say, that is, anywhere but on Linux
 */
export function createCpuMeter(readStat = () => readFileSync("/proc/self/stat", "utf8")) {
  let seenMs = endedChildrenMs(readStat);
  return () => {
    const nowMs = endedChildrenMs(readStat);
    if (nowMs === null || seenMs === null) return null;
    const grownMs = nowMs - seenMs;
    seenMs = nowMs;
    return grownMs;
  };
}

/**
 * @param {() => string} readStat
 * @returns {number | null}
 */
function endedChildrenMs(readStat) {
  try {
    const stat = readStat();
    // The name of the program is in brackets and may have spaces. `cutime` and `cstime` are the 14th and 15th after it.
    const [cutime, cstime] = stat
      .slice(stat.lastIndexOf(")") + 2)
      .split(" ")
      .slice(13, 15);
    return (Number(cutime) + Number(cstime)) * TICK_MS;
  } catch {
    return null;
  }
}
