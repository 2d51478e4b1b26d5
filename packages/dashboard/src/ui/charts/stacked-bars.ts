/**
 * How tall is each part of each bar? Sparklines and histograms stack the values of several series over the same buckets.
 *
 * One path for each series, and not one rectangle for each value: two hundred sparklines are then four hundred elements
 * and not five thousand.
 */

export interface BarSize {
  /** From the left edge of one bar to that of the next. */
  step: number;
  /** The width of a bar. */
  width: number;
  /** The height of `top`. */
  height: number;
  /** The value that fills the whole height. */
  top: number;
  /** A value above zero is at least this tall, so that one failure among thousands is visible. */
  least: number;
}

/** The sums of the buckets over all series. */
export function bucketTotals(values: readonly (readonly number[])[]): number[] {
  const length = Math.max(0, ...values.map((one) => one.length));
  return Array.from({ length }, (_bucket, at) => values.reduce((sum, one) => sum + (one[at] ?? 0), 0));
}

/** How tall each value of one bar is. What the smallest get as extra height, the tallest gives. */
function partsOfBar(values: readonly number[], { height, top, least }: BarSize): number[] {
  const tall = values.map((value) => (value > 0 && top > 0 ? Math.max((value / top) * height, least) : 0));
  const excess = tall.reduce((sum, one) => sum + one, 0) - height;
  if (excess <= 0) return tall;
  const tallest = tall.indexOf(Math.max(...tall));
  return tall.map((one, at) => (at === tallest ? one - excess : one));
}

/** The path of each series, in the order of `values`; the first is at the bottom. A series without values has "". */
export function stackedBarPaths(values: readonly (readonly number[])[], size: BarSize): string[] {
  const paths = values.map(() => "");
  for (const bucket of bucketTotals(values).keys()) {
    let below = 0;
    const bar = partsOfBar(
      values.map((series) => series[bucket] ?? 0),
      size,
    );
    for (const [at, tall] of bar.entries()) {
      if (tall === 0) continue;
      const corner = `M${rounded(bucket * size.step)} ${rounded(size.height - below)}`;
      const part = `${corner}v${rounded(-tall)}h${rounded(size.width)}v${rounded(tall)}z`;
      paths[at] = (paths[at] ?? "") + part;
      below += tall;
    }
  }
  return paths;
}

function rounded(length: number): number {
  return Math.round(length * 100) / 100;
}
