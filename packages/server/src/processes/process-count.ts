/**
 * How many processes of the gateway can this machine feed?
 *
 * A process is one thread of JavaScript. An event costs it about as much time as it costs PostgreSQL, so half of the cores
 * are for processes. With two or three cores that is one process, as with one. Each process and its part of PostgreSQL's
 * work need memory, too. Nobody has measured more than eight processes, so more only run if the operator says so.
 */
const CORES_EACH = 2;
const MEMORY_EACH_BYTES = 1024 * 1024 * 1024;
const MOST_UNASKED = 8;

export interface Machine {
  cores: number;
  /** What all processes and PostgreSQL may use together. */
  memoryBytes: number;
  /** As Node.js names it. */
  platform: string;
}

/** Pure. What runs unless the operator has said how many. */
export function processesFor({ cores, memoryBytes, platform }: Machine): number {
  if (!canShareAPort(platform)) return 1;
  const fed = Math.min(Math.floor(cores / CORES_EACH), Math.floor(memoryBytes / MEMORY_EACH_BYTES));
  return Math.min(Math.max(fed, 1), MOST_UNASKED);
}

/** On Linux the system spreads new connections over all processes that listen at a port. */
export function canShareAPort(platform: string): boolean {
  return platform === "linux";
}
