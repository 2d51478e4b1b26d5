/** What is the one number that stands for many? */

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** Nearest rank: always a value that was measured. NaN when nothing was. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = Float64Array.from(values).toSorted();
  const rank = Math.max(1, Math.ceil((percent / 100) * sorted.length));
  return sorted[rank - 1] ?? Number.NaN;
}
