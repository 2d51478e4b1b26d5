/** How full is the queue of a destination, and why: cards with what waits, and charts that can fill the page. */
import { Link } from "@tanstack/react-router";
import { cx } from "class-variance-authority";
import { Maximize2, Minimize2 } from "lucide-react";
import { subjectIdOf } from "../../resources/issues/issue-title.ts";
import type { MetricId } from "../../resources/metrics/categories.ts";
import type { EntityNames } from "../../resources/metrics/entity-names.ts";
import { MetricPanel } from "../../resources/metrics/metric-panel.tsx";
import { chart, type Metric } from "../../resources/metrics/metric.ts";
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

/** What comes in and what goes out in one chart: the area between them is what the queue grows by. */
const EVENTS_RATE = chart<"eventCounts">({
  type: "chart:line",
  id: "events_pending_rate",
  title: "Events rate over time",
  definition:
    "New pending: new events for the destination per minute, whatever became of them since. Delivered: attempts per minute that it answered with a 2xx status.",
  unit: "rate",
  dataset: "eventCounts",
  empty: 0,
  lines: [{ name: "New pending", tone: "wait", measure: "count", isPerMinute: true }],
  beside: {
    name: "Delivered",
    tone: "ok",
    dataset: "attempts",
    measure: "successful_count",
    isPerMinute: true,
  },
});

const CARD_HEIGHT_PX = 148;
const CHART_HEIGHT_PX = 240;
const EXPANDED_HEIGHT_PX = 420;

/** The charts are of one destination, so none of them names others. */
const NO_NAMES: EntityNames = { nameOf: (id) => id };

function metricNamed(id: MetricId): Metric | undefined {
  return METRICS_OF.destinations.find((metric) => metric.id === id);
}

/** The same metric under the name that the specification has for its chart. */
function chartNamed(title: string, id: MetricId): Metric | undefined {
  const metric = metricNamed(id);
  return metric && { ...metric, title };
}

const CHARTS: Readonly<Record<ExpandedChart, Metric | undefined>> = {
  "events-rate-over-time": EVENTS_RATE,
  "project-throughput": chartNamed("Project throughput", "events_max_rate"),
  "attempts-response-time": chartNamed("Attempts response time", "attempts_average_response_time"),
  "error-rate": metricNamed("attempts_error_rate"),
};

export function BackpressureEvidence(props: EvidenceProps<"backpressure">) {
  const { issue, date, timeUnit, search, onSearch } = props;
  const own = { destination_id: [subjectIdOf(issue)] };
  const panel = {
    date,
    timeUnit,
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
          {CARDS.map((id) => {
            const metric = metricNamed(id);
            return metric ? (
              <MetricPanel key={id} {...panel} metric={metric} filter={own} height={CARD_HEIGHT_PX} />
            ) : null;
          })}
        </section>
      ) : null}
      <section aria-label="Charts" className={cx("grid gap-3", expanded === undefined && "sm:grid-cols-2")}>
        {shown.map((name) => {
          const metric = CHARTS[name];
          const isOfProject = name === "project-throughput";
          return metric ? (
            <MetricPanel
              key={name}
              {...panel}
              metric={metric}
              filter={isOfProject ? {} : own}
              note={isOfProject ? "Of all destinations of the project." : undefined}
              height={expanded === undefined ? CHART_HEIGHT_PX : EXPANDED_HEIGHT_PX}
              tools={<ExpandLink issueId={issue.id} name={name} title={metric.title} search={search} />}
            />
          ) : null;
        })}
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
