import { expect, test } from "vitest";
import { createLoopWatch } from "./loop-watch.ts";

const MINUTE_MS = 60_000;
const from = (first: string | null) => ({ count: 1, first });

test("requests are numbered by their first request, which is the first itself", () => {
  const watch = createLoopWatch();

  expect(["a", "a", "b", "a"].map((first) => watch.numberOf(from(first)))).toEqual([2, 3, 2, 4]);
  expect([null, null].map((first) => watch.numberOf(from(first)))).toEqual([1, 1]);
});

test("a loop that goes on is not forgotten, however many other requests pass", () => {
  const watch = createLoopWatch(() => 0, { maxCount: 10 });
  let number = 0;

  for (let round = 0; round < 50; round++) {
    number = watch.numberOf(from("loop"));
    for (let other = 0; other < 8; other++) watch.numberOf(from(`${round}-${other}`));
  }

  expect(number).toBe(51);
});

test("one that has been quiet is forgotten after one to two hours", () => {
  let nowMs = 0;
  const watch = createLoopWatch(() => nowMs);
  const afterMinutes = (minutes: number) => {
    nowMs += minutes * MINUTE_MS;
    return watch.numberOf(from("a"));
  };

  expect(afterMinutes(0)).toBe(2);
  expect(afterMinutes(59)).toBe(3);
  expect(afterMinutes(59)).toBe(4);
  expect(afterMinutes(120)).toBe(2);
});
