/** Which file does a chart become? Plain numbers in the units of the API, and times in UTC. */
import { csvOf } from "../../ui/csv.ts";
import type { MetricSeries, MetricTableRow } from "./metric-series.ts";
import type { TableMetric } from "./metric.ts";

interface NamedValues {
  name: string;
  values: readonly (number | null)[];
}

export function chartCsv({ timesMs, lines }: MetricSeries, parts: readonly NamedValues[]): string {
  const columns: readonly NamedValues[] = [...lines, ...parts];
  return csvOf(
    ["Time", ...columns.map(({ name }) => name)],
    timesMs.map((ms, at) => [new Date(ms).toISOString(), ...columns.map(({ values }) => values[at] ?? null)]),
  );
}

export function tableCsv(
  metric: TableMetric,
  rows: readonly MetricTableRow[],
  nameOf: (value: string | null) => string,
): string {
  return csvOf(
    [metric.first, ...metric.columns.map(({ name }) => name)],
    rows.map(({ value, cells }) => [nameOf(value), ...cells]),
  );
}

/** `events_rate-2026-11-15.csv` */
export function csvFileName(metricId: string, now: Date): string {
  return `${metricId}-${now.toISOString().slice(0, 10)}.csv`;
}
