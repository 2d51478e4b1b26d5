/**
 * Which pages of metrics are there, and which charts can an address name? A file of its own, because addresses are read
 * before the charts are loaded.
 */
import type { EntityDimension } from "./metric-queries.ts";

export const CATEGORIES = ["sources", "connections", "destinations"] as const;
export type Category = (typeof CATEGORIES)[number];

export const CATEGORY_LABELS: Record<Category, string> = {
  sources: "Sources",
  connections: "Connections",
  destinations: "Destinations",
};

export const CATEGORY_DIMENSIONS: Record<Category, EntityDimension> = {
  sources: "source_id",
  connections: "webhook_id",
  destinations: "destination_id",
};

export const METRIC_IDS = [
  "requests_count",
  "events_count",
  "requests_rate",
  "requests_rejected_count",
  "requests_rejection_rate",
  "requests_discarded_count",
  "requests_average_events",
  "requests_average_ignored",
  "requests_by_cause",
  "requests_by_source",
  "events_rate",
  "events_failed_count",
  "events_error_rate",
  "events_average_attempts",
  "events_scheduled_retry_count",
  "attempts_average_response_time",
  "events_by_error",
  "events_by_connection",
  "events_new_pending_count",
  "attempts_delivered_count",
  "events_pending_count",
  "events_oldest_pending",
  "events_pending_rate",
  "attempts_delivered_rate",
  "events_max_rate",
  "attempts_error_rate",
  "attempts_response_time",
  "attempts_by_error",
  "attempts_by_destination",
] as const;
export type MetricId = (typeof METRIC_IDS)[number];
