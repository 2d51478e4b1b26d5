import { expect, test } from "vitest";
import { HISTOGRAM_MAX_STEPS, histogramSteps } from "./histograms.ts";

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOON = Date.parse("2026-01-14T12:00:00.000Z");

const steps = (rangeMs: number) => histogramSteps({ minMs: NOON - rangeMs, maxMs: NOON });

test.each([
  ["five minutes", 5 * MINUTE_MS, "second", 5 * SECOND_MS, 60],
  ["an hour", HOUR_MS, "minute", MINUTE_MS, 60],
  ["a day", DAY_MS, "minute", 24 * MINUTE_MS, 60],
  ["three days", 3 * DAY_MS, "hour", 2 * HOUR_MS, 36],
  ["a month", 30 * DAY_MS, "hour", 12 * HOUR_MS, 60],
  ["a year", 360 * DAY_MS, "day", 7 * DAY_MS, 52],
] as const)("%s has steps of whole units", (_name, rangeMs, granularity, stepMs, count) => {
  expect(steps(rangeMs)).toMatchObject({ granularity, stepMs, count });
});

test("the first step begins at a whole unit, and the last one ends with the range or after it", () => {
  for (let at = 0; at < 2_000; at++) {
    const minMs = NOON + at * 7_919_331;
    const maxMs = minMs + 1 + at * at * 1_013;

    const { fromMs, stepMs, count } = histogramSteps({ minMs, maxMs });

    expect(fromMs).toBeLessThanOrEqual(minMs);
    expect(fromMs % SECOND_MS).toBe(0);
    expect(count).toBeLessThanOrEqual(HISTOGRAM_MAX_STEPS);
    expect(fromMs + count * stepMs).toBeGreaterThanOrEqual(maxMs);
    expect(fromMs + (count - 1) * stepMs).toBeLessThan(maxMs);
  }
});

test("where seconds cannot be counted, minutes are the finest", () => {
  const { granularity, stepMs, count } = histogramSteps(
    { minMs: NOON - 5 * MINUTE_MS, maxMs: NOON },
    "minute",
  );

  expect({ granularity, stepMs, count }).toEqual({ granularity: "minute", stepMs: MINUTE_MS, count: 5 });
});
