/**
 * How does the package run the product?
 *
 * As a program of its own on Node 24, whichever Node runs this. Beside the settings of the person it is given two places in
 * their home: the folder of the package may belong to somebody else, or be gone tomorrow.
 */
import { createHash } from "node:crypto";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { Machine, Product } from "../../cli/src/machine.ts";
import { findNode, ROOT, runInForeground } from "../../../scripts/toolchain.mjs";
import { runningOn } from "../../server/src/store/embedded/running-file.ts";
import { cacheFolder, dataFolder } from "./folders.ts";
import { startBeside } from "./start-beside.ts";

const SERVER = join(ROOT, "packages", "server", "src");

const LOOK_AGAIN_MS = 100;

export function productOn(machine: Pick<Machine, "env" | "platform" | "homeDirectory">): Product {
  const cwd = process.cwd();
  const folder = machine.env["POSTHORN_DATA_DIR"] || dataFolder(machine);
  const hasOwnDatabase = Boolean(machine.env["POSTHORN_DATABASE_URL"]);
  const env = {
    ...machine.env,
    POSTHORN_DATA_DIR: folder,
    NODE_COMPILE_CACHE: machine.env["NODE_COMPILE_CACHE"] || cacheFolder(machine),
  };
  return {
    start: () => runInForeground(findNode(), [join(SERVER, "main.mjs")], { cwd, env, isTied: true }),
    maintain: (words) =>
      runInForeground(findNode(), [join(SERVER, "maintenance", "main.mjs"), ...words], { cwd, env }),
    dataPlace: hasOwnDatabase ? "the database of POSTHORN_DATABASE_URL" : resolve(folder),
    async findRunning({ signal, onWaiting }) {
      // On a database of the operator's, the folder says nothing.
      if (hasOwnDatabase) return null;
      for (let looks = 0; ; looks++) {
        // What is wrong with the folder, the start says better.
        const running = await runningOn(folder).catch(() => null);
        if (running === null) return null;
        if (running.dashboard !== null) return running.dashboard;
        if (looks === 0) onWaiting(running.pid);
        await delay(LOOK_AGAIN_MS, undefined, { signal });
      }
    },
    startBeside: (variables) =>
      startBeside({
        command: [findNode(), join(SERVER, "main.mjs")],
        cwd,
        // The log is read by people, and one process is enough for one of them.
        env: { POSTHORN_LOG: "text", POSTHORN_PROCESSES: "1", ...env, ...variables },
        logFile: join(cacheFolder(machine), logName(machine.env["POSTHORN_DATA_DIR"])),
      }),
  };
}

/** Each data directory has a log of its own, because a product can run on each. */
function logName(dataDir: string | undefined): string {
  if (!dataDir) return "dev.log";
  return `dev-${createHash("sha256").update(resolve(dataDir)).digest("hex").slice(0, 8)}.log`;
}
