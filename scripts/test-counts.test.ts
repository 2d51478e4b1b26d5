import { expect, test } from "vitest";
import { countPlaywright, countVitest } from "./test-counts.mjs";

test("passed and failed tests are counted as reported", () => {
  expect(countVitest({ numTotalTests: 10, numPassedTests: 8 }, 1)).toEqual({ passed: 8, failed: 2 });
  expect(countPlaywright({ stats: { expected: 5, unexpected: 1 } }, 1)).toEqual({ passed: 5, failed: 1 });
});

test("a skipped or flaky test is not a pass", () => {
  expect(countVitest({ numTotalTests: 3, numPassedTests: 2, numPendingTests: 1 }, 0)).toEqual({
    passed: 2,
    failed: 1,
  });
  expect(countPlaywright({ stats: { expected: 4, flaky: 1, skipped: 2 } }, 0)).toEqual({
    passed: 4,
    failed: 3,
  });
});

test("a run that ends badly without a failed test is one failure", () => {
  expect(countVitest({ numTotalTests: 3, numPassedTests: 3 }, 1)).toEqual({ passed: 3, failed: 1 });
});

test("a run that leaves no report, or runs nothing, is one failure", () => {
  expect(countVitest(null, 0)).toEqual({ passed: 0, failed: 1 });
  expect(countPlaywright({ stats: {} }, 0)).toEqual({ passed: 0, failed: 1 });
});
