/**
 * Which numbers about traffic can a caller ask for, by what can they be split, and how are they answered?
 *
 * Each of the seven endpoints has measures (what is counted), dimensions (by what the rows are split) and filters.
 * A row exists only where something was counted: a time bucket without traffic has no row. `docs/reference/metrics.md`
 * says what each measure counts; decision 38 has the choices where the vendor's documents are silent.
 */
import * as z from "zod/mini";
import { ATTEMPT_STATUSES, EVENT_STATUSES, LOG_LEVELS, REJECTION_CAUSES } from "./causes.ts";
import { defineEndpoint, type Endpoint } from "./endpoint.ts";
import { Granularity } from "./granularity.ts";
import { DateText, IdFilter, IntegerFilter, ResponseStatusFilter, TextFilter, enumFilter } from "./lists.ts";

/** Upper case here, unlike the statuses in the list of requests. */
export const REQUEST_METRIC_STATUSES = ["ACCEPTED", "REJECTED"] as const;

export const REQUEST_MEASURES = [
  "count",
  "accepted_count",
  "rejected_count",
  "discarded_count",
  "avg_events_per_request",
  "avg_ignored_per_request",
] as const;
export const REQUEST_DIMENSIONS = [
  "source_id",
  "rejection_cause",
  "status",
  "bulk_retry_ids",
  "events_count",
  "ignored_count",
] as const;

/** `max_count_per_second`: the most events that were created within one second. */
export const EVENT_MEASURES = [
  "count",
  "successful_count",
  "failed_count",
  "scheduled_count",
  "paused_count",
  "error_rate",
  "avg_attempts",
  "scheduled_retry_count",
  "max_count_per_second",
] as const;
/** `failure` is ours: why a failed one failed, its error code or else the response status, such as `503`. */
export const EVENT_DIMENSIONS = [
  "status",
  "source_id",
  "webhook_id",
  "destination_id",
  "delivery_group",
  "error_code",
  "event_data_id",
  "cli_id",
  "cli_user_id",
  "attempts",
  "response_status",
  "failure",
] as const;

/** Latencies are in milliseconds. Percentiles are right within 2 %. `response_latency_p50` is ours. */
export const ATTEMPT_MEASURES = [
  "count",
  "successful_count",
  "failed_count",
  "delivered_count",
  "error_rate",
  "response_latency_avg",
  "response_latency_max",
  "response_latency_p95",
  "response_latency_p99",
  "delivery_latency_avg",
  "response_latency_p50",
] as const;
/**
 * `source_id` and `webhook_id` are ours: the pages of a source and of a connection show their attempts. So is `failure`,
 * as for events.
 */
export const ATTEMPT_DIMENSIONS = [
  "destination_id",
  "delivery_group",
  "event_id",
  "status",
  "error_code",
  "bulk_retry_id",
  "trigger",
  "source_id",
  "webhook_id",
  "failure",
] as const;

export const EVENT_BY_ISSUE_MEASURES = ["count"] as const;
export const EVENT_BY_ISSUE_DIMENSIONS = ["issue_id", "source_id", "destination_id", "webhook_id"] as const;

/** `max_depth` is a number of events, `max_age` the age of the oldest of them in milliseconds. */
export const QUEUE_DEPTH_MEASURES = ["max_depth", "max_age"] as const;
export const QUEUE_DEPTH_DIMENSIONS = ["destination_id", "delivery_group"] as const;

/** A failed execution returned no request. The other counts are by the highest level that an execution logged. */
export const TRANSFORMATION_MEASURES = [
  "count",
  "successful_count",
  "failed_count",
  "error_rate",
  "error_count",
  "warn_count",
  "info_count",
  "debug_count",
] as const;
export const TRANSFORMATION_DIMENSIONS = [
  "transformation_id",
  "webhook_id",
  "log_level",
  "issue_id",
] as const;

export const PENDING_MEASURES = ["count"] as const;
export const PENDING_DIMENSIONS = ["destination_id", "delivery_group"] as const;

