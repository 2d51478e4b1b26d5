/** How do charts read their numbers? One query for each dataset, range, filter and split. */
import type { MetricRow, MetricsReply } from "@posthorn/contract/metrics";
import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import { pollEvery } from "../api/retry-policy.ts";
import type { DateChoice } from "../list-filters/date-ranges.ts";
import { DATASETS, type DatasetName } from "./datasets.ts";
import type { Metric } from "./metric.ts";
import { isMoving } from "./chart-dates.ts";
import { metricRange, type MetricRange } from "./metric-range.ts";
import type { TimeUnit } from "./time-units.ts";

/** Counters have minutes as their shortest step, so nothing changes more often. */
const CHARTS_EVERY_MS = 60_000;

/** All queries of charts, for the button that asks again. */
export const METRICS = ["metrics"] as const;

/** By what the numbers can be split and filtered, and each of these is a field of the address. */
export const ENTITY_DIMENSIONS = ["source_id", "webhook_id", "destination_id"] as const;
export type EntityDimension = (typeof ENTITY_DIMENSIONS)[number];
export type Dimension = EntityDimension | "status" | "rejection_cause" | "failure";

export type EntityFilter = Partial<Record<EntityDimension, readonly string[] | undefined>>;

export interface MetricsAsk {
  date: DateChoice | undefined;
  filter: EntityFilter;
  splitBy?: Dimension | undefined;
  /** One row for the whole range, `short` many short steps; otherwise the points of a chart. */
  steps?: "none" | "short";
  /** The length of the steps; otherwise the range decides. */
  timeUnit?: TimeUnit | undefined;
}

export interface MetricsAnswer {
  /** What was asked for. */
  range: MetricRange;
  /** The same dates in the steps of the chart, which has fewer points than a question in short steps. */
  shown: MetricRange;
  rows: readonly MetricRow[];
  /** Why the rows are not everything. */
  warning: string | undefined;
}

export function metricsQuery(name: DatasetName, ask: MetricsAsk) {
  return queryOptions({
    queryKey: [...METRICS, name, ask],
    queryFn: async ({ signal }): Promise<MetricsAnswer> => {
      const { endpoint, measures } = DATASETS[name];
      const now = new Date();
      const { timeUnit } = ask;
      const range = metricRange(ask.date, now, { isShort: ask.steps === "short", timeUnit });
      const query = {
        date_range: { start: new Date(range.startMs), end: new Date(range.endMs) },
        ...(ask.steps !== "none" && { granularity: range.granularity }),
        measures,
        ...(ask.splitBy && { dimensions: [ask.splitBy] }),
        filters: ask.filter,
      };
      // Safe: every dataset's endpoint replies with this schema.
      const reply = (await call(endpoint, { query, signal })) as MetricsReply;
      const shown = metricRange(ask.date, now, { timeUnit });
      return { range, shown, rows: reply.data, warning: reply.metadata.warning };
    },
    placeholderData: keepPreviousData,
    refetchInterval: isMoving(ask.date) ? pollEvery(CHARTS_EVERY_MS) : false,
  });
}

/** What the numbers of one chart or table need. Charts with the same dataset and ask share one call. */
export function askOf(
  metric: Metric,
  { date, filter, timeUnit }: Pick<MetricsAsk, "date" | "filter" | "timeUnit">,
): MetricsAsk {
  const splitBy = metric.type === "table" ? metric.splitBy : metric.stack?.by;
  const steps = metric.type === "table" ? "none" : metric.isHighest ? "short" : undefined;
  return {
    date,
    filter,
    ...(splitBy && { splitBy }),
    ...(steps && { steps }),
    ...(timeUnit && { timeUnit }),
  };
}

/** What the headline of a chart needs: the same numbers without steps. Undefined: its points are enough. */
export function totalsAskOf(
  metric: Metric,
  { date, filter }: Pick<MetricsAsk, "date" | "filter">,
): MetricsAsk | undefined {
  return metric.type === "table" || metric.isPeak ? undefined : { date, filter, steps: "none" };
}
