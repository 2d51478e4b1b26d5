/**
 * Is PostgreSQL up, and how does it come up and go down?
 *
 * A postmaster is either started here or found running after a crash of the gateway; from then on both
 * are the same thing. It lives in a session of its own, so a Ctrl-C meant for the gateway never reaches
 * it, and a killed gateway does not take it along.
 */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DataFiles } from "./files.ts";
import { identifyProcess, isSameProcessAlive, worksIn, type ProcessIdentity } from "./process-identity.ts";
import { commandFor, type Runner } from "./run-as.ts";
import { SOCKET_PORT } from "./settings.ts";

export interface Postmaster {
  pid: number;
  isAlive: () => boolean;
  /** Settles when the process is gone, however it went. */
  exited: Promise<void>;
}

const LOOK_EVERY_MS = 10;
/** How soon the death of a postmaster we did not start, and so get no signal for, is noticed. */
const WATCH_EVERY_MS = 100;
/** Crash recovery replays at most max_wal_size; five minutes is far beyond that on any disk. */
const READY_WITHIN_MS = 5 * 60_000;

/** Null when no PostgreSQL runs on this cluster. */
export function findPostmaster(cluster: string): Postmaster | null {
  const record = readRecord(cluster);
  const identity = record === null ? null : identifyProcess(record.pid);
  if (identity === null || !worksIn(identity.pid, cluster)) return null;
  return postmasterOf(identity, watchUntilGone(identity));
}

/** Starts PostgreSQL; the caller has made sure that none runs. Returns at once, see `waitUntilReady`. */
export async function launchPostmaster(runner: Runner, files: DataFiles): Promise<Postmaster> {
  endOrphans(files.cluster);
  // Left by a crash. PostgreSQL refuses to start while a process with the pid in them exists, be it a stranger
  // or its own dead predecessor that nobody has collected yet. Its shared memory still guards against two at once.
  for (const name of ["postmaster.pid", `.s.PGSQL.${SOCKET_PORT}.lock`]) {
    await rm(join(files.cluster, name), { force: true });
  }
  const { file, args, options } = commandFor(runner, "postgres", files.cluster, []);
  const log = openSync(files.log, "a", 0o600);
  try {
    const child = spawn(file, args, { ...options, detached: true, stdio: ["ignore", log, log] });
    const exited = new Promise<void>((done, fail) => {
      child.once("exit", () => done());
      child.once("error", fail);
    });
    if (child.pid === undefined) await exited; // rejects with the reason
    const identity = child.pid === undefined ? null : identifyProcess(child.pid);
    if (identity === null) throw new Error(`PostgreSQL did not start; its last words are in ${files.log}`);
    return postmasterOf(identity, exited);
  } finally {
    closeSync(log);
  }
}

/** False when it went down instead, or is going down. */
export async function waitUntilReady(
  postmaster: Postmaster,
  cluster: string,
  signal: AbortSignal,
): Promise<boolean> {
  const deadline = performance.now() + READY_WITHIN_MS;
  while (postmaster.isAlive()) {
    const record = readRecord(cluster);
    if (record?.pid === postmaster.pid && record.status === "ready") return true;
    if (performance.now() > deadline) throw new Error("PostgreSQL did not become ready within five minutes.");
    await delay(LOOK_EVERY_MS, undefined, { signal });
  }
  return false;
}

/** Fast shutdown; when that takes too long, immediate; when even that does, kill. Within 8 seconds. */
export async function shutDown(postmaster: Postmaster): Promise<"fast" | "immediate" | "killed"> {
  const steps = [
    { how: "fast", signal: "SIGINT", waitMs: 5_500 },
    { how: "immediate", signal: "SIGQUIT", waitMs: 1_500 },
    { how: "killed", signal: "SIGKILL", waitMs: 1_000 },
  ] as const;
  for (const { how, signal, waitMs } of steps) {
    sendSignal(postmaster.pid, signal);
    const deadline = performance.now() + waitMs;
    while (postmaster.isAlive() && performance.now() < deadline) await delay(LOOK_EVERY_MS);
    if (!postmaster.isAlive()) return how;
  }
  throw new Error(`PostgreSQL (process ${postmaster.pid}) cannot be stopped.`);
}

/**
 * Backends whose postmaster was killed notice it only when they next wait for something; until the last
 * is gone its shared memory blocks a restart. They have nobody to work for any more.
 */
function endOrphans(cluster: string): void {
  if (process.platform !== "linux") return;
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (Number.isInteger(pid) && worksIn(pid, cluster) && isPostgres(pid)) sendSignal(pid, "SIGQUIT");
  }
}

/** An operator's shell or editor may stand in that directory, too. */
function isPostgres(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/comm`, "utf8").trim() === "postgres";
  } catch {
    return false; // gone meanwhile
  }
}

function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error; // gone is fine
  }
}

function postmasterOf(identity: ProcessIdentity, exited: Promise<void>): Postmaster {
  return { pid: identity.pid, isAlive: () => isSameProcessAlive(identity), exited };
}

async function watchUntilGone(identity: ProcessIdentity): Promise<void> {
  while (isSameProcessAlive(identity)) await delay(WATCH_EVERY_MS);
}

/** postmaster.pid: the pid in the first line, what it is doing in the eighth. */
function readRecord(cluster: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: (lines[7] ?? "").trim() } : null;
  } catch {
    return null; // not there, or just being written
  }
}
