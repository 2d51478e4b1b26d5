/**
 * Which points does a chart have? Pure: from the rows of a reply to times and values.
 *
 * The server leaves out steps without traffic; they are filled in here. A reply without any row has no values at all,
 * so that the chart says "No data". The range cuts its first and last step, so their rates are taken over what is left.
 */
import type { MetricRow } from "@posthorn/contract/metrics";
import type { TimeSeriesLine } from "../../ui/charts/time-series.tsx";
import type { MetricRange } from "./metric-range.ts";
import type { MetricsAnswer } from "./metric-queries.ts";
import type { ChartMetric, TableMetric } from "./metric.ts";

const MINUTE_MS = 60_000;

type Values = MetricRow["metrics"];
type Measured = NonNullable<ChartMetric["lines"]>[number];
/** What is measured, without its look. */
export type MeasuredValue = Omit<Measured, "name" | "tone" | "isDashed">;

/** A measure, its part of another one, or its rate. */
export function valueOf(
  { measure, of, isPerMinute }: MeasuredValue,
  values: Values,
  spanMs: number,
): number | null {
  const value = values[measure] ?? null;
  if (value === null) return null;
  if (of !== undefined) {
    const whole = values[of] ?? 0;
    return whole === 0 ? null : value / whole;
  }
  return isPerMinute ? value / (spanMs / MINUTE_MS) : value;
}

/**
 * The starts of all steps of the range; the first may lie before it. Rows say where steps begin: servers may align weeks or
 * days differently.
 */
export function timesOf({ range, rows }: Pick<MetricsAnswer, "range" | "rows">): number[] {
  const { startMs, endMs, stepMs } = range;
  const first = rows.find((row) => row.time_bucket !== null)?.time_bucket ?? null;
  const phaseMs = first === null ? 0 : Date.parse(first) % stepMs;
  const fromMs = Math.floor((startMs - phaseMs) / stepMs) * stepMs + phaseMs;
  return Array.from(
    { length: Math.max(1, Math.ceil((endMs - fromMs) / stepMs)) },
    (_step, at) => fromMs + at * stepMs,
  );
}

/** How much of a step lies within the range. */
export function spanOf(timeMs: number, { startMs, endMs, stepMs }: MetricRange): number {
  return Math.max(Math.min(timeMs + stepMs, endMs) - Math.max(timeMs, startMs), 1);
}

function seriesOf(
  answer: MetricsAnswer,
  times: readonly number[],
  measured: MeasuredValue,
  { empty, isHighest = false }: { empty: 0 | null; isHighest?: boolean | undefined },
): (number | null)[] {
  const byTime = new Map(answer.rows.map((row) => [Date.parse(row.time_bucket ?? ""), row.metrics]));
  return times.map((timeMs) => {
    const values = byTime.get(timeMs);
    if (values === undefined) return empty;
    // Seconds of a step would make a rate that no minute had.
    return valueOf(measured, values, isHighest ? answer.range.stepMs : spanOf(timeMs, answer.range));
  });
}

/** The rows of each value of the dimension. */
function split(answer: MetricsAnswer, dimension: string): Map<string, MetricRow[]> {
  const groups = new Map<string, MetricRow[]>();
  for (const row of answer.rows) {
    const value = String(row.dimensions[dimension]);
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  return groups;
}

export interface MetricSeries {
  timesMs: number[];
  lines: TimeSeriesLine[];
}

/** `beside` has the numbers of the line beside. It was asked for at almost the same time, and is shown in the same steps. */
export function chartOf(metric: ChartMetric, answer: MetricsAnswer, beside?: MetricsAnswer): MetricSeries {
  const besides = (metric.beside && beside?.rows) ?? [];
  const all = [...answer.rows, ...besides];
  const timesMs = timesOf({ range: answer.range, rows: all });
  const empty = all.length === 0 ? null : metric.empty;
  if (metric.stack) {
    const { by, measure, lines } = metric.stack;
    const groups = split(answer, by);
    return {
      timesMs,
      // A status that no event has is left out, so that names and colours are only those that matter.
      lines: lines
        .filter(({ value }) => groups.has(value))
        .map(({ value, name, tone }) => {
          const rows = groups.get(value) ?? [];
          return { name, tone, values: seriesOf({ ...answer, rows }, timesMs, { measure }, { empty }) };
        }),
    };
  }
  const lineOf = ({ name, tone, isDashed, ...measured }: Measured, rows: MetricsAnswer["rows"]) => ({
    name,
    tone,
    isDashed,
    values: seriesOf({ ...answer, rows }, timesMs, measured, { empty, isHighest: metric.isHighest }),
  });
  return {
    timesMs,
    lines: [
      ...(metric.lines ?? []).map((line) => lineOf(line, answer.rows)),
      ...(metric.beside ? [lineOf(metric.beside, besides)] : []),
    ],
  };
}

/** One line for each chosen value of the filter, in the order of the choice. */
export function partsOf(
  metric: ChartMetric,
  answer: MetricsAnswer,
  dimension: string,
  chosen: readonly { id: string; name: string }[],
) {
  const timesMs = timesOf(answer);
  const groups = split(answer, dimension);
  const [line] = metric.lines ?? [];
  if (!line) return [];
  return chosen.map(({ id, name }) => ({
    name,
    values: seriesOf({ ...answer, rows: groups.get(id) ?? [] }, timesMs, line, metric),
  }));
}

/** Each point of the coarse steps is the highest of the short steps in it. */
export function highestIn(series: MetricSeries, coarse: MetricRange): MetricSeries {
  const timesMs = timesOf({ range: coarse, rows: [] });
  return {
    timesMs,
    lines: series.lines.map((line) => {
      const highest = new Map<number, number>();
      for (const [at, value] of line.values.entries()) {
        const step = Math.floor(((series.timesMs[at] ?? 0) - (timesMs[0] ?? 0)) / coarse.stepMs);
        if (value !== null) highest.set(step, Math.max(highest.get(step) ?? 0, value));
      }
      return { ...line, values: timesMs.map((_time, at) => highest.get(at) ?? null) };
    }),
  };
}

export interface MetricTableRow {
  /** Null: the rows that have no such value. */
  value: string | null;
  cells: (number | null)[];
}

/** The rows of a table, the highest first. Rows in which the first column is zero say nothing. */
export function tableOf(metric: TableMetric, answer: MetricsAnswer): MetricTableRow[] {
  return answer.rows
    .map((row) => {
      const value = row.dimensions[metric.splitBy];
      return {
        value: value === undefined || value === "" ? null : String(value),
        cells: metric.columns.map((column) => valueOf(column, row.metrics, 1)),
      };
    })
    .filter(({ cells }) => (cells[0] ?? 0) > 0)
    .toSorted((a, b) => (b.cells[0] ?? 0) - (a.cells[0] ?? 0));
}
