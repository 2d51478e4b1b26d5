/**
 * The Metrics section on the page of a source, connection or destination: one date range, the bars of its traffic, and
 * its four most important charts. All other charts of the thing are one link away.
 */
import { COUNTERS_KEPT_DAYS } from "@posthorn/contract/limits";
import { Link } from "@tanstack/react-router";
import { Maximize2 } from "lucide-react";
import { OverviewSection } from "../../ui/entity-page/entity-overview.tsx";
import { iconButtonClass } from "../../ui/icon-button.tsx";
import { linkClass } from "../../ui/link-class.ts";
import { DateFilterChip } from "../list-filters/date-filter-chip.tsx";
import type { DateChoice } from "../list-filters/date-ranges.ts";
import { CATEGORY_DIMENSIONS, type Category, type MetricId } from "./categories.ts";
import { DEFAULT_RANGE } from "./chart-dates.ts";
import { CountedRange } from "./counted-range.tsx";
import type { EntityNames } from "./entity-names.ts";
import type { HistogramKind } from "./histogram/histogram-kinds.ts";
import { ListHistogram } from "./histogram/list-histogram.tsx";
import { MetricPanel } from "./metric-panel.tsx";
import type { Metric } from "./metric.ts";
import type { EntityDimension } from "./metric-queries.ts";
import { draggedRange } from "./metric-range.ts";
import { METRICS_OF } from "./metrics.ts";
import { RefreshMetrics } from "./refresh-metrics.tsx";

interface Section {
  /** The category in which a chart is found, and whose filter it takes. */
  charts: readonly (readonly [category: Category, id: MetricId])[];
  histogram: HistogramKind;
}

const SECTIONS: Record<Category, Section> = {
  sources: {
    charts: [
      ["sources", "requests_rate"],
      ["sources", "requests_rejected_count"],
      ["sources", "requests_rejection_rate"],
      ["sources", "requests_discarded_count"],
    ],
    histogram: "requests",
  },
  connections: {
    charts: [
      ["connections", "events_rate"],
      ["connections", "attempts_response_time"],
      ["connections", "attempts_error_rate"],
      ["destinations", "events_oldest_pending"],
    ],
    histogram: "events",
  },
  destinations: {
    charts: [
      ["destinations", "attempts_delivered_count"],
      ["destinations", "attempts_response_time"],
      ["destinations", "attempts_error_rate"],
      ["destinations", "events_oldest_pending"],
    ],
    histogram: "events",
  },
};

const LAST_DAY: DateChoice = { relative: DEFAULT_RANGE };
const CHART_HEIGHT_PX = 224;
/** The charts are of one thing, so none of them names others. */
const NO_NAMES: EntityNames = { nameOf: (id) => id };

export interface EntityMetricsProps {
  category: Category;
  id: string;
  /** Of a connection: queues belong to its destination, whose other connections fill them too. */
  destination?: { id: string; name: string };
  /** Undefined: the last day. */
  date: DateChoice | undefined;
  onDate: (date: DateChoice) => void;
  /** A range that a person has cut out of the bars; the page opens the list of that time. */
  onRange: (date: { min: string; max: string }) => void;
}

interface EntityChart {
  /** Where the chart is found among all metrics. */
  of: Category;
  metric: Metric;
  filter: Partial<Record<EntityDimension, string[]>>;
  note?: string;
}

function chartsOf({
  category,
  id,
  destination,
}: Pick<EntityMetricsProps, "category" | "id" | "destination">): EntityChart[] {
  return SECTIONS[category].charts.flatMap(([of, metricId]): EntityChart[] => {
    const metric = METRICS_OF[of].find((one) => one.id === metricId);
    if (metric === undefined) return [];
    if (of === category) return [{ of, metric, filter: { [CATEGORY_DIMENSIONS[of]]: [id] } }];
    if (destination === undefined) return [];
    const note = `Of all connections to ${destination.name}.`;
    return [{ of, metric, filter: { destination_id: [destination.id] }, note }];
  });
}

export function EntityMetrics(props: EntityMetricsProps) {
  const { category, id, onDate, onRange } = props;
  const date = props.date ?? LAST_DAY;
  const own = { [CATEGORY_DIMENSIONS[category]]: [id] };
  const shown = chartsOf(props);
  const [first] = shown;
  return (
    <OverviewSection
      title="Metrics"
      aside={
        <div className="flex flex-wrap items-center justify-end gap-2">
          {first ? <CountedRange metric={first.metric} filter={first.filter} date={date} /> : null}
          <DateFilterChip date={date} keptDays={COUNTERS_KEPT_DAYS.day} onChange={onDate} />
          {first ? <RefreshMetrics metric={first.metric} filter={first.filter} date={date} /> : null}
        </div>
      }
    >
      <ListHistogram kind={SECTIONS[category].histogram} filters={own} date={date} onRange={onRange} />
      <div className="mt-3 grid gap-3 sm:grid-cols-2">
        {shown.map(({ of, metric, filter, note }) => (
          <MetricPanel
            key={metric.id}
            metric={metric}
            date={date}
            filter={filter}
            dimension={CATEGORY_DIMENSIONS[of]}
            names={NO_NAMES}
            isTable={false}
            height={CHART_HEIGHT_PX}
            hasPeak
            note={note}
            tools={
              <Link
                to="/metrics/$category"
                params={{ category: of }}
                search={{ ...filter, date: props.date, expanded: metric.id }}
                aria-label={`Expand ${metric.title}`}
                data-tooltip="Expand"
                className={iconButtonClass("sm")}
              >
                <Maximize2 aria-hidden />
              </Link>
            }
            cursorKey="entity-metrics"
            onNarrow={(range) => onDate(draggedRange(range))}
          />
        ))}
      </div>
      <p className="mt-2 text-sm">
        <Link
          to="/metrics/$category"
          params={{ category }}
          search={{ ...own, date: props.date }}
          className={linkClass}
        >
          All metrics
        </Link>
      </p>
    </OverviewSection>
  );
}
