/**
 * Which charts are there, in which order, and from which numbers?
 *
 * The names are those of the specification where it has one, and each name has one definition on all pages (decision 65).
 * A line has a hue only if it shows a status; all else is ink.
 */
import type { EventStatus } from "@posthorn/contract/causes";
import { EVENT_STATUS_LABELS } from "@posthorn/contract/texts";
import { EVENT_STATUS_TONES } from "../events/event-status-tones.ts";
import type { Category } from "./categories.ts";
import { chart, line, table, type Metric } from "./metric.ts";

const REQUESTS = chart<"requests">({
  type: "chart:bar",
  id: "requests_count",
  title: "Requests",
  definition:
    "Requests to the URLs of sources, accepted or rejected. A request that found no connection is accepted.",
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
  definition: "Events at the time of their request, by the status that they have now.",
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

const AVERAGE_RESPONSE_TIME = line("attempts", "attempts_average_response_time", "Average response time", {
  definition:
    "From the moment a request was written to the destination until its answer, on average over all attempts that got an answer.",
  measure: "response_latency_avg",
  unit: "time",
  empty: null,
});

const RESPONSE_TIME = chart<"latencies">({
  type: "chart:line",
  id: "attempts_response_time",
  title: "Response time",
  definition:
    "From the moment a request was written to the destination until its answer. Of the attempts that got an answer, 50 % got it within p50 and 95 % within p95.",
  unit: "time",
  dataset: "latencies",
  empty: null,
  isSpread: true,
  lines: [
    { name: "p50", tone: "ink", measure: "response_latency_p50" },
    { name: "p95", tone: "ink", measure: "response_latency_p95", isDashed: true },
  ],
});

/** How it is said in a sentence, for the chart and for the column of a table. */
const ERROR_RATE_DEFINITION =
  "Error rate: failed attempts in % of all attempts. An attempt fails without an answer, or with a status other than 2xx. An event that fails twice and then succeeds has two failed attempts.";

const ERROR_RATE = line("attempts", "attempts_error_rate", "Error rate", {
  definition: ERROR_RATE_DEFINITION,
  measure: "error_rate",
  tone: "bad",
  unit: "share",
  empty: null,
});

const FAILED_SHARE_DEFINITION =
  "Failed share: events that are failed now in % of those that are failed or successful now. An event whose retry succeeds is no longer failed.";

export const METRICS_OF: Record<Category, readonly Metric[]> = {
  sources: [
    REQUESTS,
    line("requests", "requests_rate", "Request rate", {
      definition: "Requests per minute, accepted or rejected.",
      measure: "count",
      unit: "rate",
      isPerMinute: true,
    }),
    line("requests", "requests_rejected_count", "Rejected requests", {
      definition: "Requests that a source did not accept, for example because of a wrong signature.",
      measure: "rejected_count",
      tone: "bad",
    }),
    line("requests", "requests_rejection_rate", "Rejection rate", {
      definition: "Rejected requests in % of all requests.",
      measure: "rejected_count",
      of: "count",
      tone: "bad",
      unit: "share",
      empty: null,
    }),
    line("requests", "requests_discarded_count", "Discarded requests", {
      definition: "Accepted requests of which every connection ignored the event, for example by a filter.",
      measure: "discarded_count",
    }),
    line("requestAverages", "requests_average_events", "Events per request", {
      definition: "Events of all requests, events to CLIs included, divided by the number of requests.",
      measure: "avg_events_per_request",
      unit: "average",
      empty: null,
    }),
    line("requestAverages", "requests_average_ignored", "Ignored events per request", {
      definition: "Ignored events of all requests, divided by the number of requests.",
      measure: "avg_ignored_per_request",
      unit: "average",
      empty: null,
    }),
    table<"requests">({
      id: "requests_by_cause",
      title: "Rejected requests by cause",
      definition: "Rejected requests of the whole range.",
      unit: "count",
      dataset: "requests",
      splitBy: "rejection_cause",
      first: "Cause",
      columns: [{ name: "Requests", measure: "rejected_count", unit: "count" }],
    }),
    table<"requests">({
      id: "requests_by_source",
      title: "Requests by source",
      definition: "Requests of the whole range. Rejection rate: rejected requests in % of all requests.",
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
    chart<"events">({
      type: "chart:line",
      id: "events_rate",
      title: "Event rate",
      definition:
        "Received: events per minute at the time of their request, whatever became of them. Ignored events are not events. Delivered: attempts per minute that the destination answered with a 2xx status, at the time of the attempt.",
      unit: "rate",
      dataset: "events",
      empty: 0,
      lines: [{ name: "received", tone: "ink", measure: "count", isPerMinute: true, isDashed: true }],
      beside: {
        name: "delivered",
        tone: "ink",
        dataset: "attempts",
        measure: "successful_count",
        isPerMinute: true,
      },
    }),
    line("events", "events_failed_count", "Failed events", {
      definition:
        "Events that are failed now, also those with a planned retry, at the time of their request.",
      measure: "failed_count",
      tone: "bad",
    }),
    line("events", "events_error_rate", "Failed share", {
      definition: FAILED_SHARE_DEFINITION,
      measure: "error_rate",
      tone: "bad",
      unit: "share",
      empty: null,
    }),
    ERROR_RATE,
    line("events", "events_average_attempts", "Average attempts", {
      definition: "Attempts made so far, divided by the number of events.",
      measure: "avg_attempts",
      unit: "average",
      empty: null,
    }),
    line("events", "events_scheduled_retry_count", "Scheduled retries", {
      definition: "Failed events that have a planned retry now, at the time of their request.",
      measure: "scheduled_retry_count",
    }),
    AVERAGE_RESPONSE_TIME,
    RESPONSE_TIME,
    table<"events">({
      id: "events_by_error",
      title: "Failed events by error",
      definition:
        "Events of the whole range that are failed now, by the error or the response status of their last attempt.",
      unit: "count",
      dataset: "events",
      splitBy: "failure",
      first: "Error",
      columns: [{ name: "Events", measure: "failed_count", unit: "count" }],
    }),
    table<"events">({
      id: "events_by_connection",
      title: "Events by connection",
      definition: `Events of the whole range. ${FAILED_SHARE_DEFINITION}`,
      unit: "count",
      dataset: "events",
      splitBy: "webhook_id",
      first: "Connection",
      columns: [
        { name: "Events", measure: "count", unit: "count" },
        { name: "Failed", measure: "failed_count", unit: "count" },
        { name: "Failed share", measure: "error_rate", unit: "share" },
      ],
    }),
  ],
  destinations: [
    line("eventCounts", "events_new_pending_count", "New pending events", {
      definition: "New events for a destination, whatever became of them since.",
      measure: "count",
      tone: "wait",
    }),
    line("attempts", "attempts_delivered_count", "Delivered attempts", {
      definition: "Attempts that the destination answered with a 2xx status.",
      measure: "successful_count",
      tone: "ok",
    }),
    line("pending", "events_pending_count", "Pending events", {
      definition:
        "The most events that waited in the queue of a destination; of several destinations, the sum. Sampled every 15 seconds. An event that waits for its delay or its retry is not in the queue.",
      measure: "count",
      tone: "wait",
      isPeak: true,
    }),
    line("queue", "events_oldest_pending", "Oldest pending event", {
      definition:
        "The highest age of the oldest event in the queue of a destination. Sampled every 15 seconds. An event that waits for its delay or its retry is not in the queue.",
      measure: "max_age",
      tone: "wait",
      unit: "time",
      isPeak: true,
    }),
    line("eventCounts", "events_pending_rate", "Pending rate", {
      definition: "New events for a destination per minute, whatever became of them since.",
      measure: "count",
      tone: "wait",
      unit: "rate",
      isPerMinute: true,
    }),
    line("attempts", "attempts_delivered_rate", "Delivered rate", {
      definition: "Attempts per minute that the destination answered with a 2xx status.",
      measure: "successful_count",
      tone: "ok",
      unit: "rate",
      isPerMinute: true,
    }),
    line("eventCounts", "events_max_rate", "Max rate", {
      definition:
        "The most new events for a destination in one minute. Ranges of more than a day compare longer steps, so a short burst counts less there.",
      measure: "count",
      unit: "rate",
      isPerMinute: true,
      isPeak: true,
      isHighest: true,
      hasRateLimit: true,
    }),
    AVERAGE_RESPONSE_TIME,
    ERROR_RATE,
    RESPONSE_TIME,
    table<"attempts">({
      id: "attempts_by_error",
      title: "Failed attempts by error",
      definition:
        "Attempts of the whole range that failed, by their error or by the status that the destination answered with.",
      unit: "count",
      dataset: "attempts",
      splitBy: "failure",
      first: "Error",
      columns: [{ name: "Attempts", measure: "failed_count", unit: "count" }],
    }),
    table<"attempts">({
      id: "attempts_by_destination",
      title: "Attempts by destination",
      definition: `Attempts of the whole range. ${ERROR_RATE_DEFINITION}`,
      unit: "count",
      dataset: "attempts",
      splitBy: "destination_id",
      first: "Destination",
      columns: [
        { name: "Attempts", measure: "count", unit: "count" },
        { name: "Error rate", measure: "error_rate", unit: "share" },
        { name: "Average response time", measure: "response_latency_avg", unit: "time" },
      ],
    }),
  ],
};
