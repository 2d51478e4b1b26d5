import { expect, test } from "vitest";
import { TRIES_MOST, waitBeforeNext } from "./push-again.ts";

test("a receiver that is away gets the batch again, each time after a longer wait", () => {
  const waits = [1, 2, 3, 4].map((triesMade) => waitBeforeNext(null, triesMade, 1_000, 0));

  expect(waits).toEqual([1_000, 4_000, 16_000, 60_000]);
  expect(waitBeforeNext(null, 1, 1_000, 0.8)).toBe(1_200);
  expect(waitBeforeNext(null, TRIES_MOST, 1_000, 0)).toBeNull();
});

test.each([
  [500, true],
  [503, true],
  [429, true],
  [408, true],
  [400, false],
  [401, false],
  [302, false],
])("after an answer with status %i the batch is pushed again: %s", (status, isAgain) => {
  expect(waitBeforeNext(status, 1, 1_000, 0) !== null).toBe(isAgain);
});
