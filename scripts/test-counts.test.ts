import { expect, test } from "vitest";
import { countsOf, failuresOf, patternOf, repeatableOf, withSecondTry } from "./test-counts.mjs";
import type { TestResult, TestRun, TestStatus } from "./test-reports.mjs";

const aTest = (name: string, status: TestStatus, file = "a"): TestResult => ({
  file,
  name,
  status,
  place: file,
  message: status === "failed" ? "expected 1 to be 2" : "",
});
const aRun = (tests: TestResult[], change: Partial<TestRun> = {}): TestRun => ({
  tests,
  brokenFiles: [],
  files: [{ file: "a", ms: 7 }],
  exitCode: tests.some(({ status }) => status === "failed") ? 1 : 0,
  ...change,
});

test("passed and failed tests are counted, and a skipped one has failed", () => {
  const tests = [aTest("1", "passed"), aTest("2", "passed"), aTest("3", "failed"), aTest("4", "skipped")];

  expect(countsOf(aRun(tests))).toEqual({ passed: 2, failed: 2 });
});

test("a file that fails without a failed test is one failure, beside those of others", () => {
  const run = aRun([aTest("1", "passed"), aTest("2", "failed")], { brokenFiles: ["b", "c"] });

  expect(countsOf(run)).toEqual({ passed: 1, failed: 3 });
});

test("a run that ends badly without a failed test is one failure, and so is one without tests", () => {
  expect(countsOf(aRun([aTest("1", "passed")], { exitCode: 1 }))).toEqual({ passed: 1, failed: 1 });
  expect(countsOf(aRun([]))).toEqual({ passed: 0, failed: 1 });
});

test("each failure says what it is and why, also if it is no test's", () => {
  const tests = [aTest("1", "passed"), aTest("2", "failed"), aTest("3", "skipped")];

  expect(failuresOf(aRun(tests, { brokenFiles: ["b"] }))).toEqual([
    { status: "failed", file: "a", name: "2", place: "a", message: "expected 1 to be 2" },
    { status: "skipped", file: "a", name: "3", place: "a", message: "" },
    {
      status: "failed",
      file: "b",
      name: null,
      place: "b",
      message: "the file failed, but none of its tests",
    },
  ]);
  expect(failuresOf(aRun([aTest("1", "passed")], { exitCode: 7 }))).toMatchObject([
    { file: "", message: "no test failed, but the run ended with code 7" },
  ]);
  expect(failuresOf(aRun([]))).toMatchObject([{ file: "", message: "no test ran" }]);
});

test("what failed is run again, what was skipped is not", () => {
  const tests = [aTest("1", "passed"), aTest("2", "failed"), aTest("3", "skipped")];

  expect(repeatableOf(aRun(tests, { brokenFiles: ["b"] }))).toMatchObject([
    { file: "a", name: "2", place: "a" },
    { file: "b", name: null, place: "b" },
  ]);
  expect(repeatableOf(aRun([], { exitCode: 1 }))).toEqual([]);
});

test("a test that passes on its own counts as passed and is flaky; one that fails again has failed", () => {
  const first = aRun([aTest("1", "passed"), aTest("2", "failed"), aTest("3", "failed")]);
  const again = aRun([aTest("1", "skipped"), aTest("2", "passed"), aTest("3", "failed")]);

  const { run, flaky } = withSecondTry(first, again);

  expect(countsOf(run)).toEqual({ passed: 2, failed: 1 });
  expect(flaky).toMatchObject([{ file: "a", name: "2", place: "a", message: "expected 1 to be 2" }]);
});

test("the time of a second try is kept beside that of the first", () => {
  const { run } = withSecondTry(aRun([aTest("1", "failed")]), aRun([aTest("1", "passed")]));

  expect(run.files).toEqual([
    { file: "a", ms: 7 },
    { file: "a", ms: 7 },
  ]);
});

test("when all that failed passes on its own, nothing has failed", () => {
  const { run } = withSecondTry(aRun([aTest("1", "failed")]), aRun([aTest("1", "passed")]));

  expect(countsOf(run)).toEqual({ passed: 1, failed: 0 });
});

test("a second try that ends badly, or says nothing about the test, saves nobody", () => {
  const first = aRun([aTest("1", "failed")]);

  for (const again of [
    aRun([aTest("1", "passed")], { exitCode: 1 }),
    aRun([aTest("1", "passed")], { brokenFiles: ["a"], exitCode: 1 }),
    aRun([aTest("1", "passed", "another file")]),
    aRun([], { exitCode: 1 }),
  ]) {
    expect(countsOf(withSecondTry(first, again).run).failed).toBe(1);
  }
});

test("a test stays failed when only one of two with its name passes", () => {
  const first = aRun([aTest("1", "failed"), aTest("1", "passed")]);
  const again = aRun([aTest("1", "passed"), aTest("1", "failed")]);

  expect(withSecondTry(first, again).flaky).toEqual([]);
});

test("a file that loads on its own counts with its tests", () => {
  const first = aRun([aTest("1", "passed")], { brokenFiles: ["b"], exitCode: 1 });
  const again = aRun([aTest("2", "passed", "b"), aTest("3", "passed", "b")]);

  const { run, flaky } = withSecondTry(first, again);

  expect(countsOf(run)).toEqual({ passed: 3, failed: 0 });
  expect(flaky).toMatchObject([{ file: "b", name: null, place: "b" }]);
});

test("a pattern matches the names it was made of and no others", () => {
  const pattern = new RegExp(patternOf(["a (b) [c] {d} $e ^f .g*h+i? j|k \\", "second"]));

  expect(pattern.test("a (b) [c] {d} $e ^f .g*h+i? j|k \\")).toBe(true);
  expect(pattern.test("second")).toBe(true);
  expect(pattern.test("second time")).toBe(false);
});
