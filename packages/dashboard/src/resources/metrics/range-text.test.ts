import { expect, test } from "vitest";
import { metricRange } from "./metric-range.ts";
import { rangeText, stepTime } from "./range-text.ts";

const now = new Date("2026-11-15T14:32:05.000Z");

test("the text says what is counted, and in which steps", () => {
  const choice = { min: "2026-11-14T09:07:20.000Z", max: "2026-11-15T11:11:20.000Z" };

  expect(rangeText(metricRange(choice, now), choice)).toMatch(
    /^Nov 14 \d\d:07 – Nov 15 \d\d:12, steps of 15 min$/,
  );
  expect(rangeText(metricRange({ relative: "1_month" }, now), { relative: "1_month" })).toMatch(
    / – now, steps of 6 h$/,
  );
});

test("a step has its date only where the range has its time twice", () => {
  const day = metricRange({ relative: "last_24_hours" }, now);
  const week = metricRange({ relative: "7_days" }, now);

  expect(stepTime(Date.parse("2026-11-15T09:20:00.000Z"), day)).toMatch(/^\d\d:20$/);
  expect(stepTime(Date.parse("2026-11-14T14:45:00.000Z"), day)).toMatch(/^\d\d:45$/);
  expect(stepTime(Date.parse("2026-11-14T14:30:00.000Z"), day)).toMatch(/^Nov 14 \d\d:30$/);
  expect(stepTime(Date.parse("2026-11-15T09:00:00.000Z"), week)).toMatch(/^Nov 15 \d\d:00$/);
});
