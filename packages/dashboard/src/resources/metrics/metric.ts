/**
 * What is a metric? A chart or a table with a name, its definition in words, and the measures that it shows.
 *
 * `empty` is the value of a step without a row: nothing happened (0), or there is nothing to take an average of.
 */
import type { ChartTone } from "../../ui/charts/chart-series.ts";
import type { MetricId } from "./categories.ts";
import type { DatasetName, MeasureOf } from "./datasets.ts";
import type { Dimension } from "./metric-queries.ts";
import type { UnitKind } from "./units.ts";

interface MetricLine<Measure extends string> {
  name: string;
  tone: ChartTone;
  measure: Measure;
  /** The value is a part of this measure. */
  of?: Measure;
  isPerMinute?: true;
  isDashed?: true;
}

/** A line whose numbers are in another dataset than those of its chart. */
type LineBeside = {
  [Name in DatasetName]: MetricLine<MeasureOf<Name>> & { dataset: Name };
}[DatasetName];

interface MetricBase<Name extends DatasetName> {
  id: MetricId;
  title: string;
  /** What is counted, in whole sentences: the tooltip of the title. A title has the same definition on every page. */
  definition: string;
  unit: UnitKind;
  dataset: Name;
}

export interface ChartMetric<Name extends DatasetName = DatasetName> extends MetricBase<Name> {
  type: "chart:line" | "chart:bar";
  /** One line for each measure, the one of the headline first … */
  lines?: readonly MetricLine<MeasureOf<Name>>[];
  /** … and after them one that needs a call of its own … */
  beside?: LineBeside;
  /** … or one for each value of a dimension. */
  stack?: { by: Dimension; measure: MeasureOf<Name>; lines: readonly StackLine[] };
  empty: 0 | null;
  /** The headline is the highest point: what waited or happened at most. */
  isPeak?: true;
  /** The lines are percentiles of one thing, so their values stand side by side, and none has a peak. */
  isSpread?: true;
  /** Each point is the highest of several short steps. */
  isHighest?: true;
  /** The most deliveries that the chosen destinations allow are drawn as a line. */
  hasRateLimit?: true;
}

interface StackLine {
  value: string;
  name: string;
  tone: ChartTone;
}

export interface TableMetric<Name extends DatasetName = DatasetName> extends MetricBase<Name> {
  type: "table";
  splitBy: Dimension;
  /** The name of the first column. */
  first: string;
  columns: readonly (Omit<MetricLine<MeasureOf<Name>>, "tone" | "isDashed"> & { unit: UnitKind })[];
}

export type Metric = ChartMetric | TableMetric;

/** Makes the compiler check measures against the dataset. */
export function chart<Name extends DatasetName>(metric: ChartMetric<Name>): ChartMetric {
  return metric;
}

export function table<Name extends DatasetName>(metric: Omit<TableMetric<Name>, "type">): TableMetric {
  // Safe: the compiler has checked the columns against the dataset, and this adds only the type.
  return { ...metric, type: "table" } as unknown as TableMetric;
}

/** Where the numbers of the line beside are. Without one it is the metric's own dataset, so no second call. */
export function datasetBeside(metric: Metric): DatasetName {
  return (metric.type === "table" ? undefined : metric.beside?.dataset) ?? metric.dataset;
}

/** A chart with a single line, which has the name of the chart. */
export function line<Name extends DatasetName>(
  dataset: Name,
  id: MetricId,
  title: string,
  { measure, of, tone = "ink", unit = "count", empty = 0, isPerMinute, ...rest }: LineChoices<Name>,
): ChartMetric {
  const one = { name: title, tone, measure, ...(of && { of }), ...(isPerMinute && { isPerMinute }) };
  return chart<Name>({ type: "chart:line", id, title, unit, dataset, empty, lines: [one], ...rest });
}

type LineChoices<Name extends DatasetName> = Pick<
  MetricLine<MeasureOf<Name>>,
  "measure" | "of" | "isPerMinute"
> &
  Pick<ChartMetric<Name>, "definition"> &
  Partial<Pick<ChartMetric<Name>, "unit" | "empty" | "isPeak" | "isHighest" | "hasRateLimit">> & {
    tone?: ChartTone;
  };
