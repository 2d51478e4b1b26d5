/**
 * `npm test`: runs all checks and tests, from a fresh clone.
 *
 * `npm test -- unit db` runs only those parts, and `npm run test:faults` all faults, the long ones too. Nothing is
 * skipped in silence: a part that cannot run counts as failed, and so does a skipped test. A test that failed runs once
 * more, alone; not a fault, because a request that is lost now and then is lost. The end of the output lists how long
 * each part took, the slowest files, what failed, and what was flaky, that is, passed only alone. The last line is the
 * sum, exactly "N passed, N failed".
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { buildDashboardIfStale } from "./build-dashboard.mjs";
import { runChecks } from "./checks.mjs";
import { createCpuMeter } from "./cpu-time.mjs";
import { findBrowser } from "./find-browser.mjs";
import { createHeldOutput } from "./held-output.mjs";
import { countsOf, failuresOf, patternOf, repeatableOf, withSecondTry } from "./test-counts.mjs";
import { readPlaywrightReport, readVitestReport } from "./test-reports.mjs";
import { slowestLines, timeLines } from "./test-times.mjs";
import { ensureInstalled, fail, findNode, ROOT, runInForeground, toolEnvironment } from "./toolchain.mjs";

/** @typedef {import("./test-counts.mjs").Failure} Failure */
/** @typedef {import("./test-reports.mjs").TestRun} TestRun */
/** @typedef {import("./test-times.mjs").PartTime} PartTime */

/** @satisfies {Record<string, () => Promise<TestRun>>} */
const PARTS = {
  check: runChecks,
  unit: () => tryTwice("unit"),
  fault: () => runVitest("fault", [], heldFaults.write),
  controlled: () => runVitest("controlled"),
  long: () => runVitest("long"),
  db: () => tryTwice("db"),
  conformance: async () => {
    await buildDashboardIfStale(); // it is in the package
    return tryTwice("conformance");
  },
  browser: () => tryTwice("browser"),
  e2e: async () => {
    await buildDashboardIfStale();
    return withRepeats("e2e", await runPlaywright(), repeatInPlaywright);
  },
};

/** These parts run only when asked for, because they take too long for a usual run. */
const ON_REQUEST = new Set(["controlled", "long"]);

/** More failures than this have one cause, and are no chance: the part ends there, as each may wait for its limit. */
const MOST_REPEATED = 10;
const MOST_FAILURES = MOST_REPEATED + 1;

const E2E = join(ROOT, "e2e");
const asked = process.argv.slice(2);
const wanted = asked.length > 0 ? asked : Object.keys(PARTS).filter((name) => !ON_REQUEST.has(name));
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  fail(`There is no part "${unknown.join('", "')}". Parts are: ${Object.keys(PARTS).join(", ")}.`);

