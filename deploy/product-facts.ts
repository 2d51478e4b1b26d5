/**
 * What of the product do the files of deploy/ have to agree with? Tests ask.
 *
 * `start.ts` is read as a text, because importing it starts the product.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const DEPLOY = import.meta.dirname;
const ROOT = join(DEPLOY, "..");

function readText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8");
}

/** How long an orderly stop may take before the process ends itself. */
export function stopWithinSeconds(): number {
  const [, ms = ""] = /const STOP_WITHIN_MS = ([\d_]+);/.exec(readText("packages/server/src/start.ts")) ?? [];
  if (ms === "") throw new Error("start.ts names STOP_WITHIN_MS no more");
  return Number(ms.replaceAll("_", "")) / 1000;
}

/** The first column of the table in docs/configuration.md. */
export function documentedSettings(): ReadonlySet<string> {
  const rows = readText("docs/configuration.md").matchAll(/^\| `(POSTHORN_\w+)` \|/gm);
  return new Set([...rows].map(([, name = ""]) => name));
}

/** The version of our own packages: images are named after it. */
export function productVersion(): string {
  const { version }: { version: string } = JSON.parse(readText("package.json"));
  return version;
}
