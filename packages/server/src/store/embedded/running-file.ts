/**
 * Does a Posthorn run on this data directory, and where is its dashboard?
 *
 * The running product writes `running.json` beside its lock. `posthorn dev` reads it before it would start a second one. The
 * file counts only together with the lock: what a killed product has left behind names a process that does not hold it.
 */
import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { filesIn } from "./files.ts";
import { holderOfLock } from "./instance-lock.ts";

/** The lock must be held by this process. Resolves to what takes the announcement back, and never fails to. */
export async function announceRunning(dataDir: string, dashboard: string): Promise<() => Promise<void>> {
  const { running, lock } = filesIn(dataDir);
  const holder = await holderOfLock(lock);
  await writeFile(`${running}.new`, `${JSON.stringify({ ...holder, dashboard })}\n`, { mode: 0o600 });
  await rename(`${running}.new`, running);
  return () => rm(running, { force: true }).catch(() => undefined); // without the lock it counts for nothing
}

/** `dashboard` is null while a process holds the directory that has not announced itself: it starts, stops or restores. */
export async function runningOn(dataDir: string): Promise<{ pid: number; dashboard: string | null } | null> {
  const { running, lock } = filesIn(dataDir);
  const holder = await holderOfLock(lock);
  if (holder === null) return null;
  const announced = await announcementIn(running);
  const isOfHolder = announced?.["pid"] === holder.pid && announced["started"] === holder.started;
  const dashboard = isOfHolder ? announced["dashboard"] : null;
  return { pid: holder.pid, dashboard: typeof dashboard === "string" ? dashboard : null };
}

async function announcementIn(file: string): Promise<Record<string, unknown> | null> {
  try {
    const read: unknown = JSON.parse(await readFile(file, "utf8"));
    return typeof read === "object" && read !== null ? { ...read } : null;
  } catch {
    return null; // not written yet, or of a process that was killed: the lock says which
  }
}
