/** Which queries and which code do the charts need? Their route starts them before the screen is drawn. */
import type { QueryClient } from "@tanstack/react-query";
import type { Category } from "../../resources/metrics/categories.ts";
import { askOf, metricsQuery, totalsAskOf } from "../../resources/metrics/metric-queries.ts";
import { datasetBeside } from "../../resources/metrics/metric.ts";
import { loadCanvas } from "../../ui/charts/time-series.tsx";
import { filterOf, type MetricsSearch } from "./metrics-url.ts";
import { dateOf, shownMetrics } from "./shown-metrics.ts";

export function startMetrics(queryClient: QueryClient, category: Category, search: MetricsSearch): void {
  const asked = { date: dateOf(search), filter: filterOf(category, search) };
  for (const metric of shownMetrics(category, search))
    for (const ask of [askOf(metric, asked), totalsAskOf(metric, asked)])
      for (const dataset of [metric.dataset, datasetBeside(metric)])
        if (ask) void queryClient.prefetchQuery(metricsQuery(dataset, ask));
  loadCanvas();
}
