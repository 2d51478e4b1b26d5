/**
 * The Metrics section on the page of a source, connection or destination: the last day in a few numbers and one chart.
 *
 * The chart is drawn without the library of the metrics pages, so that these pages stay light. All charts of the thing
 * are one link away.
 */
import { Link } from "@tanstack/react-router";
import { OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { CATEGORY_DIMENSIONS, type Category, type MetricId } from "./categories.ts";
import type { HistogramKind } from "./histogram/histogram-kinds.ts";
import { TrafficHistogram } from "./histogram/traffic-histogram.tsx";
import { MetricCard } from "./metric-card.tsx";
import { DEFAULT_RANGE } from "./metric-range.ts";
import { METRICS_OF, type ChartMetric } from "./metrics.ts";

interface Section {
  cards: readonly MetricId[];
  histogram: HistogramKind;
}

const SECTIONS: Record<Category, Section> = {
  sources: {
    cards: [
      "requests_rate",
      "requests_rejected_count",
      "requests_rejection_rate",
      "requests_discarded_count",
    ],
    histogram: "requests",
  },
  connections: {
    cards: ["events_rate", "events_failed_count", "events_error_rate", "attempts_average_response_time"],
    histogram: "events",
  },
  destinations: {
    cards: [
      "attempts_delivered_count",
      "attempts_delivered_rate",
      "attempts_average_response_time",
      "attempts_error_rate",
    ],
    histogram: "events",
  },
};

const LAST_DAY = { relative: DEFAULT_RANGE };

export interface EntityMetricsProps {
  category: Category;
  id: string;
  /** A range that a person has cut out of the chart; the page opens the list of that time. */
  onRange: (date: { min: string; max: string }) => void;
}

export function EntityMetrics({ category, id, onRange }: EntityMetricsProps) {
  const { cards, histogram } = SECTIONS[category];
  const filter = { [CATEGORY_DIMENSIONS[category]]: [id] };
  const metrics = METRICS_OF[category].filter(
    (metric): metric is ChartMetric => metric.type !== "table" && cards.includes(metric.id),
  );
  return (
    <OverviewSection
      title="Metrics"
      aside={
        <Link
          to="/metrics/$category"
          params={{ category }}
          search={filter}
          className={`text-sm ${linkClass}`}
        >
          All metrics
        </Link>
      }
    >
      <dl className="mb-4 grid grid-cols-2 gap-2 xl:grid-cols-4">
        {metrics.map((metric) => (
          <MetricCard key={metric.id} metric={metric} date={LAST_DAY} filter={filter} />
        ))}
      </dl>
      <TrafficHistogram kind={histogram} filters={filter} date={LAST_DAY} onRange={onRange} />
    </OverviewSection>
  );
}