ensureInstalled();
let reportsMade = 0;
const reports = mkdtempSync(join(tmpdir(), "posthorn-reports-"));
const heldFaults = createHeldOutput((chunk) => process.stdout.write(chunk));
const lookAtCpu = createCpuMeter();
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const remarks = [];
/** @type {PartTime[]} */
const times = [];
const startedAt = performance.now();
// Faults wait for most of their time, so they begin beside the parts before them.
const faults = wanted.includes("fault") ? runPart("fault", PARTS.fault) : null;
for (const [name, part] of Object.entries(PARTS)) {
  if (!wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  if (part === PARTS.fault) heldFaults.release();
  const { run, time } = await (part === PARTS.fault && faults ? faults : runPart(name, part));
  const { passed, failed } = countsOf(run);
  for (const failure of failuresOf(run)) remarks.push(lineOf(failure.status, name, failure));
  total.passed += passed;
  total.failed += failed;
  times.push(time);
}
rmSync(reports, { recursive: true, force: true });
console.log(`\nTime of each part:\n${timeLines(times, performance.now() - startedAt).join("\n")}`);
const slowest = slowestLines(times, pathOf);
if (slowest.length > 0) console.log(`\nSlowest files:\n${slowest.join("\n")}`);
if (remarks.length > 0) console.log(`\n${remarks.join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/**
 * @param {string} name
 * @param {() => Promise<TestRun>} part
 * @returns {Promise<{ run: TestRun, time: PartTime }>}
 */
async function runPart(name, part) {
  const beganAt = performance.now();
  const run = await part().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { tests: [], brokenFiles: [], files: [], exitCode: 1 };
  });
  const wallMs = performance.now() - beganAt;
  return { run, time: { name, wallMs, cpuMs: lookAtCpu(), files: run.files } };
}

/**
 * @param {string} project
 * @returns {Promise<TestRun>}
 */
async function tryTwice(project) {
  return withRepeats(project, await runVitest(project), (failures) => repeatInVitest(project, failures));
}

/**
 * @param {string} part
 * @param {TestRun} first
 * @param {(failures: Failure[]) => Promise<TestRun>} repeat
 * @returns {Promise<TestRun>}
 */
async function withRepeats(part, first, repeat) {
  const failures = repeatableOf(first);
  if (failures.length === 0 || failures.length > MOST_REPEATED) return first;
  console.log(`\n== ${part}: what failed (${failures.length}), once more on its own`);
  const second = withSecondTry(first, await repeat(failures));
  for (const failure of second.flaky) remarks.push(lineOf("flaky", part, failure));
  return second.run;
}

/**
 * For example "flaky: e2e › e2e/viewer.spec.ts › controls are there: Test timeout of 60000ms exceeded."
 * @param {string} what
 * @param {string} part
 * @param {Failure} failure
 */
function lineOf(what, part, { file, name, message }) {
  const test = [part, file && pathOf(file), name].filter(Boolean).join(" › ");
  return `${what}: ${[test, message].filter(Boolean).join(": ")}`;
}

/**
 * Vitest names files by their whole path, Playwright by their path in its folder.
 * @param {string} file
 */
function pathOf(file) {
  return relative(ROOT, resolve(E2E, file));
}

/**
 * @param {string} project
 * @param {string[]} [selection]
 * @param {(chunk: Uint8Array) => void} [print] takes its output, if that is not printed at once
 * @returns {Promise<TestRun>}
 */
async function runVitest(project, selection = [], print) {
  const report = join(reports, `${project}-${++reportsMade}.json`);
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const reporting = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  // By default Vitest leaves one core unused, which is half of a machine with two cores.
  const options = [
    `--project=${project}`,
    "--maxWorkers=100%",
    `--bail=${MOST_FAILURES}`,
    ...reporting,
    ...selection,
  ];
  const browser = project === "browser" ? { POSTHORN_BROWSER: findBrowser(findNode()) } : {};
  const code = await runInForeground(findNode(), [vitest, "run", ...options], {
    env: toolEnvironment(browser),
    ...(print && { print }),
  });
  return readVitestReport(readReport(report), code);
}

/**
 * Runs one file after the other, and of each only the tests that failed.
 * @param {string} project
 * @param {Failure[]} failures
 * @returns {Promise<TestRun>}
 */
async function repeatInVitest(project, failures) {
  /** @type {TestRun} */
  const all = { tests: [], brokenFiles: [], files: [], exitCode: 0 };
  for (const file of new Set(failures.map((failure) => failure.file))) {
    const names = failures.flatMap((failure) => (failure.file === file && failure.name) || []);
    const selection = names.length > 0 ? [file, `--testNamePattern=${patternOf(names)}`] : [file];
    const { tests, brokenFiles, files, exitCode } = await runVitest(project, selection);
    all.tests.push(...tests);
    all.brokenFiles.push(...brokenFiles);
    all.files.push(...files);
    all.exitCode ||= exitCode;
  }
  return all;
}

/**
 * @param {string[]} [selection]
 * @returns {Promise<TestRun>}
 */
async function runPlaywright(selection = []) {
  const report = join(reports, `e2e-${++reportsMade}.json`);
  const playwright = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  const options = ["--reporter=list,json", `--max-failures=${MOST_FAILURES}`, ...selection];
  const code = await runInForeground(findNode(), [playwright, "test", ...options], {
    cwd: E2E,
    env: toolEnvironment({
      POSTHORN_BROWSER: findBrowser(findNode()),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }),
  });
  return readPlaywrightReport(readReport(report), code);
}

/**
 * Uses one worker, so that nothing runs beside a test, and another output folder: the screenshots of the first try
 * stay.
 * @param {Failure[]} failures
 * @returns {Promise<TestRun>}
 */
function repeatInPlaywright(failures) {
  const places = new Set(failures.map(({ place }) => place.replaceAll(".", "\\.")));
  return runPlaywright(["--workers=1", `--output=${join(reports, "e2e-again")}`, ...places]);
}

/**
 * Returns null when the run ended before it could write a report.
 * @param {string} file
 * @returns {unknown}
 */
function readReport(file) {
  try {
    return JSON.parse(readFileSync(file, "utf8"));
  } catch {
    return null;
  }
}
