import { expect, test } from "vitest";
import { rateWarning } from "./rate-warning.ts";

test.each([
  [10, "second", false],
  [11, "second", true],
  [600, "minute", false],
  [601, "minute", true],
  [36_000, "hour", false],
  [36_001, "hour", true],
  [1000, "concurrent", false],
] as const)("%i per %s against a maximum of 10 per second: %s", (rate, period, warns) => {
  expect(rateWarning(rate, period, 10) !== null).toBe(warns);
});

test("without a maximum or a rate there is nothing to warn of", () => {
  expect(rateWarning(1_000_000, "second", null)).toBeNull();
  expect(rateWarning(null, "second", 10)).toBeNull();
});
