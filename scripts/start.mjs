/** `npm start`: installs and builds what is missing, then starts Posthorn. Also works on a fresh clone. */
import { join } from "node:path";
import { buildDashboardIfStale } from "./build-dashboard.mjs";
import { ensureInstalled, findNode, ROOT, runInForeground } from "./toolchain.mjs";

ensureInstalled();
await buildDashboardIfStale();
if (process.stdout.isTTY) console.log("Starting Posthorn.");
process.exitCode = await runInForeground(findNode(), [join(ROOT, "packages", "server", "src", "main.mjs")], {
  cwd: process.cwd(),
  env: process.env,
  isTied: true,
});
