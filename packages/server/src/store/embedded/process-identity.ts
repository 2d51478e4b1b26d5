/**
 * Is this still the same process?
 *
 * A pid alone is no answer: after a crash or a container restart the number belongs to somebody else.
 * A process is therefore named by its pid, the moment it started and the boot it started in. A zombie
 * counts as dead: it holds no lock and answers nobody, however long its parent forgets to collect it.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

export interface ProcessIdentity {
  pid: number;
  /** Opaque: equal for the same process, different for a later one with the same pid. */
  started: string;
}

/** Null when no such process lives. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const started = process.platform === "linux" ? startedOnLinux(pid) : startedByPs(pid);
  return started === null ? null : { pid, started };
}

export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.started === identity.started;
}

/** PostgreSQL always works inside its data directory, and so do all its children: that is how we know ours. */
export function worksIn(pid: number, directory: string): boolean {
  if (process.platform !== "linux") return programName(pid).includes("postgres");
  try {
    const cwd = statSync(`/proc/${pid}/cwd`);
    const wanted = statSync(directory);
    return cwd.ino === wanted.ino && cwd.dev === wanted.dev;
  } catch {
    return false; // gone, or not ours to look at: either way not our database
  }
}

let bootId: string | undefined;

function startedOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program name sits in parentheses and may contain anything, so fields are counted from the last one.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    const [state, startTicks] = [fields[0], fields[19]];
    if (state === "Z" || state === "X" || startTicks === undefined) return null;
    bootId ??= readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
    return `${bootId}/${startTicks}`;
  } catch {
    return null;
  }
}

function startedByPs(pid: number): string | null {
  const { status, stdout } = spawnSync("ps", ["-o", "stat=,lstart=", "-p", String(pid)], {
    encoding: "utf8",
  });
  const line = stdout.trim();
  if (status !== 0 || line === "" || line.startsWith("Z")) return null;
  return line.replace(/^\S+\s+/, "");
}

function programName(pid: number): string {
  return spawnSync("ps", ["-o", "comm=", "-p", String(pid)], { encoding: "utf8" }).stdout;
}
