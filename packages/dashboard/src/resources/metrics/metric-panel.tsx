/**
 * One metric as a chart or a table, in every state: loading, failed, without data, with data.
 *
 * Charts that share a call also share its state, because the query client answers them from one cache. A chart with a line
 * beside waits for both calls: half of its lines would look like all of them.
 */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ChartPanel, type ChartPanelProps } from "../../ui/charts/chart-panel.tsx";
import { ChartFailed, ChartLoading } from "../../ui/charts/chart-states.tsx";
import type { TimeSeriesProps } from "../../ui/charts/time-series.tsx";
import type { EntityNames } from "./entity-names.ts";
import { MetricChart } from "./metric-chart.tsx";
import {
  askOf,
  metricsQuery,
  type EntityDimension,
  type MetricsAnswer,
  type MetricsAsk,
} from "./metric-queries.ts";
import { MetricTable } from "./metric-table.tsx";
import { datasetBeside, type Metric } from "./metric.ts";

export interface MetricPanelProps {
  metric: Metric;
  date: MetricsAsk["date"];
  filter: MetricsAsk["filter"];
  timeUnit?: MetricsAsk["timeUnit"];
  /** The dimension of the page, by which a filter's values are told apart. */
  dimension: EntityDimension;
  names: EntityNames;
  /** Shows the numbers of charts as tables. */
  isTable: boolean;
  height?: ChartPanelProps["height"];
  /** One sentence below the chart: of what else its numbers are. */
  note?: string | undefined;
  /** Says when the highest step was, instead of the last value. */
  hasPeak?: boolean;
  /** The project's cap, for charts that show the limits of destinations. */
  capPerMinute?: number | undefined;
  /** A moment that the chart points at. */
  mark?: TimeSeriesProps["mark"];
  /** Buttons after the one that downloads. */
  tools?: ReactNode;
  cursorKey: string;
  onNarrow: (range: { min: Date; max: Date }) => void;
}

/** What a chart or table passes on to its panel. */
export type PanelParts = Pick<ChartPanelProps, "title" | "definition" | "height" | "note" | "isStale">;

export function MetricPanel(props: MetricPanelProps) {
  const { metric, height, note, tools } = props;
  const ask = askOf(metric, props);
  const query = useQuery(metricsQuery(metric.dataset, ask));
  const besideQuery = useQuery(metricsQuery(datasetBeside(metric), ask));
  const answer: MetricsAnswer | undefined = query.data;
  const beside: MetricsAnswer | undefined = besideQuery.data;
  const { title, definition } = metric;
  if (answer === undefined || beside === undefined)
    return (
      <ChartPanel title={title} definition={definition} height={height} note={note} tools={tools}>
        {query.isError || besideQuery.isError ? (
          <ChartFailed
            onRetry={() => {
              void query.refetch();
              void besideQuery.refetch();
            }}
          />
        ) : (
          <ChartLoading title={title} />
        )}
      </ChartPanel>
    );
  const panel: PanelParts = {
    title,
    definition,
    height,
    note: answer.warning ?? beside.warning ?? note,
    isStale: query.isPlaceholderData || besideQuery.isPlaceholderData,
  };
  return metric.type === "table" ? (
    <MetricTable {...props} metric={metric} answer={answer} panel={panel} />
  ) : (
    <MetricChart {...props} metric={metric} answer={answer} beside={beside} panel={panel} />
  );
}
