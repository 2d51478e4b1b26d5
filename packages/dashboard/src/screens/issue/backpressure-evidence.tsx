/** How full is the queue of a destination, and why: cards with what waits, and charts that can fill the page. */
import { Link } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { Maximize2, Minimize2 } from "lucide-react";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import type { MetricId } from "../../resources/metrics/categories.ts";
import type { EntityNames } from "../../resources/metrics/entity-names.ts";
import { MetricPanel } from "../../resources/metrics/metric-panel.tsx";
import type { Metric } from "../../resources/metrics/metric.ts";
import { draggedRange } from "../../resources/metrics/metric-range.ts";
import { METRICS_OF } from "../../resources/metrics/metrics.ts";
import { iconButtonClass } from "../../ui/icon-button.tsx";
import { EXPANDED_CHARTS, type ExpandedChart } from "./issue-url.ts";
import type { EvidenceProps } from "./issue-overview.tsx";

const CARDS: readonly MetricId[] = [
  "events_new_pending_count",
  "attempts_delivered_count",
  "events_pending_count",
  "events_oldest_pending",
];

const CHARTS: Readonly<Record<ExpandedChart, { metrics: readonly MetricId[]; isOfProject?: true }>> = {
  "events-rate-over-time": { metrics: ["events_pending_rate", "attempts_delivered_rate"] },
  "project-throughput": { metrics: ["events_max_rate"], isOfProject: true },
  "attempts-response-time": { metrics: ["attempts_average_response_time"] },
  "error-rate": { metrics: ["attempts_error_rate"] },
};

const CARD_HEIGHT_PX = 148;
const CHART_HEIGHT_PX = 240;
const EXPANDED_HEIGHT_PX = 420;

/** The charts are of one destination, so none of them names others. */
const NO_NAMES: EntityNames = { nameOf: (id) => id };

function metricsNamed(ids: readonly MetricId[]): Metric[] {
  return METRICS_OF.destinations.filter(({ id }) => ids.includes(id));
}

export function BackpressureEvidence({ issue, date, search, onSearch }: EvidenceProps<"backpressure">) {
  const own = { destination_id: [subjectIdOf(issue)] };
  const panel = {
    date,
    dimension: "destination_id",
    names: NO_NAMES,
    isTable: false,
    cursorKey: "issue",
    onNarrow: (range: { min: Date; max: Date }) => onSearch({ ...search, date: draggedRange(range) }, "push"),
  } as const;
  const { expanded } = search;
  const shown = expanded === undefined ? EXPANDED_CHARTS : [expanded];
  return (
    <>
      {expanded === undefined ? (
        <section aria-label="Queue" className="grid gap-3 sm:grid-cols-2">
          {metricsNamed(CARDS).map((metric) => (
            <MetricPanel key={metric.id} {...panel} metric={metric} filter={own} height={CARD_HEIGHT_PX} />
          ))}
        </section>
      ) : null}
      <section aria-label="Charts" className={cx("grid gap-3", expanded === undefined && "sm:grid-cols-2")}>
        {shown.flatMap((name) =>
          metricsNamed(CHARTS[name].metrics).map((metric) => (
            <MetricPanel
              key={metric.id}
              {...panel}
              metric={metric}
              filter={CHARTS[name].isOfProject ? {} : own}
              note={CHARTS[name].isOfProject ? "Of all destinations of the project." : undefined}
              height={expanded === undefined ? CHART_HEIGHT_PX : EXPANDED_HEIGHT_PX}
              tools={<ExpandLink issueId={issue.id} name={name} title={metric.title} search={search} />}
            />
          )),
        )}
      </section>
    </>
  );
}

interface ExpandLinkProps extends Pick<EvidenceProps<"backpressure">, "search"> {
  issueId: string;
  name: ExpandedChart;
  title: string;
}

/** A link, so that an expanded chart can be sent to others. */
function ExpandLink({ issueId, name, title, search }: ExpandLinkProps) {
  const isExpanded = search.expanded !== undefined;
  return (
    <Link
      to="/issues/$id"
      params={{ id: issueId }}
      search={{ ...search, expanded: isExpanded ? undefined : name }}
      aria-label={isExpanded ? "Show all charts" : `Expand ${title}`}
      data-tooltip={isExpanded ? "Show all charts" : "Expand"}
      className={iconButtonClass("sm")}
    >
      {isExpanded ? <Minimize2 aria-hidden /> : <Maximize2 aria-hidden />}
    </Link>
  );
}
