/** From when to when are the charts counted, and in which steps? Counters know minutes, and long ago only hours or days. */
import { useQuery } from "@tanstack/react-query";
import { askOf, metricsQuery } from "./metric-queries.ts";
import { rangeText } from "./range-text.ts";
import type { RefreshMetricsProps } from "./refresh-metrics.tsx";

export function CountedRange({ metric, date, filter }: RefreshMetricsProps) {
  const { data } = useQuery(metricsQuery(metric.dataset, askOf(metric, { date, filter })));
  if (!data) return null;
  return <span className="text-xs text-ink-3 tabular-nums">{rangeText(data.shown, date)}</span>;
}
