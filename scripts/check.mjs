/** `npm run check`: format, lint, types, architecture, dead code. */
import { runChecks } from "./checks.mjs";
import { ensureInstalled } from "./toolchain.mjs";

ensureInstalled();
const { failed } = await runChecks();
process.exitCode = failed === 0 ? 0 : 1;
