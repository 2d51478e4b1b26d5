import { expect, test } from "vitest";
import { granularityOf, granularityText } from "./granularity.ts";

test("a granularity is a number and a unit, and each unit has its own highest number", () => {
  expect(granularityOf("5m")).toEqual({ amount: 5, unit: "m" });
  expect(granularityOf("12M")).toEqual({ amount: 12, unit: "M" });
  for (const text of ["60s", "60m", "24h", "31d", "4w", "12M"])
    expect(granularityText(granularityOf(text) ?? { amount: 0, unit: "s" })).toBe(text);
  for (const text of [
    "",
    "0m",
    "61s",
    "61m",
    "25h",
    "32d",
    "5w",
    "13M",
    "1",
    "h",
    "1y",
    "-1h",
    "1.5h",
    "1h ",
  ])
    expect(granularityOf(text), text).toBeNull();
});
