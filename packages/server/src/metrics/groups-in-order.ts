/**
 * In which order are groups shown?
 *
 * In the order of time; within one bucket, the highest value of the first measure comes first, and groups without a value
 * come last. The database cannot do it: it does not know percentiles, and it answers a series at a time.
 */
import type { Series } from "./read-cube.sql.ts";

/** One group: its series, and its position there. */
export interface Group {
  series: Series;
  at: number;
}

export function inOrder(all: readonly Series[]): Group[] {
  const byBucket = new Map<number, Group[]>();
  for (const series of all) {
    for (const [at, bucketMs] of series.bucketsMs.entries()) {
      const groups = byBucket.get(bucketMs);
      if (groups) groups.push({ series, at });
      else byBucket.set(bucketMs, [{ series, at }]);
    }
  }
  const buckets = [...byBucket].toSorted(([a], [b]) => a - b);
  return buckets.flatMap(([, groups]) => groups.toSorted((a, b) => firstMeasure(b) - firstMeasure(a)));
}

/** Rates, counts and times are never negative. */
function firstMeasure({ series, at }: Group): number {
  return series.measures[0]?.[at] ?? -1;
}
