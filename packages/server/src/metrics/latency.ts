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

/** Ends the latencies of one group, where those of several follow each other. */
export const GROUP_END = ";";
const GROUP_END_CODE = GROUP_END.charCodeAt(0);

/**
 * How many latencies there are, by bucket. A question has thousands of groups, so one object is read into again and
 * again.
 */
export class LatencyCounts {
  readonly #counts = new Float64Array(PACKED_BUCKETS);
  /** Buckets from here on have none. */
  #end = 0;
  #total = 0;

  /**
   * Reads `{62524,64}{3132}`, arrays as PostgreSQL writes them, up to the end of the group, and returns where the next
   * group begins. There may be half a million numbers.
   */
  read(text: string, from = 0): number {
    const counts = this.#counts.fill(0, 0, this.#end);
    let [total, last, packed, isNumber, at] = [0, -1, 0, false, from];
    for (; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const digit = code - 48;
      if (digit >= 0 && digit <= 9) {
        packed = packed * 10 + digit;
        isNumber = true;
        continue;
      }
      if (isNumber) {
        const bucket = packed % PACKED_BUCKETS;
        const count = (packed - bucket) / PACKED_BUCKETS;
        counts[bucket] = (counts[bucket] ?? 0) + count;
        total += count;
        if (bucket > last) last = bucket;
        packed = 0;
        isNumber = false;
      }
      if (code === GROUP_END_CODE) break;
    }
    this.#end = last + 1;
    this.#total = total;
    return at + 1;
  }

  add(bucket: number, count: number): void {
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + count;
    this.#total += count;
    this.#end = Math.max(this.#end, bucket + 1);
  }

  /**
   * Returns null when nothing was answered. `share` is above 0 and at most 1. It looks from the highest bucket down, because
   * high percentiles are near it.
   */
  percentile(share: number): number | null {
    const [counts, enough] = [this.#counts, share * this.#total];
    if (this.#total === 0) return null;
    let bucket = this.#end;
    let upTo = this.#total;
    while (upTo >= enough) upTo -= counts[--bucket] ?? 0;
    return latencyOf(bucket);
  }
}
