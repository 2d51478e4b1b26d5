/** How many events per second has the project had at most? The same question, and the same answer, as the chart Max rate. */
import { useQuery } from "@tanstack/react-query";
import { askOf, metricsQuery } from "../../resources/metrics/metric-queries.ts";
import { chartOf, spanOf } from "../../resources/metrics/metric-series.ts";
import { METRICS_OF } from "../../resources/metrics/metrics.ts";
import { useNow } from "../../ui/use-now.ts";
import { datesOf, type QuotaRange } from "./quotas-url.ts";

const MINUTE_MS = 60_000;
const SECONDS_PER_MINUTE = 60;
const WHOLE_PROJECT = {};
const MAX_RATE = METRICS_OF.destinations.find(({ id }) => id === "events_max_rate");

/** Null: there were none, or it is not known. */
export function usePeakPerSecond(range: QuotaRange): number | null {
  const now = useNow();
  const metric = MAX_RATE?.type === "chart:line" ? MAX_RATE : undefined;
  const { data } = useQuery({
    ...metricsQuery(
      metric?.dataset ?? "eventCounts",
      metric
        ? askOf(metric, { date: datesOf(range, now), filter: WHOLE_PROJECT })
        : { date: undefined, filter: {} },
    ),
    enabled: metric !== undefined,
  });
  if (!metric || !data) return null;
  const { timesMs, lines } = chartOf(metric, data);
  // The range may leave only seconds of its first and last step. Their rate is one that no minute had.
  const whole = (at: number) => spanOf(timesMs[at] ?? 0, data.range) >= MINUTE_MS;
  const most = Math.max(
    0,
    ...lines.flatMap(({ values }) => values.map((value, at) => (whole(at) && value) || 0)),
  );
  return most === 0 ? null : most / SECONDS_PER_MINUTE;
}
