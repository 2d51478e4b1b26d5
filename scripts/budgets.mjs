/** `npm run budgets -w e2e`: the dashboard's budgets, measured. Arguments are handed on to e2e/budgets.ts. */
import { join } from "node:path";
import { ensureInstalled, findNode, ROOT, runInForeground } from "./toolchain.mjs";

ensureInstalled();
process.exitCode = await runInForeground(findNode(), [
  join(ROOT, "e2e", "budgets.ts"),
  ...process.argv.slice(2),
]);