/** Empty text: the rows of this group have no such value, for example no `error_code`. No real value is empty. */
export const MetricDimension = z.union([z.string(), z.number(), z.boolean()]);
export type MetricDimension = z.output<typeof MetricDimension>;

export const MetricRow = z.object({
  /** When the bucket begins; null if the query has no granularity. */
  time_bucket: z.nullable(z.string()),
  dimensions: z.record(z.string(), MetricDimension),
  /** Null: there is nothing to take an average, a rate or a maximum of. Rates are between 0 and 1. */
  metrics: z.record(z.string(), z.nullable(z.number())),
});
export type MetricRow = z.output<typeof MetricRow>;

export const MetricsReply = z.object({
  /** In the order of time; within one bucket, the highest value of the first measure comes first. */
  data: z.array(MetricRow),
  metadata: z.object({
    granularity: z.nullable(z.string()),
    query_time_ms: z.number(),
    row_count: z.int(),
    row_limit: z.int(),
    /** `data` is not everything; `warning` says why. */
    truncated: z.boolean(),
    /** Also names the filters that were ignored because the endpoint has none of that name. */
    warning: z.optional(z.string()),
  }),
});
export type MetricsReply = z.output<typeof MetricsReply>;

/** From `start` on, up to `end`, which is not included. */
const DateRange = z.object({ start: DateText, end: DateText }).check(({ value, issues }) => {
  const message = "must not be before date_range.start";
  if (value.end < value.start) issues.push({ code: "custom", path: ["end"], message, input: value });
});

const WholeNumber = z.pipe(
  z.union([z.int().check(z.minimum(0)), z.string().check(z.regex(/^\d{1,9}$/, "must be a number"))]),
  z.transform((value: string | number) => Number(value)),
);

/** Both ends are included. */
const CountRange = z.object({ min: z.optional(WholeNumber), max: z.optional(WholeNumber) });
export type CountRange = z.output<typeof CountRange>;

const RequestMetricFilters = z.object({
  source_id: z.optional(IdFilter),
  rejection_cause: z.optional(enumFilter(REJECTION_CAUSES)),
  status: z.optional(enumFilter(REQUEST_METRIC_STATUSES)),
  bulk_retry_ids: z.optional(IdFilter),
  events_count: z.optional(CountRange),
  ignored_count: z.optional(CountRange),
});

const EventMetricFilters = z.object({
  source_id: z.optional(IdFilter),
  webhook_id: z.optional(IdFilter),
  destination_id: z.optional(IdFilter),
  delivery_group: z.optional(TextFilter),
  status: z.optional(enumFilter(EVENT_STATUSES)),
  error_code: z.optional(TextFilter),
  issue_ids: z.optional(IdFilter),
  bulk_retry_ids: z.optional(IdFilter),
  event_data_id: z.optional(IdFilter),
  cli_id: z.optional(IdFilter),
  cli_user_id: z.optional(IdFilter),
  attempts: z.optional(IntegerFilter),
  response_status: z.optional(ResponseStatusFilter),
});

const AttemptMetricFilters = z.object({
  source_id: z.optional(IdFilter),
  webhook_id: z.optional(IdFilter),
  destination_id: z.optional(IdFilter),
  delivery_group: z.optional(TextFilter),
  event_id: z.optional(IdFilter),
  status: z.optional(enumFilter(ATTEMPT_STATUSES)),
  error_code: z.optional(TextFilter),
  bulk_retry_id: z.optional(IdFilter),
  trigger: z.optional(TextFilter),
});

const EventByIssueMetricFilters = z.object({
  issue_id: IdFilter,
  source_id: z.optional(IdFilter),
  destination_id: z.optional(IdFilter),
  webhook_id: z.optional(IdFilter),
});

const QueueMetricFilters = z.object({
  destination_id: z.optional(IdFilter),
  delivery_group: z.optional(TextFilter),
});

const TransformationMetricFilters = z.object({
  transformation_id: z.optional(IdFilter),
  webhook_id: z.optional(IdFilter),
  log_level: z.optional(enumFilter(LOG_LEVELS)),
  issue_id: z.optional(IdFilter),
});

