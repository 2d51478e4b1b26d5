import { expect, test } from "vitest";
import { stolenPercent } from "./stolen-time.ts";

test("the share of stolen time between two readings", () => {
  const start = "cpu  100 0 50 800 10 0 5 35 0 0\ncpu0 1 2 3\n";
  const end = "cpu  200 0 60 1600 10 0 5 125 0 0\ncpu0 1 2 3\n";
  expect(stolenPercent(start, end)).toBe(9);
});

test("nothing is known if no time has passed, or a system does not count it", () => {
  const stat = "cpu  100 0 50 800 10 0 5 35 0 0\n";
  expect(stolenPercent(stat, stat)).toBeNull();
  expect(stolenPercent("cpu  1 0 5 8\n", "cpu  2 0 5 8\n")).toBeNull();
});
