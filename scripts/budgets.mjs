/** `npm run budgets -w e2e`: measures the dashboard's budgets. Passes its arguments to e2e/budgets.ts. */
import { join } from "node:path";
import { ensureInstalled, findNode, ROOT, runInForeground } from "./toolchain.mjs";

ensureInstalled();
process.exitCode = await runInForeground(findNode(), [
  join(ROOT, "e2e", "budgets.ts"),
  ...process.argv.slice(2),
]);
