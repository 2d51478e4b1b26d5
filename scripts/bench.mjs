/** `npm run bench`: the performance report. Passes its arguments to bench/main.ts. */
import { join } from "node:path";
import { ensureInstalled, findNode, ROOT, runInForeground } from "./toolchain.mjs";

ensureInstalled();
process.exitCode = await runInForeground(findNode(), [
  join(ROOT, "bench", "main.ts"),
  ...process.argv.slice(2),
]);
