/**
 * Is PostgreSQL running, and how does it start and stop?
 *
 * A postmaster is either started here or found running after a crash of the gateway; from then on
 * both are treated the same. It runs in its own session, so a Ctrl-C meant for the gateway does
 * not reach it, and it survives when the gateway is killed.
 */
import { spawn } from "node:child_process";
import { closeSync, openSync, readFileSync, readdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { DataFiles } from "./files.ts";
import { lastWords } from "./last-words.ts";
import { identifyProcess, isSameProcessAlive, worksIn, type ProcessIdentity } from "./process-identity.ts";
import { commandFor, type Runner } from "./run-as.ts";
import { SOCKET_PORT } from "./settings.ts";

export interface Postmaster {
  pid: number;
  isAlive: () => boolean;
  /** Settles when the process has ended, for whatever reason. */
  exited: Promise<void>;
}

const LOOK_EVERY_MS = 10;
/** How often to check a postmaster that we did not start: we get no signal when it dies. */
const WATCH_EVERY_MS = 100;
/** Crash recovery replays at most max_wal_size, which takes far less than five minutes on any disk. */
const READY_WITHIN_MS = 5 * 60_000;

/** Returns null when no PostgreSQL runs on this cluster. */
export function findPostmaster(cluster: string): Postmaster | null {
  const record = readRecord(cluster);
  const identity = record === null ? null : identifyProcess(record.pid);
  if (identity === null || !worksIn(identity.pid, cluster)) return null;
  return postmasterOf(identity, watchUntilGone(identity));
}

/** Starts PostgreSQL; the caller has made sure that none runs. Returns at once, see `waitUntilReady`. */
export async function launchPostmaster(runner: Runner, files: DataFiles): Promise<Postmaster> {
  endOrphans(files.cluster);
  // A crash leaves these files. PostgreSQL refuses to start while any process has the pid in them, even an
  // unrelated process or its own zombie. Its shared memory still prevents two servers at once.
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
    if (identity === null) throw new Error(`PostgreSQL did not start: ${await lastWords(files.log)}`);
    return postmasterOf(identity, exited);
  } finally {
    closeSync(log);
  }
}

/** Returns false when PostgreSQL stopped or is stopping instead. */
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

/** Tries a fast shutdown, then an immediate one, then kills it. Takes at most 8 seconds. */
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
 * Backends of a killed postmaster notice its death only when they next wait. Until the last one ends, its shared
 * memory blocks a restart. They can do no more useful work, so we end them.
 */
function endOrphans(cluster: string): void {
  if (process.platform !== "linux") return;
  for (const name of readdirSync("/proc")) {
    const pid = Number(name);
    if (Number.isInteger(pid) && worksIn(pid, cluster) && isPostgres(pid)) sendSignal(pid, "SIGQUIT");
  }
}

/** An operator's shell or editor may also run in that directory. */
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
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error; // already gone is fine
  }
}

function postmasterOf(identity: ProcessIdentity, exited: Promise<void>): Postmaster {
  return { pid: identity.pid, isAlive: () => isSameProcessAlive(identity), exited };
}

async function watchUntilGone(identity: ProcessIdentity): Promise<void> {
  while (isSameProcessAlive(identity)) await delay(WATCH_EVERY_MS);
}

/** postmaster.pid has the pid in its first line and the status in its eighth. */
function readRecord(cluster: string): { pid: number; status: string } | null {
  try {
    const lines = readFileSync(join(cluster, "postmaster.pid"), "utf8").split("\n");
    const pid = Number(lines[0]);
    return Number.isInteger(pid) && pid > 0 ? { pid, status: (lines[7] ?? "").trim() } : null;
  } catch {
    return null; // not there, or just being written
  }
}
