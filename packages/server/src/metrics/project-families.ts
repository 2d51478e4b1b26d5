/**
 * Which metrics does a project export?
 *
 * Counters count one UTC day and begin anew with the next: that is what the store can answer by key, and every reader of
 * counters knows how to go on after a restart. Only what never shrinks is a counter. The states of today's events and
 * requests are gauges, because an event leaves one state for another. Labels are the project's own ids and names and
 * words of the contract.
 */
import { publicId } from "@posthorn/contract/ids";
import { SECONDS } from "../histogram.ts";
import {
  type HistogramSample,
  type Labels,
  type MetricFamily,
  counter,
  gauge,
  histogram,
} from "./families.ts";
import { latencyOf } from "./latency.ts";
import type { AttemptCount, LatencyCount, PendingCount, ProjectCounts } from "./project-counts.sql.ts";

export function projectFamilies(
  { requests, events, ignored, attempts, latencies }: ProjectCounts,
  pending: readonly PendingCount[],
): MetricFamily[] {
  return [
    counter(
      "posthorn_project_requests",
      "Requests of this UTC day, rejected ones included.",
      summed(requests, sourceLabels),
    ),
    gauge(
      "posthorn_project_requests_rejected",
      "Requests of this UTC day that are rejected now, by cause.",
      summed(
        requests.filter(({ rejection_cause }) => rejection_cause !== ""),
        (row) => ({ ...sourceLabels(row), cause: row.rejection_cause }),
      ),
    ),
    counter(
      "posthorn_project_events",
      "Events made of the requests of this UTC day.",
      summed(events, connectionLabels),
    ),
    gauge(
      "posthorn_project_events_by_status",
      "Events of this UTC day, by their present status.",
      summed(events, (row) => ({ ...connectionLabels(row), status: row.status })),
    ),
    counter(
      "posthorn_project_ignored_events",
      "Ignored events of this UTC day, by cause.",
      summed(ignored, (row) => ({ ...connectionLabels(row), cause: row.cause })),
    ),
    counter(
      "posthorn_project_attempts",
      "Attempts of this UTC day.",
      summed(attempts, (row) => ({ ...connectionLabels(row), status: row.status })),
    ),
    histogram(
      "posthorn_project_attempt_response_seconds",
      "From the wire to the answer, of this UTC day's attempts that got one; right within 2 %.",
      responses(attempts, latencies),
    ),
    gauge(
      "posthorn_project_pending_events",
      "Events that wait for a destination now.",
      pending.map((row) => ({ labels: destinationLabels(row), value: row.depth })),
    ),
    gauge(
      "posthorn_project_oldest_pending_seconds",
      "How long the oldest of them has waited, as of the last sample.",
      pending.flatMap((row) =>
        row.oldest_ms === null ? [] : [{ labels: destinationLabels(row), value: row.oldest_ms / 1000 }],
      ),
    ),
  ];
}

export function sourceLabels({ source_id, source }: { source_id: string; source: string }): Labels {
  return { source_id: publicId("source", source_id), source };
}

export function destinationLabels(row: { destination_id: string; destination: string }): Labels {
  return { destination_id: publicId("destination", row.destination_id), destination: row.destination };
}

export function connectionLabels(
  row: Parameters<typeof destinationLabels>[0] & { connection_id: string; connection: string },
): Labels {
  return {
    connection_id: publicId("connection", row.connection_id),
    connection: row.connection,
    ...destinationLabels(row),
  };
}

/** One sample for all rows with the same labels. */
export function summed<Row extends { count: number }>(
  rows: readonly Row[],
  labelsOf: (row: Row) => Labels,
): { labels: Labels; value: number }[] {
  const samples = new Map<string, { labels: Labels; value: number }>();
  for (const row of rows) {
    const labels = labelsOf(row);
    const key = JSON.stringify(labels);
    const sample = samples.get(key);
    if (sample) sample.value += row.count;
    else samples.set(key, { labels, value: row.count });
  }
  return [...samples.values()];
}

function responses(attempts: readonly AttemptCount[], latencies: readonly LatencyCount[]): HistogramSample[] {
  const sumMs = new Map<string, number>();
  for (const { destination_id, response_ms } of attempts)
    sumMs.set(destination_id, (sumMs.get(destination_id) ?? 0) + response_ms);
  const samples = new Map<string, HistogramSample & { counts: number[] }>();
  for (const row of latencies) {
    let sample = samples.get(row.destination_id);
    if (!sample) {
      const counts = Array.from({ length: SECONDS.length + 1 }, () => 0);
      const sum = (sumMs.get(row.destination_id) ?? 0) / 1000;
      samples.set(
        row.destination_id,
        (sample = { labels: destinationLabels(row), bounds: SECONDS, counts, sum }),
      );
    }
    const bucket = bucketFor(latencyOf(row.latency_bucket) / 1000);
    sample.counts[bucket] = (sample.counts[bucket] ?? 0) + row.count;
  }
  return [...samples.values()];
}

function bucketFor(seconds: number): number {
  const at = SECONDS.findIndex((bound) => seconds <= bound);
  return at === -1 ? SECONDS.length : at;
}
