/**
 * How does the package run the product?
 *
 * As a program of its own on Node 24, whichever Node runs this. Beside the settings of the person it is given two places in
 * their home: the folder of the package may belong to somebody else, or be gone tomorrow.
 */
import { join } from "node:path";
import type { Machine, Product } from "../../cli/src/machine.ts";
import { findNode, ROOT, runInForeground } from "../../../scripts/toolchain.mjs";
import { cacheFolder, dataFolder } from "./folders.ts";

const SERVER = join(ROOT, "packages", "server", "src");

export function productOn(machine: Pick<Machine, "env" | "platform" | "homeDirectory">): Product {
  const cwd = process.cwd();
  const env = {
    ...machine.env,
    POSTHORN_DATA_DIR: machine.env["POSTHORN_DATA_DIR"] || dataFolder(machine),
    NODE_COMPILE_CACHE: machine.env["NODE_COMPILE_CACHE"] || cacheFolder(machine),
  };
  return {
    start: () => runInForeground(findNode(), [join(SERVER, "main.mjs")], { cwd, env, isTied: true }),
    maintain: (words) =>
      runInForeground(findNode(), [join(SERVER, "maintenance", "main.mjs"), ...words], { cwd, env }),
  };
}
