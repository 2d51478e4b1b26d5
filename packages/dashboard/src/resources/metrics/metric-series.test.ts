import { expect, test } from "vitest";
import { chartOf, highestIn, partsOf, tableOf, timesOf } from "./metric-series.ts";
import type { MetricsAnswer } from "./metric-queries.ts";
import type { ChartMetric, TableMetric } from "./metric.ts";
import { METRICS_OF } from "./metrics.ts";

const MINUTE_MS = 60_000;
const startMs = Date.parse("2026-11-15T10:00:00.000Z");
const range = { startMs, endMs: startMs + 4.5 * MINUTE_MS, stepMs: MINUTE_MS, granularity: "1m" };
const at = (minute: number) => new Date(startMs + minute * MINUTE_MS).toISOString();
const row = (minute: number, metrics: Record<string, number | null>, dimensions = {}) => ({
  time_bucket: at(minute),
  dimensions,
  metrics,
});
const answer = (rows: MetricsAnswer["rows"]): MetricsAnswer => ({
  range,
  shown: range,
  rows,
  warning: undefined,
});

const metric = (id: string) => {
  const found = Object.values(METRICS_OF)
    .flat()
    .find((one) => one.id === id);
  if (!found) throw new Error(id);
  return found;
};
const chart = (id: string) => metric(id) as ChartMetric;

test("steps without a row are zero where things are counted, and nothing where an average is taken", () => {
  const counted = chartOf(chart("events_failed_count"), answer([row(1, { failed_count: 3 })]));
  const average = chartOf(chart("events_average_attempts"), answer([row(1, { avg_attempts: 1.5 })]));

  expect(counted.timesMs).toHaveLength(5);
  expect(counted.lines[0]?.values).toEqual([0, 3, 0, 0, 0]);
  expect(average.lines[0]?.values).toEqual([null, 1.5, null, null, null]);
});

test("a reply without rows has no values", () => {
  expect(chartOf(chart("events_failed_count"), answer([])).lines[0]?.values).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
  expect(chartOf(chart("events_count"), answer([])).lines).toEqual([]);
});

test("a rate is per minute, in the step that has not ended too", () => {
  const { lines } = chartOf(chart("events_rate"), answer([row(0, { count: 30 }), row(4, { count: 30 })]));

  expect(lines[0]?.values).toEqual([30, 0, 0, 0, 60]);
});

const rate = (...answers: [MetricsAnswer, MetricsAnswer]) =>
  chartOf(chart("events_rate"), ...answers).lines.map(({ name, values }) => [name, values]);

test("a line beside has the steps of its chart, and nothing delivered is not nothing known", () => {
  const events = answer([row(0, { count: 30 })]);
  const attempts = answer([row(1, { successful_count: 12, count: 20 })]);

  expect(rate(events, attempts)).toEqual([
    ["received", [30, 0, 0, 0, 0]],
    ["delivered", [0, 12, 0, 0, 0]],
  ]);
  expect(rate(events, answer([]))[1]).toEqual(["delivered", [0, 0, 0, 0, 0]]);
  expect(rate(answer([]), attempts)[0]).toEqual(["received", [0, 0, 0, 0, 0]]);
  expect(rate(answer([]), answer([]))).toEqual([
    ["received", [null, null, null, null, null]],
    ["delivered", [null, null, null, null, null]],
  ]);
});

test("of two lines, one is dashed", () => {
  for (const id of ["events_rate", "attempts_response_time"]) {
    const { lines } = chartOf(chart(id), answer([]), answer([]));
    expect(lines).toHaveLength(2);
    expect(lines.filter(({ isDashed }) => isDashed)).toHaveLength(lines.length - 1);
  }
});

test("a share has no value without a whole", () => {
  const rows = [row(0, { count: 4, rejected_count: 1 }), row(1, { count: 0, rejected_count: 0 })];

  expect(chartOf(chart("requests_rejection_rate"), answer(rows)).lines[0]?.values).toEqual([
    0.25,
    null,
    null,
    null,
    null,
  ]);
});

test("events are stacked by the statuses that there are", () => {
  const rows = [row(0, { count: 2 }, { status: "FAILED" }), row(1, { count: 5 }, { status: "SUCCESSFUL" })];

  expect(chartOf(chart("events_count"), answer(rows)).lines).toEqual([
    { name: "Successful", tone: "ok", values: [0, 5, 0, 0, 0] },
    { name: "Failed", tone: "bad", values: [2, 0, 0, 0, 0] },
  ]);
});

test("the chosen destinations are the parts, in the order of the choice", () => {
  const rows = [
    row(0, { count: 2 }, { destination_id: "des_2" }),
    row(0, { count: 1 }, { destination_id: "des_1" }),
  ];
  const chosen = [
    { id: "des_1", name: "orders" },
    { id: "des_2", name: "ledger" },
  ];

  expect(partsOf(chart("events_new_pending_count"), answer(rows), "destination_id", chosen)).toEqual([
    { name: "orders", values: [1, 0, 0, 0, 0] },
    { name: "ledger", values: [2, 0, 0, 0, 0] },
  ]);
});

