import { expect, test } from "vitest";
import { headlineOf } from "./metric-headline.ts";
import type { MetricsAnswer } from "./metric-queries.ts";
import type { MetricRange } from "./metric-range.ts";
import { chartOf } from "./metric-series.ts";
import type { ChartMetric } from "./metric.ts";
import { METRICS_OF } from "./metrics.ts";
import { stepTime } from "./range-text.ts";

const MINUTE_MS = 60_000;
const startMs = Date.parse("2026-11-15T10:00:00.000Z");
const range = { startMs, endMs: startMs + 4.5 * MINUTE_MS, stepMs: MINUTE_MS, granularity: "1m" };

type Metrics = Record<string, number | null>;

const stepsOf = (steps: Readonly<Record<number, Metrics>>, of: MetricRange = range): MetricsAnswer => ({
  range: of,
  shown: of,
  rows: Object.entries(steps).map(([minute, metrics]) => ({
    time_bucket: new Date(startMs + Number(minute) * MINUTE_MS).toISOString(),
    dimensions: {},
    metrics,
  })),
  warning: undefined,
});
const totalOf = (metrics?: Metrics, of: MetricRange = range): MetricsAnswer => ({
  range: of,
  shown: of,
  rows: metrics ? [{ time_bucket: null, dimensions: {}, metrics }] : [],
  warning: undefined,
});

const chart = (id: string) => {
  const found = Object.values(METRICS_OF)
    .flat()
    .find((one): one is ChartMetric => one.id === id && one.type !== "table");
  if (!found) throw new Error(id);
  return found;
};

interface Numbers {
  steps?: MetricsAnswer;
  besides?: MetricsAnswer;
  total?: MetricsAnswer;
  totalBeside?: MetricsAnswer;
  hasPeak?: boolean;
}

function headline(
  id: string,
  { steps = stepsOf({}), besides, total, totalBeside, hasPeak = false }: Numbers,
) {
  const metric = chart(id);
  return headlineOf(
    metric,
    chartOf(metric, steps, besides),
    { own: total, beside: totalBeside },
    { range: steps.shown, inUnit: String, hasPeak },
  );
}

test("the headline is of the whole range, not of the newest step", () => {
  const total = totalOf({ count: 9, failed_count: 3 });

  expect(headline("events_failed_count", { steps: stepsOf({ 4: { failed_count: 0 } }), total })).toEqual({
    value: "3",
    of: "in total",
  });
  expect(headline("events_count", { total }).value).toBe("9");
  expect(headline("events_rate", { total }).value).toBe("2");
  expect(headline("events_failed_count", { total: totalOf() }).value).toBe("0");
  expect(headline("events_average_attempts", { total: totalOf() }).value).toBe("–");
  expect(headline("events_failed_count", {}).value).toBe("–");
});

test("while the numbers of the range load, there is no value and no word about it", () => {
  const metric = chart("attempts_response_time");
  const series = chartOf(metric, stepsOf({ 1: { response_latency_p50: 40, response_latency_p95: 90 } }));

  expect(headlineOf(metric, series, undefined, { range, inUnit: String, hasPeak: true })).toEqual({
    value: undefined,
    of: "p50",
    more: "",
  });
});

test("bars have the sum of their parts as headline", () => {
  const total = totalOf({ accepted_count: 7, rejected_count: 2 });

  expect(headline("requests_count", { total })).toEqual({ value: "9", of: "in total" });
});

test("of several lines the first is the headline, and the others stand beside it", () => {
  const latencies = totalOf({ response_latency_p50: 71, response_latency_p95: 168 });

  for (const hasPeak of [false, true])
    expect(headline("attempts_response_time", { total: latencies, hasPeak })).toEqual({
      value: "71",
      of: "p50",
      more: "p95 168",
    });
  expect(
    headline("events_rate", {
      total: totalOf({ count: 9 }),
      totalBeside: totalOf({ count: 400, successful_count: 18 }),
    }),
  ).toEqual({ value: "2", of: "received", more: "delivered 4" });
});

