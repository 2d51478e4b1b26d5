import { expect, test } from "vitest";
import { metricRange } from "./metric-range.ts";
import { rangeText } from "./range-text.ts";

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
