/** When were the charts last read, and a button that reads them and the bars beside them again. */
import { useIsFetching, useQuery, useQueryClient } from "@tanstack/react-query";
import { cx } from "class-variance-authority";
import { RefreshCw } from "lucide-react";
import { askOf, METRICS, metricsQuery, type MetricsAsk } from "./metric-queries.ts";
import type { Metric } from "./metric.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { clockTime } from "../../ui/time.ts";

export interface RefreshMetricsProps extends Pick<MetricsAsk, "date" | "filter"> {
  /** All charts are read together, so one of them stands for all. */
  metric: Metric;
}

export function RefreshMetrics({ metric, date, filter }: RefreshMetricsProps) {
  const queryClient = useQueryClient();
  const { dataUpdatedAt } = useQuery(metricsQuery(metric.dataset, askOf(metric, { date, filter })));
  const isFetching = useIsFetching({ queryKey: METRICS }) > 0;
  return (
    <>
      {dataUpdatedAt === 0 ? null : (
        <span className="text-xs text-ink-3 tabular-nums max-sm:hidden">
          Updated {clockTime(new Date(dataUpdatedAt))}
        </span>
      )}
      <IconButton
        label="Refresh"
        icon={<RefreshCw className={cx(isFetching && "animate-spin")} />}
        aria-busy={isFetching || undefined}
        className="border border-line-strong bg-surface"
        onClick={() => {
          void queryClient.invalidateQueries({ queryKey: METRICS });
          void queryClient.invalidateQueries({ queryKey: ["histograms"] });
        }}
      />
    </>
  );
}
