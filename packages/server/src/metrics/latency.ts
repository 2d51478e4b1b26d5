/**
 * Which latencies are counted as one, and what do such counts say about percentiles?
 *
 * Buckets grow by 4 %: bucket n holds the latencies above 1.04^(n-1) ms and up to 1.04^n ms, bucket 0 those up to 1 ms.
 * A percentile is told as the middle of its bucket, so it is right within 2 %. The function `latency_bucket` of the
 * database chooses the bucket; -1 stands for an attempt without an answer, which has no latency.
 */
const GROWTH = 1.04;

/** The latency that a bucket stands for: as far from its lower end as from its upper end, in proportion. */
export function latencyOf(bucket: number): number {
  return bucket === 0 ? 1 : (2 * GROWTH ** bucket) / (GROWTH + 1);
}

/** `counts` by bucket. Returns null when nothing was answered. `share` is from 0 to 1. */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const answered = [...counts].filter(([bucket]) => bucket >= 0).toSorted(([a], [b]) => a - b);
  const total = answered.reduce((sum, [, count]) => sum + count, 0);
  let seen = 0;
  for (const [bucket, count] of answered) {
    seen += count;
    if (seen >= share * total) return latencyOf(bucket);
  }
  return null;
}
