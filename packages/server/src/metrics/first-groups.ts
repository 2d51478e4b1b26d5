/**
 * Which groups can be among the first in the order of time?
 *
 * A reply has ten thousand rows at most, and the series of a question may have hundreds of thousands. To put all of those
 * in order would hold up this process, so the later buckets are left out before.
 */
import type { FoldedGroups } from "./packed-facts.ts";

/** All groups, if they are no more than `limit`. Otherwise at least as many, in whole buckets. */
export function firstGroups<Series extends FoldedGroups>(
  all: readonly Series[],
  limit: number,
): readonly Series[] {
  const filled = all.filter(({ bucketsMs }) => bucketsMs.length > 0);
  const countUpTo = (ms: number) => filled.reduce((sum, { bucketsMs }) => sum + placesUpTo(bucketsMs, ms), 0);
  let fromMs = filled.reduce((least, { bucketsMs }) => Math.min(least, bucketsMs[0] ?? 0), Infinity);
  let toMs = filled.reduce((most, { bucketsMs }) => Math.max(most, bucketsMs.at(-1) ?? 0), -Infinity);
  if (countUpTo(toMs) <= limit) return all;
  // The range becomes half as long again and again, until its end is the last moment that is needed.
  while (fromMs < toMs) {
    const middleMs = Math.floor((fromMs + toMs) / 2);
    if (countUpTo(middleMs) < limit) fromMs = middleMs + 1;
    else toMs = middleMs;
  }
  const kept: Series[] = [];
  for (const series of filled) {
    const end = placesUpTo(series.bucketsMs, toMs);
    const measures = series.measures.map((values) => values.subarray(0, end));
    kept.push({ ...series, bucketsMs: series.bucketsMs.subarray(0, end), measures });
  }
  return kept;
}

/** How many entries of an ascending list are not above a value. */
function placesUpTo(list: Float64Array, value: number): number {
  let from = 0;
  let to = list.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((list[middle] ?? 0) <= value) from = middle + 1;
    else to = middle;
  }
  return from;
}
