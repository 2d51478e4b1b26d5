/** Reads the operator's file of plans at start. */
import { readFile } from "node:fs/promises";
import { ConfigError } from "../config.ts";
import { type PlansFile, readPlansFile } from "./plans-file.ts";

export async function loadPlans(path: string): Promise<PlansFile> {
  const text = await readFile(path, "utf8").catch((error: unknown) => {
    throw new ConfigError([`POSTHORN_PLANS names ${path}, which cannot be read: ${String(error)}`]);
  });
  const read = readPlansFile(text);
  if ("mistakes" in read) throw new ConfigError(read.mistakes.map((mistake) => `${path}, ${mistake}`));
  return read;
}
