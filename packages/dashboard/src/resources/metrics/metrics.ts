/**
 * Which charts are there, in which order, and from which numbers?
 *
 * The names are those of the specification where it has one. A line has a hue only if it shows a status; all else is
 * ink. `empty` is the value of a step without a row: nothing happened (0), or there is nothing to take an average of.
 */
import type { EventStatus } from "@posthorn/contract/causes";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import type { ChartTone } from "../../ui/charts/chart-series.ts";
import { EVENT_STATUS_TONES } from "../events/event-status-tones.ts";
import type { DatasetName, MeasureOf } from "./datasets.ts";
import type { Category, MetricId } from "./categories.ts";
import type { Dimension } from "./metric-queries.ts";
import type { UnitKind } from "./units.ts";

interface MetricLine<Measure extends string> {
  name: string;
  tone: ChartTone;
  measure: Measure;
  /** The value is a part of this measure. */
  of?: Measure;
  isPerMinute?: true;
}

interface MetricBase<Name extends DatasetName> {
  id: MetricId;
  title: string;
  unit: UnitKind;
  dataset: Name;
}

export interface ChartMetric<Name extends DatasetName = DatasetName> extends MetricBase<Name> {
  type: "chart:line" | "chart:bar";
  /** One line for each measure … */
  lines?: readonly MetricLine<MeasureOf<Name>>[];
  /** … or one for each value of a dimension. */
  stack?: { by: Dimension; measure: MeasureOf<Name>; lines: readonly StackLine[] };
  empty: 0 | null;
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
  columns: readonly (Omit<MetricLine<MeasureOf<Name>>, "tone"> & { unit: UnitKind })[];
}

export type Metric = ChartMetric | TableMetric;

/** Makes the compiler check measures against the dataset. */
function chart<Name extends DatasetName>(metric: ChartMetric<Name>): ChartMetric {
  return metric;
}

function table<Name extends DatasetName>(metric: Omit<TableMetric<Name>, "type">): TableMetric {
  // Safe: as above.
  return { ...metric, type: "table" } as unknown as TableMetric;
}

