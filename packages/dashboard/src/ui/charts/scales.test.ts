import { expect, test } from "vitest";
import { timeTicks, valueTicks } from "./scales.ts";

const labels = (from: string, to: string, zone = "UTC") =>
  timeTicks(Date.parse(from), Date.parse(to), zone).map(({ label }) => label);

test("a day has labels every four to six hours, and its midnight is a date", () => {
  expect(labels("2026-11-14T09:17:00Z", "2026-11-15T09:17:00Z")).toEqual([
    "12:00",
    "18:00",
    "Nov 15",
    "06:00",
  ]);
});

test.each([
  [
    "2026-11-14T09:17:03Z",
    "2026-11-14T09:17:33Z",
    ["09:17:05", "09:17:10", "09:17:15", "09:17:20", "09:17:25", "09:17:30"],
  ],
  ["2026-11-14T09:17:00Z", "2026-11-14T10:17:00Z", ["09:20", "09:30", "09:40", "09:50", "10:00", "10:10"]],
  [
    "2026-11-01T00:00:00Z",
    "2026-11-08T00:00:00Z",
    ["Nov 1", "Nov 2", "Nov 3", "Nov 4", "Nov 5", "Nov 6", "Nov 7"],
  ],
])("%s to %s", (from, to, expected) => {
  expect(labels(from, to)).toEqual(expected);
});

test("there are never more than seven, at any length", () => {
  const from = Date.parse("2026-11-14T09:17:03Z");
  for (let seconds = 1; seconds < 400 * 86_400; seconds = Math.ceil(seconds * 1.37)) {
    const { length } = timeTicks(from, from + seconds * 1000, "Europe/Berlin");
    expect(length).toBeLessThanOrEqual(7);
  }
});

test("times are round where the person is, also when the clocks change", () => {
  expect(labels("2026-11-14T09:17:00Z", "2026-11-14T15:17:00Z", "Asia/Kolkata")).toEqual([
    "15:00",
    "16:00",
    "17:00",
    "18:00",
    "19:00",
    "20:00",
  ]);
  // In Berlin the night of October 25 has an hour more.
  const days = timeTicks(
    Date.parse("2026-10-23T22:00:00Z"),
    Date.parse("2026-10-27T23:00:00Z"),
    "Europe/Berlin",
  );
  expect(days.map(({ label }) => label)).toEqual(["Oct 24", "Oct 25", "Oct 26", "Oct 27"]);
  expect(new Date(days[2]?.atMs ?? 0).toISOString()).toBe("2026-10-25T23:00:00.000Z");
});

test("an empty range has no labels", () => {
  expect(labels("2026-11-14T09:00:00Z", "2026-11-14T09:00:00Z")).toEqual([]);
});

test.each([
  [1_660, {}, [0, 600, 1_200, 1_800]],
  [2_350, { isWhole: true }, [0, 800, 1_600, 2_400]],
  [0.088, { base: 0.01 }, [0, 0.03, 0.06, 0.09]],
  [190_000, { base: 1000 }, [0, 80_000, 160_000, 240_000]],
  [3_600_000, { base: 60_000 }, [0, 1_200_000, 2_400_000, 3_600_000]],
  [1, { isWhole: true }, [0, 1, 2, 3]],
  [4, { isWhole: true }, [0, 2, 4, 6]],
  [0, {}, [0, 1, 2, 3]],
])("an axis up to %d has four round values", (most, unit, ticks) => {
  expect(valueTicks(most, unit)).toEqual(ticks);
});

test("an axis of shares ends with the whole", () => {
  expect(valueTicks(0.94, { base: 0.01, whole: 1 })).toEqual([0, 0.5, 1]);
  expect(valueTicks(0.088, { base: 0.01, whole: 1 })).toEqual([0, 0.03, 0.06, 0.09]);
});

test("an axis always reaches its highest value", () => {
  for (let most = 1; most < 100_000; most = Math.ceil(most * 1.07))
    for (const isWhole of [true, false]) {
      const ticks = valueTicks(most, { isWhole });

      expect(ticks.at(-1)).toBeGreaterThanOrEqual(most);
      if (isWhole) expect(ticks.every(Number.isInteger)).toBe(true);
    }
});
