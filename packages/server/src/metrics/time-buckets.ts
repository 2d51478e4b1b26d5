/**
 * Into which time bucket does a moment fall?
 *
 * Buckets do not begin with the range that is asked for: they are aligned, so that two queries have the same buckets
 * and counters per hour or day can serve them. Weeks begin on Monday; quarters and years begin like those of the
 * calendar. All times are UTC.
 */
import type { GranularityValue } from "@posthorn/contract/granularity";

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** A Monday, so that weeks begin on Mondays. Whole hours and days begin here too. */
const ORIGIN_MS = Date.UTC(1970, 0, 5);

export type TimeBuckets =
  /** All have the same width, and one of them begins at the origin. */
  | { kind: "equal"; widthMs: number; originMs: number }
  /** So many calendar months each, counted from the first January. */
  | { kind: "months"; months: number };

const WIDTHS_MS = { s: 1_000, m: MINUTE_MS, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS } as const;

export function bucketsOf({ amount, unit }: GranularityValue): TimeBuckets {
  if (unit === "M") return { kind: "months", months: amount };
  return { kind: "equal", widthMs: amount * WIDTHS_MS[unit], originMs: ORIGIN_MS };
}

/** SQL for the moment at which the bucket of `column` begins. `column` is a timestamp with time zone. */
export function bucketSql(buckets: TimeBuckets, column: string): string {
  if (buckets.kind === "equal") {
    const { widthMs, originMs } = buckets;
    return `date_bin(interval '${widthMs} milliseconds', ${column}, timestamptz '${new Date(originMs).toISOString()}')`;
  }
  const local = `${column} at time zone 'UTC'`;
  const month = `(extract(year from ${local})::int * 12 + extract(month from ${local})::int - 1)`;
  return `(date_trunc('month', ${local}) - make_interval(months => ${month} % ${buckets.months})) at time zone 'UTC'`;
}

/**
 * The same for moments in seconds since 1970, which become milliseconds in place. Without buckets, everything is in one
 * that begins in 1970.
 */
export function toBucketsMs(buckets: TimeBuckets | null, moments: Float64Array): Float64Array {
  if (buckets === null) return moments.fill(0);
  if (buckets.kind === "months") return moments.map((seconds) => monthMs(seconds, buckets.months));
  const { widthMs, originMs } = buckets;
  // A plain loop: a chart has tens of thousands.
  for (let at = 0; at < moments.length; at++) {
    const ms = (moments[at] ?? 0) * 1000;
    moments[at] = originMs + Math.floor((ms - originMs) / widthMs) * widthMs;
  }
  return moments;
}

function monthMs(seconds: number, months: number): number {
  const date = new Date(seconds * 1000);
  const month = date.getUTCFullYear() * 12 + date.getUTCMonth();
  const first = month - (month % months);
  return Date.UTC(Math.floor(first / 12), first % 12);
}
