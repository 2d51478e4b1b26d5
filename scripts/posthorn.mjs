/** `npm run posthorn -- ARGUMENTS`: from a checkout, what the package `posthorn` does with them. */
import { join } from "node:path";
import { buildDashboardIfStale } from "./build-dashboard.mjs";
import { ensureInstalled, findNode, ROOT, runInForeground } from "./toolchain.mjs";

/** The commands that serve the dashboard. No other needs it built. */
const SERVING = [undefined, "start", "dev"];

ensureInstalled();
if (SERVING.includes(process.argv[2])) await buildDashboardIfStale();
process.exitCode = await runInForeground(
  findNode(),
  [join(ROOT, "packages", "posthorn", "src", "main.ts"), ...process.argv.slice(2)],
  { cwd: process.env["INIT_CWD"] ?? process.cwd(), env: process.env },
);