test("steps begin where the server's rows begin", () => {
  const times = timesOf(answer([{ ...row(0, {}), time_bucket: "2026-11-15T10:01:30.000Z" }]));

  expect(times.map((ms) => new Date(ms).toISOString().slice(14, 19))).toEqual([
    "59:30",
    "00:30",
    "01:30",
    "02:30",
    "03:30",
  ]);
});

test("a maximum is the highest of the short steps in a long one", () => {
  const series = chartOf(chart("events_max_rate"), answer([row(1, { count: 7 }), row(2, { count: 3 })]));
  const coarse = { startMs, endMs: range.endMs, stepMs: 2 * MINUTE_MS, granularity: "2m" };

  expect(highestIn(series, coarse).lines[0]?.values).toEqual([7, 3, 0]);
});

test("a table has the highest first, without what did not happen", () => {
  const rows = [
    { time_bucket: null, dimensions: { rejection_cause: "" }, metrics: { rejected_count: 0 } },
    { time_bucket: null, dimensions: { rejection_cause: "NO_CONNECTION" }, metrics: { rejected_count: 1 } },
    {
      time_bucket: null,
      dimensions: { rejection_cause: "VERIFICATION_FAILED" },
      metrics: { rejected_count: 8 },
    },
  ];

  expect(tableOf(metric("requests_by_cause") as TableMetric, answer(rows))).toEqual([
    { value: "VERIFICATION_FAILED", cells: [8] },
    { value: "NO_CONNECTION", cells: [1] },
  ]);
});

test("a failed attempt whose status was not counted is in the table too", () => {
  const rows = [
    { time_bucket: null, dimensions: { failure: "503" }, metrics: { failed_count: 540 } },
    { time_bucket: null, dimensions: { failure: "" }, metrics: { failed_count: 2 } },
    { time_bucket: null, dimensions: { failure: "CONNECTION_REFUSED" }, metrics: { failed_count: 7 } },
  ];

  expect(tableOf(metric("attempts_by_error") as TableMetric, answer(rows))).toEqual([
    { value: "503", cells: [540] },
    { value: "CONNECTION_REFUSED", cells: [7] },
    { value: null, cells: [2] },
  ]);
});

test("the first step counts only what lies within the range, and so does its rate", () => {
  const cut = { ...range, startMs: startMs + 45_000 };
  const { timesMs, lines } = chartOf(chart("events_rate"), {
    ...answer([row(0, { count: 15 }), row(1, { count: 15 })]),
    range: cut,
  });

  expect(timesMs[0]).toBe(startMs);
  expect(lines[0]?.values.slice(0, 2)).toEqual([60, 15]);
});

test("seconds of a minute that has not ended are no peak", () => {
  const { lines } = chartOf(chart("events_max_rate"), answer([row(4, { count: 1 })]));

  expect(lines[0]?.values).toEqual([0, 0, 0, 0, 1]);
});

test("one name means one thing on every page, and every chart says what it counts", () => {
  const meanings = new Map<string, Set<string>>();
  for (const { title, dataset, definition, ...rest } of Object.values(METRICS_OF).flat()) {
    expect(definition, title).toMatch(/\.$/);
    const counted = rest.type === "table" ? rest.columns : (rest.lines ?? rest.stack?.measure);
    const beside = rest.type === "table" ? undefined : rest.beside;
    const meaning = JSON.stringify([dataset, counted, beside, definition]);
    meanings.set(title, (meanings.get(title) ?? new Set()).add(meaning));
  }

  for (const [title, found] of meanings) expect([title, found.size]).toEqual([title, 1]);
});

test("only the rate of attempts is called error rate, in charts and in columns", () => {
  const named = Object.values(METRICS_OF)
    .flat()
    .flatMap((one) =>
      (one.type === "table" ? one.columns : (one.lines ?? [])).map(({ name, measure }) => ({
        name,
        measure,
        dataset: one.dataset,
      })),
    )
    .filter(({ name }) => name === "Error rate");

  expect(named.length).toBeGreaterThan(2);
  for (const { measure, dataset } of named) expect([dataset, measure]).toEqual(["attempts", "error_rate"]);
});

test("what is called delivered was accepted by the destination", () => {
  for (const id of ["attempts_delivered_count", "attempts_delivered_rate"])
    expect(chart(id).lines?.map(({ measure }) => measure)).toEqual(["successful_count"]);
  expect(chart("events_rate").beside).toMatchObject({
    name: "delivered",
    dataset: "attempts",
    measure: "successful_count",
  });
});

test("every chart of a page has a name of its own", () => {
  for (const metrics of Object.values(METRICS_OF)) {
    expect(new Set(metrics.map(({ id }) => id)).size).toBe(metrics.length);
    expect(new Set(metrics.map(({ title }) => title)).size).toBe(metrics.length);
  }
});
