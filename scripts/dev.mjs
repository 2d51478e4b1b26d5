/**
 * `npm run dev`: server and dashboard, both reloading on save.
 *
 * Vite serves the dashboard on its own port and forwards API calls to the server (see `server.proxy` in
 * packages/dashboard/vite.config.ts). If one of the two exits, the script stops the other.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { ensureInstalled, findNode, ROOT, toolEnvironment } from "./toolchain.mjs";

ensureInstalled();
const node = findNode();
const vite = join(ROOT, "node_modules", "vite", "bin", "vite.js");
const children = [
  start(["--watch", "--watch-preserve-output", join(ROOT, "packages", "server", "src", "main.mjs")], ROOT),
  start([vite], join(ROOT, "packages", "dashboard")),
];

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => stopAll(signal));
for (const child of children) {
  child.once("exit", (code) => {
    process.exitCode ||= code ?? 1;
    stopAll("SIGTERM");
  });
}

/** @param {NodeJS.Signals} signal */
function stopAll(signal) {
  for (const child of children) child.kill(signal);
}

/**
 * @param {string[]} args
 * @param {string} cwd
 */
function start(args, cwd) {
  // One process reloads in one step, and a debugger finds it.
  const env = toolEnvironment({ POSTHORN_PROCESSES: process.env["POSTHORN_PROCESSES"] ?? "1" });
  return spawn(node, args, { cwd, env, stdio: "inherit" });
}
