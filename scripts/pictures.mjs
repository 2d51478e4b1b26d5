/** `npm run pictures`: pictures of every screen. Passes its arguments to e2e/pictures.ts. */
import { join } from "node:path";
import { ensureInstalled, findNode, ROOT, runInForeground } from "./toolchain.mjs";

ensureInstalled();
process.exitCode = await runInForeground(findNode(), [
  join(ROOT, "e2e", "pictures.ts"),
  ...process.argv.slice(2),
]);
