/**
 * The first file of `posthorn backup`, `posthorn restore` and `posthorn doctor`. Plain JavaScript, so that a Node which is too old for the
 * rest can still say so.
 */
import { enableCompileCache } from "node:module";
import { join } from "node:path";

const OLDEST_NODE = 24;

if (Number(process.versions.node.split(".")[0]) < OLDEST_NODE) {
  process.stderr.write(
    `This is Node ${process.versions.node}; Posthorn's commands need Node ${OLDEST_NODE} or newer.\n`,
  );
  process.exit(1);
}
enableCompileCache(join(import.meta.dirname, "../../../../node_modules/.cache/posthorn"));
const { runCommand } = await import("./run-command.ts");
process.exitCode = await runCommand(process.argv.slice(2));
