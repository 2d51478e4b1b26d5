/** Which charts does the page show, and over which dates? All charts of its category, or the expanded one. */
import type { DateChoice } from "../../resources/list-filters/date-ranges.ts";
import type { Category } from "../../resources/metrics/categories.ts";
import { DEFAULT_RANGE } from "../../resources/metrics/chart-dates.ts";
import type { Metric } from "../../resources/metrics/metric.ts";
import { METRICS_OF } from "../../resources/metrics/metrics.ts";
import type { MetricsSearch } from "./metrics-url.ts";

const DEFAULT_DATE: DateChoice = { relative: DEFAULT_RANGE };

export function dateOf({ date }: MetricsSearch): DateChoice {
  return date ?? DEFAULT_DATE;
}

/** A chart of another category cannot be expanded. */
export function expandedMetric(category: Category, { expanded }: MetricsSearch): Metric | undefined {
  return METRICS_OF[category].find(({ id }) => id === expanded);
}

export function shownMetrics(category: Category, search: MetricsSearch): readonly Metric[] {
  const expanded = expandedMetric(category, search);
  return expanded ? [expanded] : METRICS_OF[category];
}
