/**
 * How are durations counted, so that thousands a second cost next to nothing?
 *
 * In buckets with fixed upper bounds: an observation is a short walk and two additions, and memory never grows. Parts of
 * the product observe here; the metrics endpoint reads the counts when it is asked.
 */
export interface HistogramCounts {
  /** The upper bound of each bucket, inclusive. One more bucket has no bound. */
  readonly bounds: readonly number[];
  /** One count more than there are bounds. Not cumulative. */
  readonly counts: readonly number[];
  readonly sum: number;
}

/** Seconds, from half a millisecond to the deadline of the slowest destination. */
export const SECONDS: readonly number[] = [
  0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60,
];

export class Histogram implements HistogramCounts {
  readonly bounds: readonly number[];
  readonly counts: number[];
  sum = 0;

  constructor(bounds: readonly number[] = SECONDS) {
    this.bounds = bounds;
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0);
  }

  observe(value: number): void {
    let bucket = 0;
    while (bucket < this.bounds.length && value > (this.bounds[bucket] ?? 0)) bucket++;
    this.counts[bucket] = (this.counts[bucket] ?? 0) + 1;
    this.sum += value;
  }
}
