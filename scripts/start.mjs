/** `npm start`: from a fresh clone, or for the hundredth time, to a running Posthorn. */
import { join } from "node:path";
import { buildDashboardIfStale } from "./build-dashboard.mjs";
import { ensureInstalled, findNode, ROOT, runInForeground } from "./toolchain.mjs";

ensureInstalled();
await buildDashboardIfStale();
process.exitCode = await runInForeground(findNode(), [join(ROOT, "packages", "server", "src", "main.mjs")], {
  cwd: process.cwd(),
  env: process.env,
});
