/** How much memory does a process take at most while a test runs? What the operating system says it holds. */
import { readFile } from "node:fs/promises";

const LOOK_EVERY_MS = 100;

export interface MemoryWatch {
  peakMebibytes(): number;
  stop(): void;
}

export function watchMemory(pid: number): MemoryWatch {
  let peak = 0;
  const timer = setInterval(() => {
    readFile(`/proc/${pid}/status`, "utf8").then(
      (status) => (peak = Math.max(peak, residentMebibytes(status))),
      () => undefined, // it has ended
    );
  }, LOOK_EVERY_MS);
  return { peakMebibytes: () => peak, stop: () => clearInterval(timer) };
}

function residentMebibytes(status: string): number {
  return Math.round(Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) / 1024);
}
