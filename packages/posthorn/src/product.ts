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

export function productOn(machine: Pick<Machine, "env" | "platform" | "homeDirectory">): Product {
  const { env } = machine;
  return {
    start: () =>
      runInForeground(findNode(), [join(ROOT, "packages", "server", "src", "main.mjs")], {
        cwd: process.cwd(),
        env: {
          ...env,
          POSTHORN_DATA_DIR: env["POSTHORN_DATA_DIR"] || dataFolder(machine),
          NODE_COMPILE_CACHE: env["NODE_COMPILE_CACHE"] || cacheFolder(machine),
        },
        isTied: true,
      }),
  };
}
