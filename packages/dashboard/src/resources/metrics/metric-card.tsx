/** One metric as a single number over the whole range. */
import { useQuery } from "@tanstack/react-query";
import { Skeleton, useSkeletonDelays } from "../../ui/skeleton.tsx";
import { metricsQuery, type MetricsAsk } from "./metric-queries.ts";
import { totalOf } from "./metric-series.ts";
import type { ChartMetric } from "./metrics.ts";
import { unitOf } from "./units.ts";

export interface MetricCardProps extends Pick<MetricsAsk, "date" | "filter"> {
  metric: ChartMetric;
}

export function MetricCard({ metric, date, filter }: MetricCardProps) {
  const query = useQuery(metricsQuery(metric.dataset, { date, filter, steps: "none" }));
  const { isShown } = useSkeletonDelays();
  const value = query.data && totalOf(metric, query.data);
  return (
    <div className="flex min-w-0 flex-col gap-1 rounded-lg border border-line bg-surface px-3 py-2">
      <dt className="truncate text-xs text-ink-2">{metric.title}</dt>
      <dd className="flex h-7 items-center text-xl font-semibold tabular-nums">
        {query.data === undefined ? (
          query.isError ? (
            <span className="text-sm font-normal text-ink-3">Not available</span>
          ) : isShown ? (
            <Skeleton className="w-16" />
          ) : null
        ) : value == null ? (
          <span className="text-sm font-normal text-ink-3">No data</span>
        ) : (
          unitOf(metric.unit, value).inUnit(value)
        )}
      </dd>
    </div>
  );
}
