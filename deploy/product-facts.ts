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

/** How long an orderly stop may take before the process ends itself, by the longest limit that it has. */
export function stopWithinSeconds(): number {
  const limits = readText("packages/server/src/start.ts").matchAll(/STOP_WITHIN_MS = ([\d_]+);/g);
  const longestMs = Math.max(...Array.from(limits, ([, ms = ""]) => Number(ms.replaceAll("_", ""))));
  if (!Number.isFinite(longestMs)) throw new Error("start.ts names STOP_WITHIN_MS no more");
  return longestMs / 1000;
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
