/**
 * Which latencies are counted as one, and what do such counts say about percentiles?
 *
 * Buckets grow by 4 %: bucket n holds the latencies above 1.04^(n-1) ms and up to 1.04^n ms, bucket 0 those up to 1 ms.
 * A percentile is told as the middle of its bucket, so it is right within 2 %. The function `latency_bucket` of the
 * database chooses the bucket; -1 stands for an attempt without an answer, which has no latency. A counter has all its
 * buckets packed into one text: an array, or a short form where it is read often (0006-counters.sql).
 */
import { NEXT_LATENCIES } from "../store/packed-hours.ts";

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

const codeOf = (character: string) => character.charCodeAt(0);
const ZERO = codeOf("0");
const END = codeOf(NEXT_LATENCIES);
const ARRAY_END = codeOf("}");
/** Of the short form. */
const BEGINNING = codeOf("=");
const SEVERAL = codeOf("+");
const FIRST_LETTER = codeOf("a");
const LAST_LETTER = codeOf("z");
const FAR = codeOf("Z");
const FAR_STEPS = 26;
/** 999,999,999 has 30 bits. */
const SAFE_DIGITS = 9;

/**
 * How many latencies there are, by bucket. A question has thousands of groups, so one object is used again and again.
 */
export class LatencyCounts {
  readonly #counts = new Float64Array(PACKED_BUCKETS);
  readonly #short = new ShortForm();
  /** Buckets from here on have none. */
  #end = 0;
  #total = 0;

  clear(): void {
    this.#counts.fill(0, 0, this.#end);
    this.#end = 0;
    this.#total = 0;
  }

  /**
   * Adds arrays, `{62524,64}{3132}`, and short forms, `=64@63a61c3`, up to the end of the fact. A question may have half a
   * million buckets, so the loops are plain and stay with whole numbers of 32 bits as long as they are enough.
   */
  read(text: Uint8Array, from = 0): void {
    let at = from;
    while (at < text.length && text[at] !== END) {
      if (text[at] === SEVERAL) at++;
      else if (text[at] !== BEGINNING) at = this.#readArray(text, at + 1);
      else {
        const short = this.#short;
        short.begin(text, at);
        while (short.next()) this.add(short.bucket, short.count);
        at = short.at;
      }
    }
  }

  /** Returns where it ends. */
  #readArray(text: Uint8Array, from: number): number {
    const counts = this.#counts;
    const length = text.length;
    let total = 0;
    let end = this.#end;
    let at = from;
    while (at < length && text[at] !== ARRAY_END) {
      const start = at;
      let packed = 0;
      let digit = 0;
      while (at < length && (digit = (text[at] ?? 0) - ZERO) >= 0 && digit <= 9) {
        packed = (packed * 10 + digit) | 0;
        at++;
      }
      if (at === start) at++; // a comma
      else if (at - start > SAFE_DIGITS) this.#addLong(numberIn(text, start, at));
      else {
        const bucket = packed & (PACKED_BUCKETS - 1);
        const count = packed >> PACKED_BITS;
        counts[bucket] = (counts[bucket] ?? 0) + count;
        total += count;
        if (bucket >= end) end = bucket + 1;
      }
    }
    this.#end = Math.max(this.#end, end);
    this.#total += total;
    return at + 1;
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

/** Reads a short form: how many latencies it has, and then its buckets, from the highest down. One object reads many. */
class ShortForm {
  #text: Uint8Array = Buffer.alloc(0);
  /** Where the next character is. */
  at = 0;
  total = 0;
  bucket = 0;
  count = 0;

  begin(text: Uint8Array, from: number): void {
    this.#text = text;
    this.at = from + 1;
    this.total = this.#number();
    this.at++;
    this.bucket = this.#number();
  }

  /** Returns false when there are no more. */
  next(): boolean {
    const text = this.#text;
    let code = text[this.at] ?? 0;
    for (; code === FAR; code = text[++this.at] ?? 0) this.bucket -= FAR_STEPS;
    if (code < FIRST_LETTER || code > LAST_LETTER) return false;
    this.bucket -= code - FIRST_LETTER + 1;
    const start = ++this.at;
    const count = this.#number();
    this.count = this.at === start ? 1 : count;
    return true;
  }

  #number(): number {
    const text = this.#text;
    let number = 0;
    let digit = 0;
    let at = this.at;
    while ((digit = (text[at] ?? 0) - ZERO) >= 0 && digit <= 9) {
      number = number * 10 + digit;
      at++;
    }
    this.at = at;
    return number;
  }
}

/** Whether the latencies of a fact are one short form and nothing else. */
export function isShort(text: Uint8Array, from: number): boolean {
  return text[from] === BEGINNING;
}

/** The percentiles of one short form after the other. It reads no further down than it has to. */
export class ShortPercentiles {
  readonly #short = new ShortForm();
  #upTo = 0;

  begin(text: Uint8Array, from: number): void {
    this.#short.begin(text, from);
    this.#upTo = this.#short.total;
  }

  /** Returns null when nothing was answered. A share must not be above the one before. */
  percentile(share: number): number | null {
    const short = this.#short;
    if (short.total === 0) return null;
    const enough = share * short.total;
    while (this.#upTo >= enough && short.next()) this.#upTo -= short.count;
    return latencyOf(short.bucket);
  }
}

function numberIn(text: Uint8Array, from: number, to: number): number {
  return Number(Buffer.from(text.subarray(from, to)).toString("latin1"));
}
