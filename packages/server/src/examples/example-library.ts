/**
 * Which examples are there for a type of source?
 *
 * One file of data for each provider, read when a person asks for it and then kept. A type without a file has the
 * examples of a plain webhook. `docs/how-to-add-a-source-type.md` says how to add some.
 */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SourceAuthType, SourceType } from "@posthorn/contract/source-types";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import type { Example } from "./example.ts";

const FOLDER = join(import.meta.dirname, "providers");
const PLAIN: SourceType = "WEBHOOK";

const read = new Map<SourceType, Promise<Examples>>();

/** The first one is the usual one. */
export type Examples = readonly [Example, ...Example[]];

/** A source of any type may name a provider as its method: then that one sends to it. */
export function examplesOf(type: SourceType, auth_type: SourceAuthType | null = null): Promise<Examples> {
  const provider = SOURCE_TYPES.find((one) => one === auth_type) ?? type;
  let examples = read.get(provider);
  if (!examples) {
    examples = readExamples(provider);
    read.set(provider, examples);
    examples.catch(() => read.delete(provider)); // the caller reports it; the next call tries again
  }
  return examples;
}

async function readExamples(type: SourceType): Promise<Examples> {
  try {
    // Safe: our own data, whose form a test checks.
    return JSON.parse(await readFile(join(FOLDER, exampleFile(type)), "utf8")) as Examples;
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    if (!isMissing || type === PLAIN) throw error;
    return examplesOf(PLAIN);
  }
}

/** `TIKTOK_SHOP` has `tiktok-shop.json`. */
export function exampleFile(type: SourceType): string {
  return `${type.toLowerCase().replaceAll("_", "-")}.json`;
}
