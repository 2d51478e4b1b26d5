/**
 * How much CPU has a process used with all its children, and how much memory does it use?
 *
 * It reads /proc, so it works on Linux only. Elsewhere the result is null, and the report leaves out the figures.
 * `except` leaves out a child: the bench counts the embedded database separately from the gateway.
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
    // The list grows while the loop runs, so that children of children are added too.
    tree.push(...all.filter((record) => record.parent === pid && record.pid !== except));
  }
  return {
    cpuMs: tree.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    residentBytes: tree.reduce((sum, { pid }) => sum + residentBytesOf(pid), 0),
  };
}

/** Includes ended children that the parent has waited for: the system adds their time to the parent's. */
function readRecord(pid: string): ProcessRecord[] {
  const stat = readIfThere(`/proc/${pid}/stat`);
  if (stat === null) return [];
  // The name in parentheses may contain anything. The fields after it begin with the third.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const field = (number: number) => Number(fields[number - 3]);
  const ticks = field(14) + field(15) + field(16) + field(17);
  return [{ pid: Number(pid), parent: field(4), cpuMs: ticks * MS_PER_TICK }];
}

/** Memory that several processes share, like the program itself, counts once: each process gets its part of it. */
function residentBytesOf(pid: number): number {
  const memory = readIfThere(`/proc/${pid}/smaps_rollup`) ?? "";
  return Number(/^Pss:\s+(\d+) kB$/m.exec(memory)?.[1] ?? 0) * 1024;
}

/** A process may end while we read the list. */
function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}
