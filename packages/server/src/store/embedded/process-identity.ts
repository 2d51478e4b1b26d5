/**
 * Is this still the same process?
 *
 * A pid alone cannot tell: after a crash or a container restart another process may have the number. So a
 * process is identified by its pid, its start time and the boot of the machine. A zombie counts as dead: it
 * holds no lock and answers nothing, even while its parent has not collected it.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, statSync } from "node:fs";

export interface ProcessIdentity {
  pid: number;
  /** Opaque: equal for the same process, different for a later one with the same pid. */
  started: string;
}

/** Returns null when no such process is alive. */
export function identifyProcess(pid: number): ProcessIdentity | null {
  const started = process.platform === "linux" ? startedOnLinux(pid) : startedByPs(pid);
  return started === null ? null : { pid, started };
}

export function isSameProcessAlive(identity: ProcessIdentity): boolean {
  return identifyProcess(identity.pid)?.started === identity.started;
}

/** PostgreSQL and all its children run inside its data directory, which is how we recognize them. */
export function worksIn(pid: number, directory: string): boolean {
  if (process.platform !== "linux") return programName(pid).includes("postgres");
  try {
    const cwd = statSync(`/proc/${pid}/cwd`);
    const wanted = statSync(directory);
    return cwd.ino === wanted.ino && cwd.dev === wanted.dev;
  } catch {
    return false; // ended, or not ours to inspect: either way not our database
  }
}

let bootId: string | undefined;

function startedOnLinux(pid: number): string | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The program name is in parentheses and may contain any character, so count the fields after
    // the last parenthesis.
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
