/**
 * How many tests passed and how many failed?
 *
 * Read from the reports of Vitest and Playwright. Whatever is not a plain pass counts as failed: skipped, todo, flaky.
 * A run that ends badly without a failed test (a file that does not load, no report at all) is one failure.
 */

/** @typedef {{ passed: number, failed: number }} Counts */

/**
 * @param {unknown} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countVitest(report, exitCode) {
  const passed = numberAt(report, "numPassedTests");
  return settle(passed, numberAt(report, "numTotalTests") - passed, exitCode);
}

/**
 * @param {unknown} report
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countPlaywright(report, exitCode) {
  const stats = typeof report === "object" && report !== null && "stats" in report ? report.stats : null;
  const failed = ["unexpected", "flaky", "skipped"].reduce((sum, kind) => sum + numberAt(stats, kind), 0);
  return settle(numberAt(stats, "expected"), failed, exitCode);
}

/**
 * @param {number} passed
 * @param {number} failed
 * @param {number} exitCode
 */
function settle(passed, failed, exitCode) {
  const isUnexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: isUnexplained ? 1 : failed };
}

/**
 * @param {unknown} record
 * @param {string} name
 * @returns {number}
 */
function numberAt(record, name) {
  if (typeof record !== "object" || record === null) return 0;
  const value = Object.entries(record).find(([key]) => key === name)?.[1];
  return typeof value === "number" ? value : 0;
}
