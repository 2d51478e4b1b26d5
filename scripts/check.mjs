/** `npm run check`: format, lint, types, architecture, dead code. */
import { runChecks } from "./checks.mjs";
import { ensureInstalled } from "./toolchain.mjs";

ensureInstalled();
const { exitCode } = await runChecks();
process.exitCode = exitCode;
