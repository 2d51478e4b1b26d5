/**
 * Which latencies are counted as one, and what do such counts say about percentiles?
 *
 * Buckets grow by 4 %: bucket n holds the latencies above 1.04^(n-1) ms and up to 1.04^n ms, bucket 0 those up to 1 ms.
 * A percentile is told as the middle of its bucket, so it is right within 2 %. The function `latency_bucket` of the
 * database chooses the bucket; -1 stands for an attempt without an answer, which has no latency. A counter has all its
 * buckets packed into one text.
 */
const GROWTH = 1.04;

/** A packed bucket is one number: this much for each latency, and the bucket itself. Bucket 1023 is millions of years. */
const PACKED_BUCKETS = 1024;

/** The latency that a bucket stands for: as far from its lower end as from its upper end, in proportion. */
export function latencyOf(bucket: number): number {
  return bucket === 0 ? 1 : (2 * GROWTH ** bucket) / (GROWTH + 1);
}

/** How many latencies there are, by bucket. A bucket that is missing has none. */
export type LatencyCounts = readonly number[];

/** `{62524,64}{3132}`: arrays as PostgreSQL writes them, one after the other. There may be half a million numbers. */
export function unpackedLatencies(text: string): LatencyCounts {
  const counts: number[] = [];
  let packed = 0;
  let isNumber = false;
  for (let at = 0; at < text.length; at++) {
    const digit = text.charCodeAt(at) - 48;
    if (digit >= 0 && digit <= 9) {
      packed = packed * 10 + digit;
      isNumber = true;
    } else if (isNumber) {
      const bucket = packed % PACKED_BUCKETS;
      while (counts.length <= bucket) counts.push(0);
      counts[bucket] = (counts[bucket] ?? 0) + (packed - bucket) / PACKED_BUCKETS;
      packed = 0;
      isNumber = false;
    }
  }
  return counts;
}

/** Returns null when nothing was answered. `share` is above 0 and at most 1. Plain loops: a chart has thousands. */
export function percentile(counts: LatencyCounts, share: number): number | null {
  let total = 0;
  for (let bucket = 0; bucket < counts.length; bucket++) total += counts[bucket] ?? 0;
  if (total === 0) return null;
  let seen = 0;
  let bucket = -1;
  while (seen < share * total) seen += counts[++bucket] ?? 0;
  return latencyOf(bucket);
}
