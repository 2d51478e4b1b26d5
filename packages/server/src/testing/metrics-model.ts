/**
 * What should a metrics query answer? Counted from rows that the test knows, in the simplest way there is.
 *
 * Nothing of the product's own arithmetic is used here but the public ids.
 */
import { type IdKind, publicId } from "@posthorn/contract/ids";
import type { MetricDimension, MetricRow } from "@posthorn/contract/metrics";
import type {
  Traffic,
  TrafficAttempt,
  TrafficEvent,
  TrafficExecution,
  TrafficRequest,
} from "./random-traffic.ts";

export interface ModelQuery {
  startMs: number;
  endMs: number;
  granularity: { amount: number; unit: "s" | "m" | "h" | "d" | "w" | "M" } | null;
  measures: readonly string[];
  dimensions: readonly string[];
  filters: Readonly<Record<string, readonly string[]>>;
}

interface Cube<Fact> {
  facts: (traffic: Traffic) => readonly Fact[];
  atMs: (fact: Fact) => number;
  /** Values that can be filtered and split by, as callers see them. */
  value: (fact: Fact, name: string) => MetricDimension | null;
  measure: (facts: readonly Fact[], name: string) => number | null;
}

const WEEK_MS = 7 * 24 * 60 * 60 * 1000;
const UNITS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000, w: WEEK_MS };
const MONDAY_MS = Date.UTC(2024, 0, 1);

function bucketStart(atMs: number, { amount, unit }: NonNullable<ModelQuery["granularity"]>): string {
  const date = new Date(atMs);
  if (unit === "M") {
    const months = date.getUTCFullYear() * 12 + date.getUTCMonth();
    const first = months - (months % amount);
    return new Date(Date.UTC(Math.floor(first / 12), first % 12, 1)).toISOString();
  }
  const width = amount * UNITS[unit];
  // Any Monday will do for widths that divide a week; the first Monday of 1970 for all others.
  const origin = WEEK_MS % width === 0 ? MONDAY_MS : Date.UTC(1970, 0, 5);
  return new Date(origin + Math.floor((atMs - origin) / width) * width).toISOString();
}

const id = (kind: IdKind, uuid: string | null) => (uuid === null ? null : publicId(kind, uuid));
const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
const average = (numbers: readonly number[]) => (numbers.length === 0 ? null : sum(numbers) / numbers.length);
const known = (numbers: readonly (number | null)[]) => numbers.filter((one) => one !== null);
const rate = (part: number, whole: number) => (whole === 0 ? null : part / whole);

function quantile(numbers: readonly number[], share: number): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
}

const ACCEPTED = new Set<string | null>([null, "NO_CONNECTION"]);

const REQUESTS: Cube<TrafficRequest> = {
  facts: ({ requests }) => requests,
  atMs: ({ atMs }) => atMs,
  value(request, name) {
    const { source_id, rejection_cause, bulk_retry_id, events, ignored } = request;
    if (name === "source_id") return id("source", source_id);
    if (name === "rejection_cause") return rejection_cause;
    if (name === "status") return ACCEPTED.has(rejection_cause) ? "ACCEPTED" : "REJECTED";
    if (name === "bulk_retry_ids") return id("bulk_operation", bulk_retry_id);
    return name === "events_count" ? events : ignored;
  },
  measure(requests, name) {
    const accepted = requests.filter(({ rejection_cause }) => ACCEPTED.has(rejection_cause)).length;
    if (name === "count") return requests.length;
    if (name === "accepted_count") return accepted;
    if (name === "rejected_count") return requests.length - accepted;
    if (name === "discarded_count")
      return requests.filter(({ ignored, events, cliEvents }) => ignored > 0 && events + cliEvents === 0)
        .length;
    if (name === "avg_ignored_per_request") return average(requests.map(({ ignored }) => ignored));
    return average(requests.map(({ events, cliEvents }) => events + cliEvents));
  },
};

function failure({
  status,
  error_code,
  response_status,
}: Pick<TrafficEvent, "status" | "error_code" | "response_status">): string | null {
  if (status !== "FAILED") return null;
  return error_code ?? (response_status === null ? null : String(response_status));
}