test("the peak is the first highest step, with the time at which that step begins", () => {
  const steps = stepsOf({ 1: { error_rate: 0.42 }, 2: { error_rate: null }, 3: { error_rate: 0.42 } });
  const time = stepTime(startMs + MINUTE_MS, range);

  expect(
    headline("attempts_error_rate", { steps, total: totalOf({ error_rate: 0.1 }), hasPeak: true }),
  ).toEqual({
    value: "0.1",
    of: "overall",
    more: `peak 0.42 at ${time}`,
  });
});

test("the peak of bars is the highest bar, and no part of one", () => {
  const steps = stepsOf({
    1: { accepted_count: 6, rejected_count: 0 },
    2: { accepted_count: 5, rejected_count: 3 },
  });

  expect(headline("requests_count", { steps, hasPeak: true }).more).toBe(
    `peak 8 at ${stepTime(startMs + 2 * MINUTE_MS, range)}`,
  );
});

test("where nothing happened, nothing is a peak", () => {
  const steps = stepsOf({ 1: { error_rate: 0 } });

  expect(headline("attempts_error_rate", { steps, hasPeak: true }).more).toBe("");
  expect(headline("attempts_error_rate", { hasPeak: true }).more).toBe("");
});

test("the headline of a peak is the highest point, and says when that was", () => {
  const steps = stepsOf({ 1: { max_age: 700 }, 3: { max_age: 90 } });

  expect(headline("events_oldest_pending", { steps })).toEqual({ value: "700", of: "at most" });
  expect(headline("events_oldest_pending", { steps, hasPeak: true })).toEqual({
    value: "700",
    of: `peak at ${stepTime(startMs + MINUTE_MS, range)}`,
  });
  expect(headline("events_oldest_pending", { steps: stepsOf({ 1: { max_age: 0 } }), hasPeak: true }).of).toBe(
    "at most",
  );
});

/** Counts one event after the other. */
function slowPeak(eventsMs: readonly number[], { startMs: fromMs, endMs, stepMs }: MetricRange): string {
  let most = 0;
  let text = "";
  for (let stepMsAt = Math.floor(fromMs / stepMs) * stepMs; stepMsAt < endMs; stepMsAt += stepMs) {
    const [first, last] = [Math.max(stepMsAt, fromMs), Math.min(stepMsAt + stepMs, endMs)];
    const count = eventsMs.filter((ms) => ms >= first && ms < last).length;
    const perMinute = count / ((last - first) / MINUTE_MS);
    if (last - first < MINUTE_MS || perMinute <= most) continue;
    most = perMinute;
    text = `peak ${perMinute} at ${stepTime(stepMsAt, { startMs: fromMs, endMs, stepMs, granularity: "" })}`;
  }
  return text;
}

const PRIME = 2 ** 31 - 1;

/** The same chances in every run, in [0, 1). */
function chances(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % PRIME;
    return state / PRIME;
  };
}

test("the peak of a rate is that of a slow count of the events, without steps of less than a minute", () => {
  const peaks = Array.from({ length: 300 }, (_none, seed) => {
    const chance = chances(seed);
    const stepMinutes = [1, 2, 5, 15][Math.floor(chance() * 4)] ?? 1;
    const stepMs = stepMinutes * MINUTE_MS;
    const fromMs = startMs + Math.floor(chance() * 20 * MINUTE_MS);
    const lengthMs = MINUTE_MS + Math.floor(chance() * 90 * MINUTE_MS);
    const of = { startMs: fromMs, endMs: fromMs + lengthMs, stepMs, granularity: `${stepMinutes}m` };
    const count = Math.floor(chance() * 60);
    const eventsMs = Array.from({ length: count }, () => fromMs + Math.floor(chance() * lengthMs));
    const byStep = Map.groupBy(eventsMs, (ms) => Math.floor(ms / stepMs) * stepMs);
    const rows = Array.from(byStep, ([ms, events]) => [(ms - startMs) / MINUTE_MS, { count: events.length }]);

    const steps = stepsOf(Object.fromEntries(rows), of);
    const { more } = headline("events_rate", { steps, besides: stepsOf({}, of), hasPeak: true });

    expect(more).toBe(slowPeak(eventsMs, of));
    return more;
  });

  expect(new Set(peaks).size).toBeGreaterThan(100);
});
