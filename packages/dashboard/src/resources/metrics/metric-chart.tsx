/** A metric over time. If a filter has several values, the tooltip says what each of them contributed. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { TimeSeries } from "../../ui/charts/time-series.tsx";
import { destinationsQuery } from "../destinations/destination-queries.ts";
import { chartCsv } from "./metric-csv.ts";
import type { MetricPanelProps, PanelParts } from "./metric-panel.tsx";
import { metricsQuery, totalsAskOf, type MetricsAnswer } from "./metric-queries.ts";
import { chartOf, headlineOf, highestIn, partsOf, type MetricSeries } from "./metric-series.ts";
import { MetricTools } from "./metric-tools.tsx";
import type { ChartMetric } from "./metric.ts";
import { allowedPerMinute } from "./rate-limit.ts";
import { unitOf, type UnitKind } from "./units.ts";

/** A filter with more values than this has no parts: nobody reads so many names in a tooltip. */
const MOST_PARTS = 20;
const NONE: readonly string[] = [];

/** What the value of the whole range is, in words. */
const SCOPES: Record<UnitKind, string> = {
  count: "in total",
  rate: "on average",
  average: "overall",
  time: "overall",
  share: "overall",
};

export interface MetricChartProps extends MetricPanelProps {
  metric: ChartMetric;
  answer: MetricsAnswer;
  panel: PanelParts;
}

export function MetricChart(props: MetricChartProps) {
  const { metric, answer, isTable, cursorKey, onNarrow, panel } = props;
  const parts = useParts(props);
  const limit = useLimit(props);
  const series = useMemo(() => {
    const points = chartOf(metric, answer);
    return metric.isHighest ? highestIn(points, answer.shown) : points;
  }, [metric, answer]);
  const most = Math.max(0, ...series.lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const unit = unitOf(metric.unit, most);
  const headline = useHeadline(props, series);
  const shownLimit = limit === null ? undefined : { value: limit, label: `Limit ${unit.inUnit(limit)}` };
  return (
    <TimeSeries
      {...panel}
      headline={{
        value: headline === undefined ? undefined : headline === null ? "–" : unit.inUnit(headline),
        of: metric.isPeak ? "at most" : SCOPES[metric.unit],
      }}
      tools={
        <MetricTools metric={metric} csvOf={() => chartCsv(series, parts)}>
          {props.tools}
        </MetricTools>
      }
      timesMs={series.timesMs}
      lines={series.lines}
      parts={parts}
      shape={metric.type === "chart:bar" ? "bar" : "line"}
      unit={unit}
      limit={shownLimit}
      cursorKey={cursorKey}
      onNarrow={onNarrow}
      isTable={isTable}
    />
  );
}

/** Undefined until it is loaded, and null without a value. */
function useHeadline({ metric, date, filter }: MetricChartProps, series: MetricSeries) {
  const ask = totalsAskOf(metric, { date, filter });
  const totals = useQuery({
    ...metricsQuery(metric.dataset, ask ?? { date, filter }),
    enabled: ask !== undefined,
  });
  const isKnown = ask === undefined || totals.data !== undefined || totals.isError;
  return isKnown ? headlineOf(metric, series, totals.data) : undefined;
}

function useParts({ metric, date, filter, dimension, names, answer }: MetricChartProps) {
  const chosen = filter[dimension] ?? NONE;
  const isSplit =
    chosen.length > 1 && chosen.length <= MOST_PARTS && metric.lines?.length === 1 && !metric.isHighest;
  const split = useQuery({
    ...metricsQuery(metric.dataset, { date, filter, splitBy: dimension }),
    enabled: isSplit,
  });
  const rows = isSplit ? split.data : undefined;
  return useMemo(
    () =>
      rows
        ? partsOf(
            metric,
            // Both calls asked at almost the same time; the steps of the chart are those of its own call.
            { ...rows, range: answer.range },
            dimension,
            chosen.map((id) => ({ id, name: names.nameOf(id) })),
          )
        : [],
    [rows, metric, answer, dimension, chosen, names],
  );
}

function useLimit({ metric, filter }: MetricChartProps): number | null {
  const chosen = filter.destination_id ?? NONE;
  const isLimited = metric.hasRateLimit === true && chosen.length > 0;
  const destinations = useQuery({ ...destinationsQuery(), enabled: isLimited });
  if (!isLimited || !destinations.data) return null;
  const found = destinations.data.models.filter(({ id }) => chosen.includes(id));
  return found.length === chosen.length ? allowedPerMinute(found) : null;
}
