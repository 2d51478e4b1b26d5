/**
 * `npm run pack`: makes packages/posthorn/posthorn-VERSION.tgz, the package that `npx posthorn` runs.
 *
 * With a folder as argument, it is made there. Its content depends on the sources and the lockfile only; npm writes
 * the same time into all of its files.
 */
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { buildDashboardIfStale } from "./build-dashboard.mjs";
import { ensureInstalled, fail, findNode, ROOT, runInForeground, runNpm } from "./toolchain.mjs";

const PACKAGE = join(ROOT, "packages", "posthorn");

ensureInstalled();
await buildDashboardIfStale();
const asked = process.argv[2];
const folder = asked === undefined ? PACKAGE : resolve(asked);
const built = join(folder, "dist");
const code = await runInForeground(findNode(), [join(PACKAGE, "build.mjs"), built]);
if (code !== 0) fail("The package could not be built. What its build said is above.");
runNpm("pack", built, "--ignore-scripts", "--silent", `--pack-destination=${folder}`);
const { name, version } = JSON.parse(readFileSync(join(PACKAGE, "package.json"), "utf8"));
console.log(join(folder, `${name}-${version}.tgz`));
