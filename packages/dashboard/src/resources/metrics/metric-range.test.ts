import { expect, test } from "vitest";
import { RELATIVE_RANGES, startOfRange } from "../list-filters/date-ranges.ts";
import { isMoving } from "./chart-dates.ts";
import { draggedRange, metricRange, possibleTimeUnits, shownTimeUnit } from "./metric-range.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const now = new Date("2026-11-15T14:32:05.000Z");
const iso = (ms: number) => new Date(ms).toISOString();

test("without a choice it is the last day, in steps of a quarter of an hour", () => {
  const { startMs, endMs, granularity } = metricRange(undefined, now);

  expect([iso(startMs), iso(endMs), granularity]).toEqual([
    "2026-11-14T14:32:00.000Z",
    "2026-11-15T14:32:05.000Z",
    "15m",
  ]);
});

test.each(RELATIVE_RANGES)("%s begins when it says, to the counters' minute or hour", (relative) => {
  const { startMs, endMs, stepMs } = metricRange({ relative }, now);
  const chosenMs = startOfRange(relative, now).getTime();

  expect(chosenMs - startMs).toBeGreaterThanOrEqual(0);
  expect(chosenMs - startMs).toBeLessThan(["2_weeks", "1_month"].includes(relative) ? HOUR_MS : MINUTE_MS);
  expect(endMs).toBe(now.getTime());
  expect((endMs - startMs) / stepMs).toBeLessThanOrEqual(121);
});

test("two dates are kept to the minute, whatever the steps", () => {
  const { startMs, endMs, granularity } = metricRange(
    { min: "2026-11-14T09:07:20.000Z", max: "2026-11-15T11:11:20.000Z" },
    now,
  );

  expect([iso(startMs), iso(endMs), granularity]).toEqual([
    "2026-11-14T09:07:00.000Z",
    "2026-11-15T11:12:00.000Z",
    "15m",
  ]);
});

test("long ago there are no steps shorter than an hour or a day", () => {
  const day = (daysAgo: number) => ({
    min: iso(now.getTime() - daysAgo * 86_400_000),
    max: iso(now.getTime() - daysAgo * 86_400_000 + 3_600_000),
  });

  expect(metricRange(day(1), now).granularity).toBe("1m");
  expect(metricRange(day(9), now).granularity).toBe("1h");
  expect(metricRange(day(100), now).granularity).toBe("1d");
});

test("dates in the wrong order, in the future or before all counters still make a range", () => {
  const turned = metricRange({ min: "2026-11-15T10:00:00Z", max: "2026-11-14T10:00:00Z" }, now);
  const future = metricRange({ min: "2030-01-01T00:00:00Z" }, now);
  const ancient = metricRange({ min: "1999-01-01T00:00:00Z", max: "2026-11-15T10:00:00Z" }, now);

  for (const { startMs, endMs } of [turned, future, ancient]) expect(endMs).toBeGreaterThan(startMs);
  expect(iso(ancient.startMs)).toMatch(/^2025-10-/);
});

test("the shortest steps serve a maximum", () => {
  expect(metricRange({ relative: "last_24_hours" }, now, { isShort: true }).granularity).toBe("1m");
  expect(metricRange({ relative: "1_month" }, now, { isShort: true }).granularity).toBe("1h");
});

test("a chosen step is kept, and becomes longer only where there are too many of them", () => {
  expect(metricRange({ relative: "3_days" }, now, { timeUnit: "5m" }).granularity).toBe("5m");
  expect(metricRange({ relative: "3_days" }, now, { timeUnit: "6h" }).granularity).toBe("6h");
  expect(metricRange({ relative: "7_days" }, now, { timeUnit: "1m" }).granularity).toBe("10m");
  expect(metricRange({ relative: "3_days" }, now, { timeUnit: "6h", isShort: true }).granularity).toBe("5m");
});

test("only steps are offered in which the range can be shown", () => {
  expect(possibleTimeUnits({ relative: "last_hour" }, now)).toEqual(["1m", "5m", "15m", "1h", "6h", "1d"]);
  expect(possibleTimeUnits({ relative: "3_days" }, now)).toEqual(["5m", "15m", "1h", "6h", "1d"]);
  // Minutes are no longer counted at its beginning.
  expect(possibleTimeUnits({ relative: "2_weeks" }, now)).toEqual(["1h", "6h", "1d"]);
});

test.each([
  ["2_weeks", undefined, "1h"],
  ["last_24_hours", undefined, "1h"],
  ["last_hour", undefined, "5m"],
  ["last_hour", "1h", "1h"],
  ["2_weeks", "1m", "1h"],
] as const)("%s with the choice %s is shown in steps of %s", (relative, chosen, shown) => {
  expect(shownTimeUnit({ relative }, now, chosen)).toBe(shown);
});

test("a range of a few minutes is shown in the shortest steps", () => {
  const min = iso(now.getTime() - 5 * MINUTE_MS);

  expect(shownTimeUnit({ min }, now, undefined)).toBe("1m");
});

test("a range of two dates stands still", () => {
  expect(isMoving(undefined)).toBe(true);
  expect(isMoving({ relative: "today" })).toBe(true);
  expect(isMoving({ min: "2026-11-15T10:00:00Z", max: "2026-11-15T11:00:00Z" })).toBe(false);
});

test("a drag becomes whole minutes, and no more than it touches", () => {
  expect(
    draggedRange({ min: new Date("2026-11-15T10:00:20Z"), max: new Date("2026-11-15T10:01:10Z") }),
  ).toEqual({ min: "2026-11-15T10:00:00.000Z", max: "2026-11-15T10:02:00.000Z" });
});
