import { expect, test } from "vitest";
import { median, percentile } from "./statistics.ts";

test("percentiles are values that were measured, whatever order they came in", () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);

  expect(percentile(values, 50)).toBe(50);
  expect(percentile(values, 99)).toBe(99);
  expect(percentile(values, 100)).toBe(100);
  expect(percentile([7], 1)).toBe(7);
  expect(median([30, 1, 2])).toBe(2);
});

test("nothing measured is not a number", () => {
  expect(median([])).toBeNaN();
});
