import { expect, test } from "vitest";
import { figuresOf, noSamples } from "./figures.ts";

test("a ratio is made of medians of the same run and judged by its bar", () => {
  const samples = { ...noSamples(), barePerSecond: [90, 100, 900], durablePerSecond: [49, 1, 70] };

  const figures = figuresOf(samples);

  expect(figures.find(({ name }) => name === "durable ingest ÷ bare ack")).toEqual({
    name: "durable ingest ÷ bare ack",
    value: 0.49,
    unit: "",
    bar: { atLeast: 0.5 },
    met: false,
  });
});

test("CPU per event is the gateway's and the database's together", () => {
  const samples = { ...noSamples(), fullGatewayCpuUs: [100], fullDatabaseCpuUs: [60], bareCpuUs: [25] };

  const ratio = figuresOf(samples).find(({ name }) => name === "CPU per event ÷ CPU of a bare ack");

  expect(ratio).toMatchObject({ value: 6.4, met: true });
});

test("what was not measured is not told, and nothing is concluded from it", () => {
  expect(figuresOf({ ...noSamples(), barePerSecond: [100] }).map(({ name }) => name)).toEqual([
    "bare node:http ack",
  ]);
});
