import { expect, test } from "vitest";
import { Histogram } from "./histogram.ts";

test("a value on a bound belongs to the bucket below it, as Prometheus's `le` says", () => {
  const histogram = new Histogram([1, 2]);

  for (const value of [0.5, 1, 1.5, 2, 2.1]) histogram.observe(value);

  expect(histogram.counts).toEqual([2, 2, 1]);
  expect(histogram.sum).toBeCloseTo(7.1);
});
