/**
 * Is the built dashboard up to date with its sources?
 *
 * A hash over all inputs of the build decides; it is stored beside the result. Reading the few hundred files takes
 * about ten milliseconds, so `npm start` can check each time. With the dashboard comes the client that it tells people to
 * install: the package, as npm would publish it.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fail, findNode, ROOT, runInForeground, runNpm, toolEnvironment } from "./toolchain.mjs";

const DASHBOARD = join(ROOT, "packages", "dashboard");
const CLI = join(ROOT, "packages", "cli");
const DIST = join(DASHBOARD, "dist");
const STAMP = join(DIST, ".built-from");

const INPUTS = [
  join(DASHBOARD, "src"),
  join(DASHBOARD, "public"),
  join(DASHBOARD, "index.html"),
  // The settings of the build, and its plugins.
  ...readdirSync(DASHBOARD)
    .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
    .map((name) => join(DASHBOARD, name)),
  join(ROOT, "packages", "contract", "src"),
  join(ROOT, "docs", "guides"),
  join(CLI, "src"),
  ...["build.mjs", "licences.mjs", "package.json", "README.md"].map((name) => join(CLI, name)),
  join(ROOT, "package-lock.json"),
];

export async function buildDashboardIfStale() {
  const wanted = hashInputs();
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return;
  console.log("Building the dashboard. This takes half a minute, once and after updates.");
  const vite = join(ROOT, "node_modules", "vite", "bin", "vite.js");
  const code = await runInForeground(findNode(), [vite, "build", "--logLevel", "warn"], {
    cwd: DASHBOARD,
    // Ours may say "test" or "development": React would then be larger and slower, for as long as the build is up to date.
    env: toolEnvironment({ NODE_ENV: "production" }),
  });
  if (code !== 0) fail("The dashboard could not be built. What vite said is above.");
  await packCli();
  writeFileSync(STAMP, wanted);
}

/** The address of the package has no version, so that a command somebody has kept installs the one of today. */
async function packCli() {
  const code = await runInForeground(findNode(), [join(CLI, "build.mjs")]);
  if (code !== 0) fail("The CLI could not be built. What its build said is above.");
  runNpm("pack", "--workspace=posthorn-cli", "--ignore-scripts", "--silent", `--pack-destination=${DIST}`);
  const { name, version } = JSON.parse(readFileSync(join(CLI, "package.json"), "utf8"));
  renameSync(join(DIST, `${name}-${version}.tgz`), join(DIST, `${name}.tgz`));
}

function hashInputs() {
  const hash = createHash("sha256");
  for (const file of INPUTS.flatMap(filesUnder)) {
    hash
      .update(`${relative(ROOT, file)}\0`)
      .update(readFileSync(file))
      .update("\0");
  }
  return hash.digest("hex");
}

/**
 * Leaves out tests, and files that the build itself writes.
 * @param {string} path
 * @returns {string[]}
 */
function filesUnder(path) {
  if (!existsSync(path)) return [];
  if (/\.[a-z]+$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.\w+$/.test(name) && !/\.(gen\.ts|test\.tsx?)$/.test(name)) // folders have no extension
    .toSorted()
    .map((name) => join(path, name));
}
