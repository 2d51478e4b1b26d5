/**
 * Is another Posthorn already running on this data directory?
 *
 * The lock is a file that names its holder. The kernel says whether the holder is alive, so a crash,
 * kill -9 or power cut never leaves a lock that an operator must delete by hand. A claim appears under
 * its final name in one step (`link`), complete or not at all.
 */
import { createHash, randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { StartRefused } from "../../start-refused.ts";
import { identifyProcess, isSameProcessAlive, type ProcessIdentity } from "./process-identity.ts";

export interface InstanceLock {
  release: () => Promise<void>;
}

export class DataDirectoryInUse extends StartRefused {
  override name = "DataDirectoryInUse";
  constructor(holder: number, lockFile: string) {
    super(
      `Another Posthorn (process ${holder}) is already running on this data directory, says ${lockFile}. ` +
        `Stop it first, or give this one its own POSTHORN_DATA_DIR.`,
    );
  }
}

/** How often a claim may lose against processes that start at the same moment before it fails. */
const CLAIM_ATTEMPTS = 20;

export async function acquireInstanceLock(lockFile: string): Promise<InstanceLock> {
  const self = identifyProcess(process.pid);
  if (self === null) throw new Error("The operating system does not tell when this process started.");
  const claim = `${lockFile}.${process.pid}.${randomUUID()}`;
  await writeFile(claim, JSON.stringify(self), { mode: 0o600 });
  try {
    const rival = await claimPath(lockFile, claim);
    if (rival !== null) throw new DataDirectoryInUse(rival.pid, lockFile);
    return { release: () => releaseLock(lockFile, self) };
  } finally {
    await rm(claim, { force: true });
  }
}

/** Returns null if no live process holds it. */
export async function holderOfLock(lockFile: string): Promise<ProcessIdentity | null> {
  const holder = identityIn((await readIfThere(lockFile)) ?? "");
  return holder !== null && isSameProcessAlive(holder) ? holder : null;
}

/**
 * Returns null when this process now owns the path, otherwise the live process that owns it. A process that finds
 * the claim of a dead one first claims, by the same rules, the right to replace exactly that claim. So if many find
 * it at once, only one replaces it, and no process ever touches the claim of a live one.
 */
async function claimPath(path: string, claim: string): Promise<ProcessIdentity | null> {
  for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
    if (await linkIfFree(claim, path)) return null;
    const text = await readIfThere(path);
    if (text === null) continue;
    const holder = identityIn(text);
    if (holder !== null && isSameProcessAlive(holder)) return holder;
    const succession = `${path}.after.${createHash("sha256").update(text).digest("hex").slice(0, 16)}`;
    const rival = await claimPath(succession, claim);
    if (rival !== null) return rival;
    try {
      if ((await readIfThere(path)) === text) {
        await link(claim, `${claim}.new`);
        await rename(`${claim}.new`, path);
        return null;
      }
    } finally {
      await rm(succession, { force: true });
    }
  }
  throw new Error(`${path} changes hands faster than it can be claimed.`);
}

async function releaseLock(lockFile: string, self: ProcessIdentity): Promise<void> {
  const holder = identityIn((await readIfThere(lockFile)) ?? "");
  if (holder?.pid === self.pid && holder.started === self.started) await rm(lockFile, { force: true });
}

async function linkIfFree(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isCode(error, "EEXIST")) return false;
    throw error;
  }
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if (isCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** Returns null for text that is not a claim; such a file holds nothing. */
function identityIn(text: string): ProcessIdentity | null {
  try {
    const claim: unknown = JSON.parse(text);
    if (typeof claim !== "object" || claim === null || !("pid" in claim) || !("started" in claim))
      return null;
    const { pid, started } = claim;
    return typeof pid === "number" && typeof started === "string" ? { pid, started } : null;
  } catch {
    return null; // cut off or never written
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
