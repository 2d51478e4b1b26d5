/**
 * What does the report of Vitest or Playwright say about each test?
 *
 * Both reports become the same list. Nothing in a report is taken on trust: a run that ended early may have written
 * half of it, or none.
 */

import { stripVTControlCharacters } from "node:util";

const MESSAGE_LENGTH = 300;

/** @typedef {"passed" | "failed" | "skipped"} TestStatus */
/**
 * `place` is where Playwright finds it again: file:line. `message` is the beginning of why it failed, in one line.
 * @typedef {{ file: string, name: string, status: TestStatus, place: string, message: string }} TestResult
 */
/** @typedef {{ file: string, ms: number }} FileTime how long the tests of a file took */
/**
 * `brokenFiles` failed without a failed test: they did not load, or something around their tests failed.
 * @typedef {{ tests: TestResult[], brokenFiles: string[], files: FileTime[], exitCode: number }} TestRun
 */

/**
 * @param {unknown} report
 * @param {number} exitCode
 * @returns {TestRun}
 */
export function readVitestReport(report, exitCode) {
  /** @type {TestResult[]} */
  const tests = [];
  /** @type {string[]} */
  const brokenFiles = [];
  /** @type {FileTime[]} */
  const files = [];
  for (const found of listAt(report, "testResults")) {
    const file = textAt(found, "name");
    const inFile = listAt(found, "assertionResults").map((test) => ({
      file,
      name: textAt(test, "fullName"),
      status: vitestStatus(textAt(test, "status")),
      place: file,
      message: firstWords(listAt(test, "failureMessages")[0]),
    }));
    tests.push(...inFile);
    files.push({ file, ms: numberAt(found, "endTime") - numberAt(found, "startTime") });
    const hasFailedTest = inFile.some(({ status }) => status === "failed");
    if (textAt(found, "status") === "failed" && !hasFailedTest) brokenFiles.push(file);
  }
  return { tests, brokenFiles, files, exitCode };
}

/**
 * @param {unknown} report
 * @param {number} exitCode
 * @returns {TestRun}
 */
export function readPlaywrightReport(report, exitCode) {
  const suites = listAt(report, "suites");
  return {
    tests: suites.flatMap((suite) => testsInSuite(suite, [])),
    brokenFiles: [],
    files: suites.map((suite) => ({ file: textAt(suite, "file"), ms: msInSuite(suite) })),
    exitCode,
  };
}

/**
 * @param {unknown} suite
 * @returns {number}
 */
function msInSuite(suite) {
  const results = listAt(suite, "specs")
    .flatMap((spec) => listAt(spec, "tests"))
    .flatMap((test) => listAt(test, "results"));
  const inner = listAt(suite, "suites").map(msInSuite);
  return [...results.map((result) => numberAt(result, "duration")), ...inner].reduce((a, b) => a + b, 0);
}

/**
 * @param {unknown} suite
 * @param {string[]} titles
 * @returns {TestResult[]}
 */
function testsInSuite(suite, titles) {
  const own = listAt(suite, "specs").flatMap((spec) => {
    const file = textAt(spec, "file");
    const name = [...titles, textAt(spec, "title")].join(" › ");
    const place = `${file}:${numberAt(spec, "line")}`;
    return listAt(spec, "tests").map((test) => ({
      file,
      name,
      status: playwrightStatus(textAt(test, "status")),
      place,
      message: firstWords(textAt(listAt(listAt(test, "results")[0], "errors")[0], "message")),
    }));
  });
  const inner = listAt(suite, "suites").flatMap((one) =>
    testsInSuite(one, [...titles, textAt(one, "title")]),
  );
  return [...own, ...inner];
}

/**
 * Without colours and without the stack.
 * @param {unknown} message
 */
function firstWords(message) {
  if (typeof message !== "string") return "";
  const [text = ""] = stripVTControlCharacters(message).split(/\n\s+at /);
  return text.replace(/\s+/g, " ").trim().slice(0, MESSAGE_LENGTH);
}

/**
 * @param {string} status
 * @returns {TestStatus}
 */
function vitestStatus(status) {
  return status === "passed" || status === "failed" ? status : "skipped";
}

/**
 * @param {string} status
 * @returns {TestStatus}
 */
function playwrightStatus(status) {
  if (status === "expected") return "passed";
  return status === "skipped" ? "skipped" : "failed";
}

/**
 * @param {unknown} record
 * @param {string} name
 * @returns {unknown}
 */
function valueAt(record, name) {
  if (typeof record !== "object" || record === null) return undefined;
  return Object.entries(record).find(([key]) => key === name)?.[1];
}

/**
 * @param {unknown} record
 * @param {string} name
 * @returns {unknown[]}
 */
function listAt(record, name) {
  const value = valueAt(record, name);
  return Array.isArray(value) ? value : [];
}

/**
 * @param {unknown} record
 * @param {string} name
 */
function textAt(record, name) {
  const value = valueAt(record, name);
  return typeof value === "string" ? value : "";
}

/**
 * @param {unknown} record
 * @param {string} name
 */
function numberAt(record, name) {
  const value = valueAt(record, name);
  return typeof value === "number" ? value : 0;
}
