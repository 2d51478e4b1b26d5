/**
 * How do a project's counts become points of Datadog?
 *
 * One point for each minute and series, as counts and gauges of `POST /api/v2/series`. A minute may still grow after it
 * was sent, when an attempt that began in it ends. So every push sends the last minutes again: Datadog keeps the last
 * value for a series and time. That also fills the gap after an outage of up to `REACH_MS`, without a memory of what
 * was sent. Datadog refuses points that are older than an hour.
 */
import type { Labels } from "./families.ts";
import { LatencyCounts } from "./latency.ts";
import type { AttemptCount, LatencyCount, PendingCount, ProjectCounts } from "./project-counts.sql.ts";
import { connectionLabels, destinationLabels, sourceLabels, summed } from "./project-families.ts";

const MINUTE_MS = 60_000;
/** Longer than any attempt takes, so that none is missed. */
const SENT_AGAIN_MS = 10 * MINUTE_MS;
const REACH_MS = 50 * MINUTE_MS;
/** Datadog takes 512,000 bytes. */
const DATADOG_MAX_BYTES = 400_000;

const COUNT = 1;
const GAUGE = 3;

export interface DatadogSeries {
  metric: string;
  type: typeof COUNT | typeof GAUGE;
  interval?: number;
  points: { timestamp: number; value: number }[];
  tags: string[];
}

/** The whole minutes that a push sends: those since the last success and the last few, the present one included. */
export function minutesToSend(
  nowMs: number,
  succeededAtMs: number | null,
): { fromMs: number; untilMs: number } {
  const untilMs = nowMs - (nowMs % MINUTE_MS) + MINUTE_MS;
  const missedFromMs = succeededAtMs ?? nowMs;
  const fromMs = Math.max(nowMs - REACH_MS, Math.min(nowMs, missedFromMs) - SENT_AGAIN_MS);
  return { fromMs: fromMs - (fromMs % MINUTE_MS), untilMs };
}

export function datadogSeries(
  { requests, events, ignored, attempts, latencies }: ProjectCounts,
  pending: readonly PendingCount[],
  nowMs: number,
): DatadogSeries[] {
  const rejected = requests.filter(({ rejection_cause }) => rejection_cause !== "");
  return [
    ...counts("posthorn.requests", requests, sourceLabels),
    ...counts("posthorn.requests.rejected", rejected, (row) => ({
      ...sourceLabels(row),
      cause: row.rejection_cause,
    })),
    ...counts("posthorn.events", events, connectionLabels),
    ...counts("posthorn.ignored_events", ignored, (row) => ({ ...connectionLabels(row), cause: row.cause })),
    ...counts("posthorn.attempts", attempts, (row) => ({ ...connectionLabels(row), status: row.status })),
    ...averages(attempts, latencies),
    ...percentiles(latencies),
    ...pending.flatMap((row) => [
      gaugeOf("posthorn.events.pending", destinationLabels(row), [{ atMs: nowMs, value: row.depth }]),
      ...(row.oldest_ms === null
        ? []
        : [
            gaugeOf("posthorn.events.pending.oldest_seconds", destinationLabels(row), [
              { atMs: nowMs, value: row.oldest_ms / 1000 },
            ]),
          ]),
    ]),
  ];
}

/** Series in as few groups as fit into one call each. */
export function inCalls(series: readonly DatadogSeries[], maxBytes = DATADOG_MAX_BYTES): Buffer[] {
  const calls: string[][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const one of series) {
    const text = JSON.stringify(one);
    const size = Buffer.byteLength(text) + 1;
    if (bytes + size > maxBytes) {
      calls.push([]);
      bytes = 0;
    }
    calls.at(-1)?.push(text);
    bytes += size;
  }
  return calls.map((texts) => Buffer.from(`{"series":[${texts.join(",")}]}`));
}

function counts<Row extends { count: number; atMs: number }>(
  metric: string,
  rows: readonly Row[],
  labelsOf: (row: Row) => Labels,
): DatadogSeries[] {
  const bySeries = new Map<string, DatadogSeries>();
  for (const [atMs, ofMinute] of Map.groupBy(rows, (row) => row.atMs)) {
    for (const { labels, value } of summed(ofMinute, labelsOf)) {
      const key = JSON.stringify(labels);
      let series = bySeries.get(key);
      if (!series)
        bySeries.set(key, (series = { metric, type: COUNT, interval: 60, points: [], tags: tagsOf(labels) }));
      series.points.push({ timestamp: atMs / 1000, value });
    }
  }
  return [...bySeries.values()];
}

function minuteOf({ destination_id, atMs }: { destination_id: string; atMs: number }): string {
  return `${destination_id} ${atMs}`;
}

/** Of answered attempts. Averages and percentiles cannot be added up, so each minute and destination has its own. */
function averages(attempts: readonly AttemptCount[], latencies: readonly LatencyCount[]): DatadogSeries[] {
  const sumMs = new Map<string, number>();
  for (const row of attempts) sumMs.set(minuteOf(row), (sumMs.get(minuteOf(row)) ?? 0) + row.response_ms);
  return gauges("posthorn.attempts.response_time.avg", latencies, (rows, first) => {
    const answered = rows.reduce((sum, { count }) => sum + count, 0);
    return (sumMs.get(minuteOf(first)) ?? 0) / answered;
  });
}

function percentiles(latencies: readonly LatencyCount[]): DatadogSeries[] {
  return ([95, 99] as const).flatMap((share) =>
    gauges(`posthorn.attempts.response_time.p${share}`, latencies, (rows) => {
      const byBucket = new LatencyCounts();
      for (const { latency_bucket, count } of rows) byBucket.add(latency_bucket, count);
      return byBucket.percentile(share / 100) ?? 0;
    }),
  );
}

/** A series for each destination with a point for each minute, in seconds. */
function gauges(
  metric: string,
  latencies: readonly LatencyCount[],
  msOf: (rows: readonly LatencyCount[], first: LatencyCount) => number,
): DatadogSeries[] {
  const byDestination = Map.groupBy(latencies, ({ destination_id }) => destination_id);
  return [...byDestination.values()].flatMap((ofOne) => {
    const [first] = ofOne;
    if (!first) return [];
    const minutes = [...Map.groupBy(ofOne, ({ atMs }) => atMs).values()];
    const points = minutes.flatMap((rows) =>
      rows[0] ? [{ atMs: rows[0].atMs, value: msOf(rows, rows[0]) / 1000 }] : [],
    );
    return [gaugeOf(metric, destinationLabels(first), points)];
  });
}

function gaugeOf(metric: string, labels: Labels, points: { atMs: number; value: number }[]): DatadogSeries {
  return {
    metric,
    type: GAUGE,
    points: points.map(({ atMs, value }) => ({ timestamp: Math.floor(atMs / 1000), value })),
    tags: tagsOf(labels),
  };
}

/** A comma would end the tag. */
function tagsOf(labels: Labels): string[] {
  return Object.entries(labels).map(([name, value]) => `${name}:${value.replaceAll(",", "_")}`);
}