const EVENTS: Cube<TrafficEvent> = {
  facts: ({ events }) => events,
  atMs: ({ atMs }) => atMs,
  value(event, name) {
    const { connection } = event;
    if (name === "source_id") return id("source", connection.source_id);
    if (name === "webhook_id") return id("connection", connection.id);
    if (name === "destination_id") return id("destination", connection.destination_id);
    if (name === "event_data_id") return id("payload", event.event_data_id);
    if (name === "cli_id") return id("cli_client", event.cli_id);
    if (name === "bulk_retry_ids") return id("bulk_operation", event.bulk_retry_id);
    if (name === "status") return event.status;
    if (name === "error_code") return event.error_code;
    if (name === "response_status") return event.response_status;
    if (name === "failure") return failure(event);
    return name === "delivery_group" ? event.delivery_group : event.attempts;
  },
  measure(events, name) {
    const of = (status: string) => events.filter((event) => event.status === status);
    const [failed, successful] = [of("FAILED").length, of("SUCCESSFUL").length];
    if (name === "count") return events.length;
    if (name === "successful_count") return successful;
    if (name === "failed_count") return failed;
    if (name === "scheduled_count") return of("SCHEDULED").length;
    if (name === "paused_count") return of("HOLD").length;
    if (name === "error_rate") return rate(failed, failed + successful);
    if (name === "avg_attempts") return average(events.map(({ attempts }) => attempts));
    if (name === "scheduled_retry_count")
      return of("FAILED").filter(({ next_attempt_at }) => next_attempt_at !== null).length;
    const seconds = Map.groupBy(events, ({ atMs }) => Math.floor(atMs / 1_000));
    return Math.max(...Array.from(seconds.values(), (inOne) => inOne.length));
  },
};

const ATTEMPTS: Cube<TrafficAttempt> = {
  facts: ({ attempts }) => attempts,
  atMs: ({ atMs }) => atMs,
  value(attempt, name) {
    const { event } = attempt;
    if (name === "event_id") return id("event", event.id);
    if (name === "status") return attempt.status;
    if (name === "error_code") return attempt.error_code;
    if (name === "trigger") return attempt.trigger;
    if (name === "failure") return failure(attempt);
    if (name === "bulk_retry_id") return id("bulk_operation", attempt.bulk_retry_id);
    return EVENTS.value(event, name);
  },
  measure(attempts, name) {
    const failed = attempts.filter(({ status }) => status === "FAILED").length;
    const answered = known(attempts.map(({ response_ms }) => response_ms));
    const delivered = known(attempts.map(({ delivery_ms }) => delivery_ms));
    if (name === "count") return attempts.length;
    if (name === "successful_count") return attempts.length - failed;
    if (name === "failed_count") return failed;
    if (name === "delivered_count") return delivered.length;
    if (name === "error_rate") return rate(failed, attempts.length);
    if (name === "response_latency_avg") return average(answered);
    if (name === "response_latency_max") return quantile(answered, 1);
    if (name === "response_latency_p50") return quantile(answered, 0.5);
    if (name === "response_latency_p95") return quantile(answered, 0.95);
    if (name === "response_latency_p99") return quantile(answered, 0.99);
    return average(delivered);
  },
};

const EXECUTIONS: Cube<TrafficExecution> = {
  facts: ({ executions }) => executions,
  atMs: ({ atMs }) => atMs,
  value(execution, name) {
    if (name === "transformation_id") return id("transformation", execution.transformation_id);
    if (name === "webhook_id") return id("connection", execution.webhook_id);
    return name === "log_level" ? execution.log_level : null;
  },
  measure(executions, name) {
    const of = (level: string) => executions.filter(({ log_level }) => log_level === level).length;
    if (name === "count") return executions.length;
    if (name === "failed_count") return of("fatal");
    if (name === "successful_count") return executions.length - of("fatal");
    if (name === "error_rate") return rate(of("fatal"), executions.length);
    return of(name.replace("_count", ""));
  },
};

/** By the last part of the path. */
export const MODEL = {
  requests: (traffic: Traffic, query: ModelQuery) => counted(REQUESTS, traffic, query),
  events: (traffic: Traffic, query: ModelQuery) => counted(EVENTS, traffic, query),
  attempts: (traffic: Traffic, query: ModelQuery) => counted(ATTEMPTS, traffic, query),
  transformations: (traffic: Traffic, query: ModelQuery) => counted(EXECUTIONS, traffic, query),
};

function counted<Fact>(cube: Cube<Fact>, traffic: Traffic, query: ModelQuery): MetricRow[] {
  const { startMs, endMs, granularity, dimensions, measures, filters } = query;
  const facts = cube.facts(traffic).filter((fact) => {
    const atMs = cube.atMs(fact);
    const isChosen = Object.entries(filters).every(([name, values]) =>
      values.includes(String(cube.value(fact, name))),
    );
    return atMs >= startMs && atMs < endMs && isChosen;
  });
  const keyOf = (fact: Fact) =>
    JSON.stringify([
      granularity && bucketStart(cube.atMs(fact), granularity),
      ...dimensions.map((name) => cube.value(fact, name) ?? ""),
    ]);
  return Array.from(Map.groupBy(facts, keyOf), ([key, group]) => {
    // The key is JSON that the line above wrote.
    const [time_bucket, ...values] = JSON.parse(key) as [string | null, ...MetricDimension[]];
    return {
      time_bucket,
      dimensions: Object.fromEntries(dimensions.map((name, at) => [name, values[at] ?? ""])),
      metrics: Object.fromEntries(measures.map((name) => [name, cube.measure(group, name)])),
    };
  });
}
