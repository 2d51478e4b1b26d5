/**
 * `npm test`: everything that must hold, from a fresh clone.
 *
 * `npm test -- unit db` runs only those parts, and `npm run test:faults` all faults, the long ones too. Nothing is skipped in silence: a part that cannot run has failed, and
 * so has a test that was skipped. The last line is the sum, exactly "N passed, N failed".
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildDashboardIfStale } from "./build-dashboard.mjs";
import { runChecks } from "./checks.mjs";
import { findBrowser } from "./find-browser.mjs";
import { countPlaywright, countVitest } from "./test-counts.mjs";
import { ensureInstalled, fail, findNode, ROOT, runInForeground, toolEnvironment } from "./toolchain.mjs";

/** @typedef {import("./test-counts.mjs").Counts} Counts */

/** @type {Record<string, () => Promise<Counts>>} */
const PARTS = {
  check: runChecks,
  unit: () => runVitest("unit"),
  db: () => runVitest("db"),
  conformance: () => runVitest("conformance"),
  fault: () => runVitest("fault"),
  long: () => runVitest("long"),
  browser: () => runVitest("browser", { POSTHORN_BROWSER: findBrowser(findNode()) }),
  e2e: runPlaywright,
};

/** Only when asked for: they take longer than anybody waits for a test. */
const ON_REQUEST = new Set(["long"]);

const asked = process.argv.slice(2);
const wanted = asked.length > 0 ? asked : Object.keys(PARTS).filter((name) => !ON_REQUEST.has(name));
const unknown = wanted.filter((name) => !(name in PARTS));
if (unknown.length > 0)
  fail(`There is no part "${unknown.join('", "')}". Parts are: ${Object.keys(PARTS).join(", ")}.`);

ensureInstalled();
const reports = mkdtempSync(join(tmpdir(), "posthorn-reports-"));
const total = { passed: 0, failed: 0 };
for (const [name, run] of Object.entries(PARTS)) {
  if (!wanted.includes(name)) continue;
  console.log(`\n== ${name}`);
  const { passed, failed } = await run().catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    return { passed: 0, failed: 1 };
  });
  total.passed += passed;
  total.failed += failed;
}
rmSync(reports, { recursive: true, force: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/**
 * @param {string} project
 * @param {Record<string, string>} [environment]
 */
async function runVitest(project, environment = {}) {
  const report = join(reports, `${project}.json`);
  const vitest = join(ROOT, "node_modules", "vitest", "vitest.mjs");
  const reporting = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  // Of its own accord it leaves one core unused, which on a machine with two is half of it.
  const options = [`--project=${project}`, "--maxWorkers=100%", ...reporting];
  const code = await runInForeground(findNode(), [vitest, "run", ...options], {
    env: toolEnvironment(environment),
  });
  return countVitest(readReport(report), code);
}

async function runPlaywright() {
  const browser = findBrowser(findNode());
  await buildDashboardIfStale();
  const report = join(reports, "e2e.json");
  const playwright = join(ROOT, "node_modules", "@playwright", "test", "cli.js");
  const code = await runInForeground(findNode(), [playwright, "test", "--reporter=list,json"], {
    cwd: join(ROOT, "e2e"),
    env: toolEnvironment({ POSTHORN_BROWSER: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report }),
  });
  return countPlaywright(readReport(report), code);
}

/**
 * Null when the run ended before it could write one.
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