/** A chart with a single line, which has the name of the chart. */
function line<Name extends DatasetName>(
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
  Partial<Pick<ChartMetric<Name>, "unit" | "empty" | "isHighest" | "hasRateLimit">> & { tone?: ChartTone };

const REQUESTS = chart<"requests">({
  type: "chart:bar",
  id: "requests_count",
  title: "Requests",
  unit: "count",
  dataset: "requests",
  empty: 0,
  lines: [
    { name: "Accepted", tone: "ok", measure: "accepted_count" },
    { name: "Rejected", tone: "bad", measure: "rejected_count" },
  ],
});

/** From the bottom of a bar to its top. */
const STATUS_ORDER: readonly EventStatus[] = [
  "SUCCESSFUL",
  "FAILED",
  "QUEUED",
  "HOLD",
  "SCHEDULED",
  "CANCELLED",
];

const EVENTS_BY_STATUS = chart<"eventCounts">({
  type: "chart:bar",
  id: "events_count",
  title: "Events",
  unit: "count",
  dataset: "eventCounts",
  empty: 0,
  stack: {
    by: "status",
    measure: "count",
    lines: STATUS_ORDER.map((value) => ({
      value,
      name: EVENT_STATUS_LABELS[value],
      tone: EVENT_STATUS_TONES[value],
    })),
  },
});

export const METRICS_OF: Record<Category, readonly Metric[]> = {
  sources: [
    REQUESTS,
    line("requests", "requests_rate", "Request rate", { measure: "count", unit: "rate", isPerMinute: true }),
    line("requests", "requests_rejected_count", "Rejected requests", {
      measure: "rejected_count",
      tone: "bad",
    }),
    line("requests", "requests_rejection_rate", "Rejection rate", {
      measure: "rejected_count",
      of: "count",
      tone: "bad",
      unit: "share",
      empty: null,
    }),
    line("requests", "requests_discarded_count", "Discarded requests", { measure: "discarded_count" }),
    line("requestAverages", "requests_average_events", "Events per request", {
      measure: "avg_events_per_request",
      unit: "average",
      empty: null,
    }),
    line("requestAverages", "requests_average_ignored", "Ignored events per request", {
      measure: "avg_ignored_per_request",
      unit: "average",
      empty: null,
    }),
    table<"requests">({
      id: "requests_by_cause",
      title: "Rejected requests by cause",
      unit: "count",
      dataset: "requests",
      splitBy: "rejection_cause",
      first: "Cause",
      columns: [{ name: "Requests", measure: "rejected_count", unit: "count" }],
    }),
    table<"requests">({
      id: "requests_by_source",
      title: "Requests by source",
      unit: "count",
      dataset: "requests",
      splitBy: "source_id",
      first: "Source",
      columns: [
        { name: "Requests", measure: "count", unit: "count" },
        { name: "Rejected", measure: "rejected_count", unit: "count" },
        { name: "Rejection rate", measure: "rejected_count", of: "count", unit: "share" },
      ],
    }),
  ],
  connections: [
    EVENTS_BY_STATUS,
    line("events", "events_rate", "Event rate", { measure: "count", unit: "rate", isPerMinute: true }),
    line("events", "events_failed_count", "Failed events", { measure: "failed_count", tone: "bad" }),
    line("events", "events_error_rate", "Error rate", {
      measure: "error_rate",
      tone: "bad",
      unit: "share",
      empty: null,
    }),
    line("events", "events_average_attempts", "Average attempts", {
      measure: "avg_attempts",
      unit: "average",
      empty: null,
    }),
    line("events", "events_scheduled_retry_count", "Scheduled retries", { measure: "scheduled_retry_count" }),
    line("attempts", "attempts_average_response_time", "Average response time", {
      measure: "response_latency_avg",
      unit: "time",
      empty: null,
    }),
    table<"eventCounts">({
      id: "events_by_error",
      title: "Events by error",
      unit: "count",
      dataset: "eventCounts",
      splitBy: "error_code",
      first: "Error",
      columns: [{ name: "Events", measure: "count", unit: "count" }],
    }),
    table<"events">({
      id: "events_by_connection",
      title: "Events by connection",
      unit: "count",
      dataset: "events",
      splitBy: "webhook_id",
      first: "Connection",
      columns: [
        { name: "Events", measure: "count", unit: "count" },
        { name: "Failed", measure: "failed_count", unit: "count" },
        { name: "Error rate", measure: "error_rate", unit: "share" },
      ],
    }),
  ],
  destinations: [
    line("eventCounts", "events_new_pending_count", "New pending events", { measure: "count", tone: "wait" }),
    line("attempts", "attempts_delivered_count", "Delivered attempts", {
      measure: "delivered_count",
      tone: "ok",
    }),
    line("pending", "events_pending_count", "Pending events", { measure: "count", tone: "wait" }),
    line("queue", "events_oldest_pending", "Oldest pending event", {
      measure: "max_age",
      tone: "wait",
      unit: "time",
    }),
    line("eventCounts", "events_pending_rate", "Pending rate", {
      measure: "count",
      tone: "wait",
      unit: "rate",
      isPerMinute: true,
    }),
    line("attempts", "attempts_delivered_rate", "Delivered rate", {
      measure: "delivered_count",
      tone: "ok",
      unit: "rate",
      isPerMinute: true,
    }),
    line("eventCounts", "events_max_rate", "Max rate", {
      measure: "count",
      unit: "rate",
      isPerMinute: true,
      isHighest: true,
      hasRateLimit: true,
    }),
    line("attempts", "attempts_average_response_time", "Average response time", {
      measure: "response_latency_avg",
      unit: "time",
      empty: null,
    }),
    line("attempts", "attempts_error_rate", "Error rate", {
      measure: "error_rate",
      tone: "bad",
      unit: "share",
      empty: null,
    }),
    line("latencies", "attempts_p95_response_time", "Response time, 95th percentile", {
      measure: "response_latency_p95",
      unit: "time",
      empty: null,
    }),
    table<"attempts">({
      id: "attempts_by_error",
      title: "Failed attempts by error",
      unit: "count",
      dataset: "attempts",
      splitBy: "error_code",
      first: "Error",
      columns: [{ name: "Attempts", measure: "failed_count", unit: "count" }],
    }),
    table<"attempts">({
      id: "attempts_by_destination",
      title: "Attempts by destination",
      unit: "count",
      dataset: "attempts",
      splitBy: "destination_id",
      first: "Destination",
      columns: [
        { name: "Attempts", measure: "count", unit: "count" },
        { name: "Error rate", measure: "error_rate", unit: "share" },
        { name: "Response time", measure: "response_latency_avg", unit: "time" },
      ],
    }),
  ],
};
