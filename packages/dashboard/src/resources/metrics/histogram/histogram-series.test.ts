import { expect, test } from "vitest";
import { HISTOGRAM_KINDS, KINDS } from "./histogram-kinds.ts";
import { histogramSeries } from "./histogram-series.ts";

const reply = {
  from: "2026-11-15T10:00:00.000Z",
  step_ms: 60_000,
  steps: 3,
  rows: [
    { created_at: "2026-11-15T10:02:00.000Z", dimension: "fatal", count: 2 },
    { created_at: "2026-11-15T10:00:00.000Z", dimension: "info", count: 5 },
    { created_at: "2026-11-15T11:00:00.000Z", dimension: "info", count: 9 },
  ],
};

test("each part has a bar for each step, in the order of the kind", () => {
  expect(histogramSeries(reply, KINDS.executions.parts)).toEqual([
    { name: "Info", tone: "ok", values: [5, 0, 0] },
    { name: "Fatal", tone: "bad", values: [0, 0, 2] },
  ]);
});

test("requests without a rejection cause are the accepted ones", () => {
  const rows = [{ created_at: reply.from, dimension: null, count: 1 }];

  expect(histogramSeries({ ...reply, rows }, KINDS.requests.parts)).toEqual([
    { name: "Accepted", tone: "ok", values: [1, 0, 0] },
  ]);
});

test("no two parts of a kind have the same name", () => {
  for (const kind of HISTOGRAM_KINDS) {
    const names = KINDS[kind].parts.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
  }
});
