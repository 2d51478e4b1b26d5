/**
 * What does this machine know of the newest release?
 *
 * A small file beside the config file. It is only a convenience: what cannot be read or written counts as unknown, and no
 * command fails for it. npm itself is asked, so its settings count: the registry, its keys, proxies and certificates.
 */
import { execFile } from "node:child_process";
import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as z from "zod/mini";
import type { Known } from "./notice.ts";

const ANSWER_WITHIN_MS = 20_000;

const KnownSchema = z.object({ asked_at: z.number(), latest: z.nullable(z.string()) });

export async function readKnown(configFile: string): Promise<Known | null> {
  try {
    return z.parse(KnownSchema, JSON.parse(await readFile(fileBeside(configFile), "utf8")));
  } catch {
    return null; // nobody has asked yet
  }
}

/** Returns whether it is stored: what cannot be remembered must not be asked again and again. */
export async function storeKnown(configFile: string, known: Known): Promise<boolean> {
  const file = fileBeside(configFile);
  const fresh = `${file}.${process.pid}.new`;
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(fresh, `${JSON.stringify(known)}\n`, { mode: 0o600 });
    await rename(fresh, file);
    return true;
  } catch {
    return false; // a folder that is not ours to write
  }
}

/** Null: npm is not there, or its registry did not answer in time. */
export function askNpm(platform: NodeJS.Platform): Promise<string | null> {
  return new Promise((resolve) => {
    execFile(
      "npm",
      ["view", "posthorn-cli", "dist-tags.latest", "--no-update-notifier"],
      // On Windows npm is a script, which only a shell starts.
      { timeout: ANSWER_WITHIN_MS, windowsHide: true, shell: platform === "win32" },
      (error, stdout) => resolve(error ? null : stdout.trim() || null),
    );
  });
}

function fileBeside(configFile: string): string {
  return join(dirname(configFile), "newest-release.json");
}
