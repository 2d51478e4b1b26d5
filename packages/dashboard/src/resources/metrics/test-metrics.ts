/** Answers of the metrics endpoints for component tests, as the server would send them: rows only where something happened. */
import type { MetricRow } from "@posthorn/contract/metrics";
import { parseSearch } from "@posthorn/contract/search-codec";
import type { Answers } from "../api/test-api.ts";

const STEPS_MS: Record<string, number> = { m: 60_000, h: 3_600_000, d: 86_400_000 };

export function aMetricsReply(data: readonly MetricRow[], warning?: string) {
  return {
    data,
    metadata: {
      granularity: null,
      query_time_ms: 3,
      row_count: data.length,
      row_limit: 10_000,
      truncated: warning !== undefined,
      ...(warning !== undefined && { warning }),
    },
  };
}

export interface AskedMetrics {
  measures: readonly string[];
  dimension: string | undefined;
  start: number;
  end: number;
  granularity: string | undefined;
}

function timeIn(value: unknown): number {
  return typeof value === "string" ? Date.parse(value) : Number.NaN;
}

function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** What a call asked for. */
export function askedMetrics(url: URL): AskedMetrics {
  const { measures, dimensions, date_range, granularity } = parseSearch(url.search);
  const range = typeof date_range === "object" && !Array.isArray(date_range) ? date_range : {};
  return {
    measures: textsIn(measures),
    dimension: textsIn(dimensions)[0],
    start: timeIn(range["start"]),
    end: timeIn(range["end"]),
    granularity: typeof granularity === "string" ? granularity : undefined,
  };
}

/** A row for each step of the range, aligned to the clock, and each of the values of a dimension. All measures have the same value. */
export function rowsFor(url: URL, valueAt: (step: number) => number, values: Record<string, string[]> = {}) {
  const { measures, dimension, start, end, granularity } = askedMetrics(url);
  const [, amount, unit] = /^(\d+)(\w)$/.exec(granularity ?? "") ?? [];
  const stepMs = granularity === undefined ? end - start : Number(amount) * (STEPS_MS[unit ?? ""] ?? 1);
  const splits =
    dimension === undefined ? [{}] : (values[dimension] ?? []).map((value) => ({ [dimension]: value }));
  const firstMs = granularity === undefined ? start : Math.floor(start / stepMs) * stepMs;
  return Array.from({ length: Math.ceil((end - firstMs) / stepMs) }, (_step, step) =>
    splits.map((dimensions): MetricRow => ({
      time_bucket: granularity === undefined ? null : new Date(firstMs + step * stepMs).toISOString(),
      dimensions,
      metrics: Object.fromEntries(
        measures.map((measure) => [measure, measure.endsWith("_rate") ? 0.25 : valueAt(step)]),
      ),
    })),
  ).flat();
}

const METRIC_PATHS = ["requests", "events", "attempts", "queue-depth", "events-pending-timeseries"] as const;

/** Every endpoint answers in the same way. */
export function metricAnswers(answer: (url: URL) => object): Answers {
  return Object.fromEntries(METRIC_PATHS.map((path) => [`GET /2025-07-01/metrics/${path}`, answer]));
}
