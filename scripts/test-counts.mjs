/**
 * How many tests passed, which failed, and which of them only passed when they were run again?
 *
 * Every test that did not pass counts as failed, also a skipped one. A file that fails without a failed test is one
 * failure, and so is a run that exits with an error but reports none. A test that failed and then passed alone counts
 * as passed, and is listed as flaky.
 */

/** @typedef {import("./test-reports.mjs").TestRun} TestRun */
/** @typedef {{ passed: number, failed: number }} Counts */
/**
 * What counts as failed. `name` is null if a file failed as a whole, and `file` is empty if the run did.
 * @typedef {{ status: "failed" | "skipped", file: string, name: string | null, place: string, message: string }} Failure
 */

/**
 * @param {TestRun} run
 * @returns {Counts}
 */
export function countsOf(run) {
  const passed = run.tests.filter(({ status }) => status === "passed").length;
  return { passed, failed: failuresOf(run).length };
}

/**
 * @param {TestRun} run
 * @returns {Failure[]}
 */
export function failuresOf(run) {
  const found = [
    ...run.tests.flatMap(({ status, ...test }) => (status === "passed" ? [] : { status, ...test })),
    ...run.brokenFiles.map((file) => failureOf(file, "the file failed, but none of its tests")),
  ];
  if (found.length > 0) return found;
  if (run.exitCode !== 0)
    return [failureOf("", `no test failed, but the run ended with code ${run.exitCode}`)];
  return run.tests.length === 0 ? [failureOf("", "no test ran")] : [];
}

/**
 * The failures that another try may turn: not what was skipped, nor a run that ended badly.
 * @param {TestRun} run
 * @returns {Failure[]}
 */
export function repeatableOf(run) {
  return failuresOf(run).filter(({ status, file }) => status === "failed" && file !== "");
}

/**
 * @param {string} file
 * @param {string} message
 * @returns {Failure}
 */
function failureOf(file, message) {
  return { status: "failed", file, name: null, place: file, message };
}

/**
 * Combines the first run with the second try of its failures. `flaky` are the failures that passed then.
 * @param {TestRun} first
 * @param {TestRun} again
 * @returns {{ run: TestRun, flaky: Failure[] }}
 */
export function withSecondTry(first, again) {
  const flaky = repeatableOf(first).filter((failure) => hasPassed(failure, again));
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
    files: [...first.files, ...again.files],
    exitCode: again.exitCode, // that of the first run only says that there were failures
  };
  return { run, flaky };
}

/**
 * @param {import("./test-reports.mjs").TestResult} test
 * @returns {import("./test-reports.mjs").TestResult}
 */
function asPassed({ file, name, place }) {
  return { file, name, place, status: "passed", message: "" };
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
