/** `npm run seed`: fills a new data directory with the history of a shop. Passes its arguments to bench/seed-command.ts. */
import { join } from "node:path";
import { ensureInstalled, findNode, ROOT, runInForeground } from "./toolchain.mjs";

ensureInstalled();
process.exitCode = await runInForeground(findNode(), [
  join(ROOT, "bench", "seed-command.ts"),
  ...process.argv.slice(2),
]);
