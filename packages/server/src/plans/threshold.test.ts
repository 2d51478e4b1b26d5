import { expect, test } from "vitest";
import { thresholdMet } from "./threshold.ts";

test.each([
  [0, 0, 0],
  [7_999, 0, 0],
  [8_000, 80, 80],
  [9_999, 80, 80],
  [10_000, 100, 100],
  [19_999, 100, 100],
  [20_000, 100, 200],
  [39_999, 100, 300],
  [100_000, 100, 1_000],
  [9_000_000, 100, 1_000],
])(
  "%d of 10,000 events meet %d %% of a plan that rejects more, and %d %% of one that accepts them",
  (events, rejects, accepts) => {
    expect(thresholdMet(events, { max_requests: 10_000, over_limit: "reject" })).toBe(rejects);
    expect(thresholdMet(events, { max_requests: 10_000, over_limit: "accept" })).toBe(accepts);
  },
);

test("a limit of one event is met at once", () => {
  expect(thresholdMet(0, { max_requests: 1, over_limit: "accept" })).toBe(0);
  expect(thresholdMet(1, { max_requests: 1, over_limit: "accept" })).toBe(100);
});
