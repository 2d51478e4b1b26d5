/**
 * `npm test`: runs all checks and tests, from a fresh clone.
 *
 * `npm test -- unit db` runs only those parts, and `npm run test:faults` all faults, the long ones too. Nothing is
 * skipped in silence: a part that cannot run counts as failed, and so does a skipped test. A test that failed runs once
 * more after all others, alone; not a fault, because a request that is lost now and then is lost. The end of the output
 * lists how long each part took, the slowest files, what failed, and what was flaky, that is, passed only alone. The last
 * line is the sum, exactly "N passed, N failed".
 *
 * Two lanes run beside each other. Faults and journeys wait most of the time, for a timeout or for a page. The parts of
 * the other lane use the processors meanwhile.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
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

/** @typedef {(chunk: string | Uint8Array) => void} Print */
/**
 * `repeat` runs failed tests once more; without it they are not repeated.
 * @typedef {{ run: (print?: Print) => Promise<TestRun>, repeat?: (failures: Failure[]) => Promise<TestRun> }} Part
 */

/** @type {Record<string, Part>[]} */
const LANES = [
  {
    check: { run: runChecks },
    unit: repeatable("unit"),
    db: repeatable("db"),
    conformance: repeatable("conformance"),
    browser: repeatable("browser"),
  },
  {
    fault: { run: (print) => runVitest("fault", [], print) },
    controlled: { run: (print) => runVitest("controlled", [], print) },
    long: { run: (print) => runVitest("long", [], print) },
    e2e: { run: (print) => runPlaywright([], print), repeat: repeatInPlaywright },
  },
];

/** These parts run only when asked for, because they take too long for a usual run. */
const ON_REQUEST = new Set(["controlled", "long"]);

/** More failures than this have one cause, and are no chance. */
const MOST_REPEATED = 20;

const E2E = join(ROOT, "e2e");
const asked = process.argv.slice(2);
const known = LANES.flatMap(Object.keys);
const wanted = asked.length > 0 ? asked : known.filter((name) => !ON_REQUEST.has(name));
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) fail(`There is no part "${unknown.join('", "')}". Parts are: ${known.join(", ")}.`);

ensureInstalled();
let reportsMade = 0;
const reports = mkdtempSync(join(tmpdir(), "posthorn-reports-"));
const lookAtCpu = createCpuMeter();
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const remarks = [];
/** @type {PartTime[]} */
const times = [];
const startedAt = performance.now();
const lanes = LANES.map((lane) => Object.entries(lane).filter(([name]) => wanted.includes(name)));
for (const ended of await runBesideEachOther(lanes.filter((lane) => lane.length > 0))) {
  const { name, part, time } = ended;
  const run = await withRepeats(name, part, ended.run);
  const { passed, failed } = countsOf(run);
  for (const failure of failuresOf(run)) remarks.push(lineOf(failure.status, name, failure));
  total.passed += passed;
  total.failed += failed;
  times.push({ ...time, files: run.files });
}
rmSync(reports, { recursive: true, force: true });
console.log(`\nTime of each part:\n${timeLines(times, performance.now() - startedAt).join("\n")}`);
const slowest = slowestLines(times, pathOf);
if (slowest.length > 0) console.log(`\nSlowest files:\n${slowest.join("\n")}`);
if (remarks.length > 0) console.log(`\n${remarks.join("\n")}`);
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** @typedef {{ name: string, part: Part, run: TestRun, time: PartTime }} EndedPart */

/**
 * The first lane prints at once, and the others when it has ended.
 * @param {[name: string, part: Part][][]} all
 * @returns {Promise<EndedPart[]>}
 */
async function runBesideEachOther([first = [], ...others]) {
  const held = others.map((lane) => {
    const output = createHeldOutput((chunk) => process.stdout.write(chunk));
    return { output, ended: runInTurn(lane, output.write) };
  });
  const ended = await runInTurn(first);
  for (const lane of held) {
    lane.output.release();
    ended.push(...(await lane.ended));
  }
  return ended;
}

/**
 * @param {[name: string, part: Part][]} lane
 * @param {Print} [print] takes its output, if that is not printed at once
 * @returns {Promise<EndedPart[]>}
 */
async function runInTurn(lane, print) {
  const say = print ?? ((chunk) => process.stdout.write(chunk));
  /** @type {EndedPart[]} */
  const all = [];
  for (const [name, part] of lane) {
    say(`\n== ${name}\n`);
    const beganAt = performance.now();
    const run = await part.run(print).catch((error) => {
      say(`${error instanceof Error ? error.message : error}\n`);
      return { tests: [], brokenFiles: [], files: [], exitCode: 1 };
    });
    const wallMs = performance.now() - beganAt;
    all.push({ name, part, run, time: { name, wallMs, cpuMs: lookAtCpu(), files: run.files } });
  }
  return all;
}

/**
 * @param {string} project
 * @returns {Part}
 */
function repeatable(project) {
  return {
    run: (print) => runVitest(project, [], print),
    repeat: (failures) => repeatInVitest(project, failures),
  };
}

/**
 * @param {string} name
 * @param {Part} part
 * @param {TestRun} first
 * @returns {Promise<TestRun>}
 */
async function withRepeats(name, { repeat }, first) {
  const failures = repeatableOf(first);
  if (!repeat || failures.length === 0 || failures.length > MOST_REPEATED) return first;
  console.log(`\n== ${name}: what failed (${failures.length}), once more on its own`);
  const second = withSecondTry(first, await repeat(failures));
  for (const failure of second.flaky) remarks.push(lineOf("flaky", name, failure));
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
 * @param {Print} [print] takes its output, if that is not printed at once
 * @returns {Promise<TestRun>}
 */
async function runVitest(project, selection = [], print) {
  const report = join(reports, `${project}-${++reportsMade}.json`);
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const reporting = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  // By default Vitest leaves one core unused, which is half of a machine with two cores.
  const options = [`--project=${project}`, "--maxWorkers=100%", ...reporting, ...selection];
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
 * @param {Print} [print] takes its output, if that is not printed at once
 * @returns {Promise<TestRun>}
 */
async function runPlaywright(selection = [], print) {
  const report = join(reports, `e2e-${++reportsMade}.json`);
  const playwright = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  const code = await runInForeground(findNode(), [playwright, "test", "--reporter=list,json", ...selection], {
    cwd: E2E,
    env: toolEnvironment({
      POSTHORN_BROWSER: findBrowser(findNode()),
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    }),
    ...(print && { print }),
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
