/**
 * What does the drawing library get for a chart? Pure: `time-series-canvas.tsx` hands it on.
 *
 * Stacked bars are drawn over each other, the tallest first: each has the sum of itself and all below it.
 */
import type { TimeSeriesLine, TimeSeriesProps } from "./time-series.tsx";

type Values = (number | null)[];

/** The lines in the order in which they are drawn. */
export function inDrawingOrder(lines: readonly TimeSeriesLine[], shape: "line" | "bar"): TimeSeriesLine[] {
  return shape === "bar" ? lines.toReversed() : [...lines];
}

/** The times, and then the values of each line in its drawing order. */
export function plotData({
  timesMs,
  lines,
  shape = "line",
}: Pick<TimeSeriesProps, "timesMs" | "lines" | "shape">): [number[], ...Values[]] {
  if (shape === "line") return [[...timesMs], ...lines.map(({ values }) => [...values])];
  const sums: Values[] = [];
  for (const { values } of lines) {
    const below = sums.at(-1);
    sums.push(timesMs.map((_time, at) => (values[at] ?? 0) + (below?.[at] ?? 0)));
  }
  return [[...timesMs], ...sums.toReversed()];
}

export function highestOf(data: readonly [unknown, ...Values[]]): number {
  let highest = 0;
  const [, ...lines] = data;
  for (const values of lines)
    for (const value of values) if (value !== null && value > highest) highest = value;
  return highest;
}

/** The points without a neighbour. No line leads to them, so each is drawn as a dot. */
export function lonelyPoints(values: readonly (number | null | undefined)[]): number[] | null {
  const lonely = [...values.keys()].filter(
    (at) => values[at] != null && values[at - 1] == null && values[at + 1] == null,
  );
  return lonely.length > 0 ? lonely : null;
}

/** From the first to the last time; bars need half a step more on both sides. */
export function timeExtent(timesMs: readonly number[], shape: "line" | "bar"): [number, number] {
  const [first = 0, second = first + 1] = timesMs;
  const last = timesMs.at(-1) ?? first;
  const half = shape === "bar" ? (second - first) / 2 : 0;
  return first === last
    ? [first - (second - first) / 2, last + (second - first) / 2]
    : [first - half, last + half];
}
