/**
 * Does another Posthorn already run on this data directory?
 *
 * The lock is a file that names its holder. Whether the holder lives is asked of the kernel, so a
 * crash, kill -9 or power cut never leaves a lock behind that somebody has to delete by hand.
 * A claim appears under its final name in one step (`link`), complete or not at all.
 */
import { randomUUID } from "node:crypto";
import { link, readFile, rename, rm, writeFile } from "node:fs/promises";
import { identifyProcess, isSameProcessAlive, type ProcessIdentity } from "./process-identity.ts";

export interface InstanceLock {
  release: () => Promise<void>;
}

class DataDirectoryInUse extends Error {
  override name = "DataDirectoryInUse";
  constructor(holder: number, lockFile: string) {
    super(
      `Another Posthorn (process ${holder}) is already running on this data directory, says ${lockFile}. ` +
        `Stop it first, or give this one its own POSTHORN_DATA_DIR.`,
    );
  }
}

/** How often a claim may lose against others that start in the same instant before we call it an error. */
const CLAIM_ATTEMPTS = 20;

export async function acquireInstanceLock(lockFile: string): Promise<InstanceLock> {
  const self = identifyProcess(process.pid);
  if (self === null) throw new Error("The operating system does not tell when this process started.");
  const claim = `${lockFile}.${process.pid}.${randomUUID()}`;
  await writeFile(claim, JSON.stringify(self), { mode: 0o600 });
  try {
    for (let attempt = 0; attempt < CLAIM_ATTEMPTS; attempt++) {
      if (await linkIfFree(claim, lockFile)) return { release: () => releaseLock(lockFile, self) };
      const holder = await readHolder(lockFile);
      if (holder !== null && isSameProcessAlive(holder)) throw new DataDirectoryInUse(holder.pid, lockFile);
      await removeStaleLock(lockFile);
    }
  } finally {
    await rm(claim, { force: true });
  }
  throw new Error(`${lockFile} changes hands faster than it can be claimed.`);
}

/**
 * Moves a dead holder's lock aside. Between our look and our move another starter may have claimed the
 * name; then what we moved is a living claim, and it is put back.
 */
async function removeStaleLock(lockFile: string): Promise<void> {
  const aside = `${lockFile}.stale.${randomUUID()}`;
  try {
    await rename(lockFile, aside);
  } catch (error) {
    if (isCode(error, "ENOENT")) return; // another starter was quicker
    throw error;
  }
  const moved = await readHolder(aside);
  if (moved !== null && isSameProcessAlive(moved)) await linkIfFree(aside, lockFile);
  await rm(aside, { force: true });
}

async function releaseLock(lockFile: string, self: ProcessIdentity): Promise<void> {
  const holder = await readHolder(lockFile);
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

/** Null for a lock that vanished or that nobody can read as a claim: both hold nothing. */
async function readHolder(file: string): Promise<ProcessIdentity | null> {
  try {
    const claim: unknown = JSON.parse(await readFile(file, "utf8"));
    if (typeof claim !== "object" || claim === null || !("pid" in claim) || !("started" in claim))
      return null;
    const { pid, started } = claim;
    return typeof pid === "number" && typeof started === "string" ? { pid, started } : null;
  } catch (error) {
    if (error instanceof SyntaxError || isCode(error, "ENOENT")) return null;
    throw error;
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
