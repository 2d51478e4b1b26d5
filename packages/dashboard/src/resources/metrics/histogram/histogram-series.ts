/** Which bars does a histogram have? Pure: steps without a row are empty, and a part that never occurs is left out. */
import type { Histogram } from "@posthorn/contract/histograms";
import type { ChartSeries } from "../../../ui/charts/chart-series.ts";
import type { HistogramPart } from "./histogram-kinds.ts";

type Available = Extract<Histogram, { is_available: true }>;

export function histogramSeries(
  { from, step_ms, steps, rows }: Pick<Available, "from" | "step_ms" | "steps" | "rows">,
  parts: readonly HistogramPart[],
): ChartSeries[] {
  const fromMs = Date.parse(from);
  const values = new Map<string | null, number[]>();
  for (const { created_at, dimension, count } of rows) {
    const step = Math.floor((Date.parse(created_at) - fromMs) / step_ms);
    const bars = values.get(dimension) ?? Array.from({ length: steps }, () => 0);
    if (step >= 0 && step < steps) bars[step] = (bars[step] ?? 0) + count;
    values.set(dimension, bars);
  }
  return parts.flatMap(({ value, name, tone }) => {
    const bars = values.get(value);
    return bars ? { name, tone, values: bars } : [];
  });
}
