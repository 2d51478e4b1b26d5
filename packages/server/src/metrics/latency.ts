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
const PACKED_BITS = 10;
const PACKED_BUCKETS = 2 ** PACKED_BITS;

/** By bucket: a power takes longer than to look it up. */
const LATENCIES = Float64Array.from({ length: PACKED_BUCKETS }, (_none, bucket) =>
  bucket === 0 ? 1 : (2 * GROWTH ** bucket) / (GROWTH + 1),
);

/** The latency that a bucket stands for: as far from its lower end as from its upper end, in proportion. */
export function latencyOf(bucket: number): number {
  return LATENCIES[bucket] ?? Number.NaN;
}

/** Ends the latencies of one fact, where those of several follow each other. */
export const FACT_END = ";";
export const FACT_END_CODE = FACT_END.charCodeAt(0);
const ZERO = "0".charCodeAt(0);
const FACT_END_DIGIT = FACT_END_CODE - ZERO;
/** 999,999,999 has 30 bits. */
const SAFE_DIGITS = 9;

/**
 * How many latencies there are, by bucket. A question has thousands of groups, so one object is used again and again.
 */
export class LatencyCounts {
  readonly #counts = new Float64Array(PACKED_BUCKETS);
  /** Buckets from here on have none. */
  #end = 0;
  #total = 0;

  clear(): void {
    this.#counts.fill(0, 0, this.#end);
    this.#end = 0;
    this.#total = 0;
  }

  /**
   * Adds `{62524,64}{3132}`, arrays as PostgreSQL writes them, up to the end of the fact. A question may have half a
   * million numbers, so the loop is plain and stays with whole numbers of 32 bits as long as they are enough.
   */
  read(text: Uint8Array, from = 0): void {
    const counts = this.#counts;
    const length = text.length;
    let total = 0;
    let end = this.#end;
    let at = from;
    while (at < length) {
      let digit = (text[at] ?? 0) - ZERO;
      if (digit === FACT_END_DIGIT) break;
      const start = at++;
      if (digit < 0 || digit > 9) continue;
      let packed = digit;
      while (at < length && (digit = (text[at] ?? 0) - ZERO) >= 0 && digit <= 9) {
        packed = (packed * 10 + digit) | 0;
        at++;
      }
      if (at - start > SAFE_DIGITS) {
        this.#addLong(Number(Buffer.from(text.subarray(start, at)).toString("latin1")));
        continue;
      }
      const bucket = packed & (PACKED_BUCKETS - 1);
      const count = packed >> PACKED_BITS;
      counts[bucket] = (counts[bucket] ?? 0) + count;
      total += count;
      if (bucket >= end) end = bucket + 1;
    }
    this.#end = Math.max(this.#end, end);
    this.#total += total;
  }

  #addLong(packed: number): void {
    const bucket = packed % PACKED_BUCKETS;
    this.add(bucket, (packed - bucket) / PACKED_BUCKETS);
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
