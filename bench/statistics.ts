/** Which one number represents many measurements? */

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest rank: always returns a measured value, or NaN if there is none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).toSorted();
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}
