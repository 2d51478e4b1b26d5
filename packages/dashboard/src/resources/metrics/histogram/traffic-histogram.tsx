/**
 * The bars above a list: when did its rows happen? A person cuts a range out of them.
 *
 * `filters` and `date` are those of the list, so that bars and rows show the same.
 */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { ChartFailed, ChartLoading } from "../../../ui/charts/chart-states.tsx";
import { Histogram } from "../../../ui/charts/histogram.tsx";
import { describeDates, type DateChoice } from "../../list-filters/date-ranges.ts";
import { KINDS, type HistogramKind } from "./histogram-kinds.ts";
import { histogramQuery, type HistogramFilters } from "./histogram-query.ts";
import { histogramSeries } from "./histogram-series.ts";

export interface TrafficHistogramProps {
  kind: HistogramKind;
  filters: HistogramFilters;
  date: DateChoice;
  /** A filter looks into requests, which no count can answer. */
  isUnavailable?: boolean;
  onRange: (date: { min: string; max: string }) => void;
}

export function TrafficHistogram(props: TrafficHistogramProps) {
  const { kind, filters, date, isUnavailable = false, onRange } = props;
  const query = useQuery({ ...histogramQuery(kind, filters, date), enabled: !isUnavailable });
  const { label, parts } = KINDS[kind];
  const reply = query.data;
  const series = useMemo(() => (reply?.is_available ? histogramSeries(reply, parts) : []), [reply, parts]);
  const title = `${label}, ${describeDates(date)}`;
  if (isUnavailable || reply?.is_available === false)
    return (
      <p className="shrink-0 rounded-lg border border-dashed border-line px-3 py-2 text-sm text-ink-3">
        Histogram is unavailable when searching or filtering on request values.
      </p>
    );
  if (reply === undefined)
    return (
      <div className="flex min-h-32 shrink-0 flex-col">
        {query.isError ? (
          <ChartFailed onRetry={() => void query.refetch()} />
        ) : (
          <ChartLoading title={title} />
        )}
      </div>
    );
  return (
    <div className="shrink-0" aria-busy={query.isPlaceholderData || undefined}>
      <Histogram
        label={title}
        from={new Date(reply.from)}
        stepMs={reply.step_ms}
        series={series}
        onBrush={({ min, max }) => onRange({ min: min.toISOString(), max: max.toISOString() })}
      />
    </div>
  );
}
