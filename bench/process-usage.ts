/**
 * How much CPU has a process used with all its children, and how much memory does it hold?
 *
 * Read from /proc, so on Linux only; elsewhere the answer is null and the figures are told as not
 * measured. The gateway's tree leaves out the embedded database below it, which is counted by itself.
 */
import { readdirSync, readFileSync } from "node:fs";

export interface Usage {
  cpuMs: number;
  residentBytes: number;
}

/** USER_HZ is 100 on every Linux that Node runs on. */
const MS_PER_TICK = 10;

interface ProcessRecord {
  pid: number;
  parent: number;
  cpuMs: number;
}

export function usageOf(root: number, { except }: { except?: number | undefined } = {}): Usage | null {
  if (process.platform !== "linux") return null;
  const all = readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? readRecord(name) : []));
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) {
    // The list grows while it is walked: children of children come up in turn.
    tree.push(...all.filter((record) => record.parent === pid && record.pid !== except));
  }
  return {
    cpuMs: tree.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    residentBytes: tree.reduce((sum, { pid }) => sum + residentBytesOf(pid), 0),
  };
}

/** Includes children that have ended and been waited for: they live on in their parent's account. */
function readRecord(pid: string): ProcessRecord[] {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return [];
  // The name in parentheses may hold anything; the fields after it are numbers from the third on.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]);
  const ticks = field(14) + field(15) + field(16) + field(17);
  return [{ pid: Number(pid), parent: field(4), cpuMs: ticks * MS_PER_TICK }];
}

/** What several processes share, like the program itself, counts once: each has its part of it. */
function residentBytesOf(pid: number): number {
  const memory = readIfThere(`/proc/${pid}/smaps_rollup`) ?? "";
  return Number(/^Pss:\s+(\d+) kB$/m.exec(memory)?.[1] ?? 0) * 1024;
}

/** Processes come and go while the list is read. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
