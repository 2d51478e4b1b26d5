/**
 * In which order are groups shown?
 *
 * In the order of time; within one bucket, the highest value of the first measure comes first, and groups without a value
 * come last. The database cannot do it: it does not know percentiles, and it answers a series at a time.
 */
import type { Series } from "./read-cube.sql.ts";

/** A group: where it stands in which series. */
export interface Place {
  series: Series;
  at: number;
}

export function inOrder(all: readonly Series[]): Place[] {
  const byBucket = new Map<number, Place[]>();
  for (const series of all) {
    for (const [at, bucketMs] of series.bucketsMs.entries()) {
      const places = byBucket.get(bucketMs);
      if (places) places.push({ series, at });
      else byBucket.set(bucketMs, [{ series, at }]);
    }
  }
  const buckets = [...byBucket].toSorted(([a], [b]) => a - b);
  return buckets.flatMap(([, places]) => places.toSorted((a, b) => firstMeasure(b) - firstMeasure(a)));
}

/** Rates, counts and times are never negative. */
function firstMeasure({ series, at }: Place): number {
  return series.measures[0]?.[at] ?? -1;
}
