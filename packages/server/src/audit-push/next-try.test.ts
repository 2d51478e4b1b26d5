import { expect, test } from "vitest";
import { entriesAtOnce, waitAfter } from "./next-try.ts";

const wait = (failures: number, retryAfterMs: number | null = null, chance = 0) =>
  waitAfter({ failures, retryAfterMs, chance });

test("waits double from ten seconds to half an hour, and never end", () => {
  expect([0, 1, 2, 7, 8, 50, 5_000].map((failures) => wait(failures) / 1_000)).toEqual([
    10, 20, 40, 1_280, 1_800, 1_800, 1_800,
  ]);
});

test("a receiver gets the wait that it asks for, if it is longer than ours and no longer than an hour", () => {
  expect([1_000, 600_000, 86_400_000].map((asked) => wait(0, asked))).toEqual([10_000, 600_000, 3_600_000]);
});

test("chance makes waits longer by a tenth at most", () => {
  expect(wait(0, null, 0.999)).toBe(10_999);
});

test("each failure halves a batch, down to one entry", () => {
  expect([0, 1, 2, 6, 7, 5_000].map((failures) => entriesAtOnce(100, failures))).toEqual([
    100, 50, 25, 1, 1, 1,
  ]);
});
