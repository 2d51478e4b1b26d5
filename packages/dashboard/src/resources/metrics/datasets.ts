/**
 * Which calls bring the numbers of the charts? Charts that name the same dataset share one call.
 *
 * Measures that the server cannot take from its plain counters (percentiles, averages per request) have a dataset of
 * their own, so that the other charts need not wait for them.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import {
  queryAttemptMetrics,
  queryEventMetrics,
  queryPendingMetrics,
  queryQueueDepthMetrics,
  queryRequestMetrics,
  type ATTEMPT_MEASURES,
  type EVENT_MEASURES,
  type PENDING_MEASURES,
  type QUEUE_DEPTH_MEASURES,
  type REQUEST_MEASURES,
} from "@posthorn/contract/metrics";

interface Dataset<Measure extends string> {
  endpoint: Endpoint;
  measures: readonly Measure[];
}

/** Makes the compiler check the measures of an endpoint. */
function dataset<Measure extends string>(endpoint: Endpoint, measures: readonly Measure[]): Dataset<Measure> {
  return { endpoint, measures };
}

export const DATASETS = {
  requests: dataset<(typeof REQUEST_MEASURES)[number]>(queryRequestMetrics, [
    "count",
    "accepted_count",
    "rejected_count",
    "discarded_count",
  ]),
  requestAverages: dataset<(typeof REQUEST_MEASURES)[number]>(queryRequestMetrics, [
    "avg_events_per_request",
    "avg_ignored_per_request",
  ]),
  events: dataset<(typeof EVENT_MEASURES)[number]>(queryEventMetrics, [
    "count",
    "failed_count",
    "error_rate",
    "avg_attempts",
    "scheduled_retry_count",
  ]),
  eventCounts: dataset<(typeof EVENT_MEASURES)[number]>(queryEventMetrics, ["count"]),
  attempts: dataset<(typeof ATTEMPT_MEASURES)[number]>(queryAttemptMetrics, [
    "count",
    "successful_count",
    "failed_count",
    "error_rate",
    "response_latency_avg",
  ]),
  latencies: dataset<(typeof ATTEMPT_MEASURES)[number]>(queryAttemptMetrics, [
    "response_latency_p50",
    "response_latency_p95",
  ]),
  queue: dataset<(typeof QUEUE_DEPTH_MEASURES)[number]>(queryQueueDepthMetrics, ["max_age"]),
  pending: dataset<(typeof PENDING_MEASURES)[number]>(queryPendingMetrics, ["count"]),
} as const;

export type DatasetName = keyof typeof DATASETS;
export type MeasureOf<Name extends DatasetName> = (typeof DATASETS)[Name]["measures"][number];