interface Definition<Measures, Dimensions, Filters> {
  path: string;
  summary: string;
  measures: Measures;
  dimensions: Dimensions;
  /** Unknown filters are ignored, as the vendor does; `metadata.warning` names them. */
  filters: Filters;
}

function metricsEndpoint<
  const Measures extends readonly [string, ...string[]],
  const Dimensions extends readonly [string, ...string[]],
  Filters extends z.ZodMiniType,
>({ path, summary, measures, dimensions, filters }: Definition<Measures, Dimensions, Filters>) {
  return defineEndpoint({
    method: "GET",
    path: `/metrics/${path}`,
    summary,
    right: "see",
    query: z
      .object({
        date_range: DateRange,
        granularity: z.optional(Granularity),
        measures: enumFilter(measures),
        dimensions: z.optional(enumFilter(dimensions)),
        filters,
      })
      .check(({ value, issues }) => {
        if (!isSplitByGroup(value.dimensions) || hasDestination(value)) return;
        const at = ["filters", "destination_id"];
        issues.push({ code: "custom", path: at, message: "is required", input: value });
      }),
    reply: MetricsReply,
  });
}

/** Groups belong to a destination: two destinations may have groups of the same name. */
function isSplitByGroup(dimensions: readonly string[] | undefined): boolean {
  return dimensions?.includes("delivery_group") === true;
}

function hasDestination(query: object): boolean {
  const filters: unknown = "filters" in query ? query.filters : undefined;
  return typeof filters === "object" && filters !== null && "destination_id" in filters;
}

export const queryRequestMetrics = metricsEndpoint({
  path: "requests",
  summary: "Count requests",
  measures: REQUEST_MEASURES,
  dimensions: REQUEST_DIMENSIONS,
  filters: z.optional(RequestMetricFilters),
});
export const queryEventMetrics = metricsEndpoint({
  path: "events",
  summary: "Count events, by the status that they have now",
  measures: EVENT_MEASURES,
  dimensions: EVENT_DIMENSIONS,
  filters: z.optional(EventMetricFilters),
});
export const queryAttemptMetrics = metricsEndpoint({
  path: "attempts",
  summary: "Count attempts, with the time that destinations take to answer",
  measures: ATTEMPT_MEASURES,
  dimensions: ATTEMPT_DIMENSIONS,
  filters: z.optional(AttemptMetricFilters),
});
export const queryEventsByIssueMetrics = metricsEndpoint({
  path: "events-by-issue",
  summary: "Count the events of issues",
  measures: EVENT_BY_ISSUE_MEASURES,
  dimensions: EVENT_BY_ISSUE_DIMENSIONS,
  filters: EventByIssueMetricFilters,
});
export const queryQueueDepthMetrics = metricsEndpoint({
  path: "queue-depth",
  summary: "How many events waited for a destination, and for how long",
  measures: QUEUE_DEPTH_MEASURES,
  dimensions: QUEUE_DEPTH_DIMENSIONS,
  filters: z.optional(QueueMetricFilters),
});
export const queryTransformationMetrics = metricsEndpoint({
  path: "transformations",
  summary: "Count executions of transformations",
  measures: TRANSFORMATION_MEASURES,
  dimensions: TRANSFORMATION_DIMENSIONS,
  filters: z.optional(TransformationMetricFilters),
});
export const queryPendingMetrics = metricsEndpoint({
  path: "events-pending-timeseries",
  summary: "How many events waited, over time",
  measures: PENDING_MEASURES,
  dimensions: PENDING_DIMENSIONS,
  filters: z.optional(QueueMetricFilters),
});

export const METRICS_ENDPOINTS: readonly Endpoint[] = [
  queryRequestMetrics,
  queryEventMetrics,
  queryAttemptMetrics,
  queryEventsByIssueMetrics,
  queryQueueDepthMetrics,
  queryTransformationMetrics,
  queryPendingMetrics,
];
