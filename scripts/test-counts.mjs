/**
 * How many tests passed, how many failed, and which of them only passed when they were run again?
 *
 * Every test that did not pass counts as failed, also a skipped one. A file that fails without a failed test is one
 * failure, and so is a run that exits with an error but reports none. A test that failed and then passed alone counts
 * as passed, and is listed as flaky.
 */

/** @typedef {import("./test-reports.mjs").TestRun} TestRun */
/** @typedef {{ passed: number, failed: number }} Counts */
/**
 * A test to run once more. `name` is null if a file failed as a whole. @typedef {{ file: string, name: string | null,
 * place: string }} Failure
 */

/**
 * @param {TestRun} run
 * @returns {Counts}
 */
export function countsOf({ tests, brokenFiles, exitCode }) {
  const passed = tests.filter(({ status }) => status === "passed").length;
  const failed = tests.length - passed + brokenFiles.length;
  const isUnexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: isUnexplained ? 1 : failed };
}

/**
 * @param {TestRun} run
 * @returns {Failure[]}
 */
export function failuresOf({ tests, brokenFiles }) {
  const failed = tests.filter(({ status }) => status === "failed");
  return [
    ...failed.map(({ file, name, place }) => ({ file, name, place })),
    ...brokenFiles.map((file) => ({ file, name: null, place: file })),
  ];
}

/**
 * Combines the first run with the second try of its failures. `flaky` are the failures that passed then.
 * @param {TestRun} first
 * @param {TestRun} again
 * @returns {{ run: TestRun, flaky: Failure[] }}
 */
export function withSecondTry(first, again) {
  const flaky = failuresOf(first).filter((failure) => hasPassed(failure, again));
  const wholeFiles = new Set(flaky.filter(({ name }) => name === null).map(({ file }) => file));
  const single = flaky.filter(({ name }) => name !== null);
  /** @type {TestRun} */
  const run = {
    tests: [
      ...first.tests
        .filter(({ file }) => !wholeFiles.has(file))
        .map((test) =>
          single.some(({ file, name }) => file === test.file && name === test.name) ? asPassed(test) : test,
        ),
      ...again.tests.filter(({ file }) => wholeFiles.has(file)),
    ],
    brokenFiles: first.brokenFiles.filter((file) => !wholeFiles.has(file)),
    exitCode: again.exitCode, // that of the first run only says that there were failures
  };
  return { run, flaky };
}

/**
 * @param {import("./test-reports.mjs").TestResult} test
 * @returns {import("./test-reports.mjs").TestResult}
 */
function asPassed({ file, name, place }) {
  return { file, name, place, status: "passed" };
}

/**
 * @param {Failure} failure
 * @param {TestRun} run
 */
function hasPassed({ file, name }, run) {
  if (run.brokenFiles.includes(file)) return false;
  const same = run.tests.filter((test) => test.file === file && (name === null || test.name === name));
  return same.length > 0 && same.every(({ status }) => status === "passed");
}

/**
 * For Vitest's --testNamePattern: these tests and no others.
 * @param {readonly string[]} names
 */
export function patternOf(names) {
  return `^(?:${names.map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("|")})$`;
}
