/** All charts of a category in one, two or three columns, or one of them as large as the window. */
import { Link } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { Maximize2, Minimize2 } from "lucide-react";
import type { DateChoice } from "../../resources/list-filters/date-ranges.ts";
import type { EntityNames } from "../../resources/metrics/entity-names.ts";
import { MetricPanel } from "../../resources/metrics/metric-panel.tsx";
import type { EntityFilter } from "../../resources/metrics/metric-queries.ts";
import { draggedRange } from "../../resources/metrics/metric-range.ts";
import { CATEGORY_DIMENSIONS, type Category } from "../../resources/metrics/categories.ts";
import type { Metric } from "../../resources/metrics/metric.ts";
import { iconButtonClass } from "../../ui/icon-button.tsx";
import type { MetricsSearch } from "./metrics-url.ts";
import { expandedMetric, shownMetrics } from "./shown-metrics.ts";

/** What is above and below an expanded chart. */
const AROUND_EXPANDED_PX = 154;

export interface MetricGridProps {
  category: Category;
  search: MetricsSearch;
  date: DateChoice;
  filter: EntityFilter;
  names: EntityNames;
  isTable: boolean;
  onDate: (date: DateChoice) => void;
}

export function MetricGrid({ category, search, date, filter, names, isTable, onDate }: MetricGridProps) {
  const expanded = expandedMetric(category, search);
  return (
    <div
      className={cx(
        "grid min-h-0 flex-1 content-start gap-3 overflow-y-auto px-5 pb-3 max-md:px-3",
        expanded === undefined && "md:grid-cols-2 xl:grid-cols-3",
      )}
    >
      {shownMetrics(category, search).map((metric) => (
        <MetricPanel
          key={metric.id}
          metric={metric}
          date={date}
          filter={filter}
          dimension={CATEGORY_DIMENSIONS[category]}
          names={names}
          isTable={isTable}
          {...(expanded && { height: `calc(100dvh - ${AROUND_EXPANDED_PX}px)` })}
          tools={
            <ExpandLink
              category={category}
              metric={metric}
              search={search}
              isExpanded={expanded !== undefined}
            />
          }
          cursorKey="metrics"
          onNarrow={(range) => onDate(draggedRange(range))}
        />
      ))}
    </div>
  );
}

interface ExpandLinkProps extends Pick<MetricGridProps, "category" | "search"> {
  metric: Metric;
  isExpanded: boolean;
}

/** A link, so that an expanded chart can be opened in a new tab and sent to others. */
function ExpandLink({ category, search, metric, isExpanded }: ExpandLinkProps) {
  return (
    <Link
      to="/metrics/$category"
      params={{ category }}
      search={{ ...search, expanded: isExpanded ? undefined : metric.id }}
      aria-label={isExpanded ? "Show all charts" : `Expand ${metric.title}`}
      data-tooltip={isExpanded ? "Show all charts" : "Expand"}
      className={iconButtonClass("sm")}
    >
      {isExpanded ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
    </Link>
  );
}
