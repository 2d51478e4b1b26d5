/**
 * What does the head of a chart say about its whole range? Pure: the values of its lines, and its highest step.
 *
 * The server counts a range without steps, so these are true averages, rates and percentiles and not those of points.
 */
import type { Headline, ValueUnit } from "../../ui/charts/time-series.tsx";
import type { MetricsAnswer } from "./metric-queries.ts";
import type { MetricRange } from "./metric-range.ts";
import { spanOf, valueOf, type MeasuredValue, type MetricSeries } from "./metric-series.ts";
import type { ChartMetric } from "./metric.ts";
import { stepTime } from "./range-text.ts";
import type { UnitKind } from "./units.ts";

const MINUTE_MS = 60_000;

/** What the value of the whole range is, in words. */
const SCOPES: Record<UnitKind, string> = {
  count: "in total",
  rate: "on average",
  average: "overall",
  time: "overall",
  share: "overall",
};

/** The numbers of a range without steps. Undefined: they are not there. */
interface Totals {
  own: MetricsAnswer | undefined;
  /** Those of the line beside. */
  beside?: MetricsAnswer | undefined;
}

interface HeadlineChoices extends Pick<ValueUnit, "inUnit"> {
  range: MetricRange;
  /** Says when the highest step was, instead of the last value. */
  hasPeak: boolean;
}

/** `totals` are undefined until they are loaded. */
export function headlineOf(
  metric: ChartMetric,
  series: MetricSeries,
  totals: Totals | undefined,
  { range, inUnit, hasPeak }: HeadlineChoices,
): Headline {
  const values = totals && valuesOf(metric, series, totals).map((one) => (one === null ? "–" : inUnit(one)));
  const value = values?.[0];
  const peak = hasPeak ? peakOf(metric, series, range) : null;
  const peakTime = peak && stepTime(peak.atMs, range);
  if (metric.isPeak) return { value, of: peakTime === null ? "at most" : `peak at ${peakTime}` };
  const [first, ...others] = metric.type === "chart:line" ? series.lines : [];
  const of = first && others.length > 0 ? first.name : SCOPES[metric.unit];
  if (hasPeak && !metric.isSpread)
    return { value, of, more: peak ? `peak ${inUnit(peak.value)} at ${peakTime}` : "" };
  if (others.length === 0) return { value, of };
  const besides = others.map(({ name }, at) => `${name} ${values?.[at + 1]}`);
  return { value, of, more: values ? besides.join(" · ") : "" };
}

/**
 * The value of each line, the headline first; of bars only their sum. Of a peak it is the highest point, of all else what
 * the server counted without steps.
 */
function valuesOf(metric: ChartMetric, { lines }: MetricSeries, totals: Totals): (number | null)[] {
  if (metric.isPeak) return lines.map(({ values }) => highestOf(values));
  const own = metric.stack ? [{ measure: metric.stack.measure }] : (metric.lines ?? []);
  const values = [
    ...ofRange(totals.own, own, metric.empty),
    ...(metric.beside ? ofRange(totals.beside, [metric.beside], metric.empty) : []),
  ];
  return metric.type === "chart:bar" ? [sumOf(values)] : values;
}

function ofRange(
  totals: MetricsAnswer | undefined,
  measured: readonly MeasuredValue[],
  empty: number | null,
): (number | null)[] {
  if (totals === undefined) return measured.map(() => null);
  const { range, rows } = totals;
  const spanMs = Math.max(range.endMs - range.startMs, 1);
  const [row] = rows;
  return measured.map((one) => (row === undefined ? empty : valueOf(one, row.metrics, spanMs)));
}

function highestOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : Math.max(...known);
}

function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : known.reduce((sum, value) => sum + value, 0);
}

interface Peak {
  value: number;
  /** When its step begins. */
  atMs: number;
}

/**
 * The highest step of the headline, which is the first line, or the whole bar; and the first of several. Null: nothing
 * happened in any step. The range may leave only seconds of its first and last step. Their rate is one that no minute had,
 * so it is no peak.
 */
function peakOf(metric: ChartMetric, { timesMs, lines }: MetricSeries, range: MetricRange): Peak | null {
  const isRate = metric.lines?.[0]?.isPerMinute === true;
  const parts = metric.type === "chart:bar" ? lines : lines.slice(0, 1);
  let peak: Peak | null = null;
  for (const [at, atMs] of timesMs.entries()) {
    const value = sumOf(parts.map(({ values }) => values[at] ?? null)) ?? 0;
    if (isRate && spanOf(atMs, range) < MINUTE_MS) continue;
    if (value > (peak?.value ?? 0)) peak = { value, atMs };
  }
  return peak;
}
