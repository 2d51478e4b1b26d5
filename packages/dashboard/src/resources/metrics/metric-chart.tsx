/** A metric over time. If a filter has several values, the tooltip says what each of them contributed. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { TimeSeries, type Headline, type ValueUnit } from "../../ui/charts/time-series.tsx";
import { useKnown } from "../pickers/use-known.ts";
import { chartCsv } from "./metric-csv.ts";
import { headlineOf } from "./metric-headline.ts";
import type { MetricPanelProps, PanelParts } from "./metric-panel.tsx";
import { metricsQuery, totalsAskOf, type MetricsAnswer } from "./metric-queries.ts";
import { chartOf, highestIn, partsOf, type MetricSeries } from "./metric-series.ts";
import { MetricTools } from "./metric-tools.tsx";
import { datasetBeside, type ChartMetric } from "./metric.ts";
import { allowedPerMinute } from "./rate-limit.ts";
import { unitOf } from "./units.ts";

/** A filter with more values than this has no parts: nobody reads so many names in a tooltip. */
const MOST_PARTS = 20;
/** A cap that is higher than so many times the highest value would flatten the line, and says nothing about it. */
const CAP_IN_SIGHT = 4;
const NONE: readonly string[] = [];

export interface MetricChartProps extends MetricPanelProps {
  metric: ChartMetric;
  answer: MetricsAnswer;
  /** The numbers of the line beside; without one, the same as `answer`. */
  beside: MetricsAnswer;
  panel: PanelParts;
}

export function MetricChart(props: MetricChartProps) {
  const { metric, answer, beside, isTable, cursorKey, onNarrow, panel } = props;
  const parts = useParts(props);
  const series = useMemo(() => {
    const points = chartOf(metric, answer, beside);
    return metric.isHighest ? highestIn(points, answer.shown) : points;
  }, [metric, answer, beside]);
  const most = Math.max(0, ...series.lines.flatMap(({ values }) => values.map((value) => value ?? 0)));
  const limit = useLimit(props, most);
  const unit = unitOf(metric.unit, most);
  const headline = useHeadline(props, series, unit);
  const shownLimit = limit === null ? undefined : { value: limit, label: `Limit ${unit.inUnit(limit)}` };
  return (
    <TimeSeries
      {...panel}
      headline={headline}
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
      mark={props.mark}
      cursorKey={cursorKey}
      onNarrow={onNarrow}
      isTable={isTable}
    />
  );
}

function useHeadline(props: MetricChartProps, series: MetricSeries, { inUnit }: ValueUnit): Headline {
  const { metric, date, filter, answer, hasPeak = false } = props;
  const ask = totalsAskOf(metric, { date, filter });
  const enabled = ask !== undefined;
  const own = useQuery({ ...metricsQuery(metric.dataset, ask ?? { date, filter }), enabled });
  const beside = useQuery({ ...metricsQuery(datasetBeside(metric), ask ?? { date, filter }), enabled });
  const isKnown = [own, beside].every(({ data, isError }) => !enabled || data !== undefined || isError);
  return headlineOf(metric, series, isKnown ? { own: own.data, beside: beside.data } : undefined, {
    range: answer.shown,
    inUnit,
    hasPeak,
  });
}

function useParts({ metric, date, filter, timeUnit, dimension, names, answer }: MetricChartProps) {
  const chosen = filter[dimension] ?? NONE;
  const isSplit =
    chosen.length > 1 && chosen.length <= MOST_PARTS && metric.lines?.length === 1 && !metric.isHighest;
  const split = useQuery({
    ...metricsQuery(metric.dataset, { date, filter, splitBy: dimension, ...(timeUnit && { timeUnit }) }),
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

/** `most` is the highest value of the chart. */
function useLimit({ metric, filter, capPerMinute }: MetricChartProps, most: number): number | null {
  const chosen = filter.destination_id ?? NONE;
  const isLimited = metric.hasRateLimit === true && chosen.length > 0;
  const { first, others } = useKnown("destination", chosen, isLimited);
  if (!isLimited) {
    const isInSight = capPerMinute !== undefined && capPerMinute <= most * CAP_IN_SIGHT;
    return metric.hasRateLimit === true && isInSight ? capPerMinute : null;
  }
  const found = [...first, ...others].filter(({ id }) => chosen.includes(id));
  return found.length === chosen.length ? allowedPerMinute(found) : null;
}
