/**
 * How much memory may the parts of the gateway use?
 *
 * They are sized once, at start, by the memory that this process and its children may use together: the limit of its
 * container or cgroup, or else the memory of the machine. A body is in memory several times while it is stored and sent,
 * here and in PostgreSQL, so the parts are small beside the whole. With 1,152 MiB or more they have their full size; the
 * buffers of PostgreSQL have it with 2 GiB. Several processes share what one would have.
 */
import { totalmem } from "node:os";

const MEBIBYTE = 1024 * 1024;

export interface MemorySizes {
  /** Requests on their way into the database. */
  inFlightBytes: number;
  /** Stored requests that wait for their rules. Ingest counts them too, so they are a part of it. */
  unroutedBytes: number;
  /** Events that wait for their attempt. */
  readyBytes: number;
  /** The pages that the embedded PostgreSQL keeps in memory. */
  databaseBytes: number;
}

/**
 * Pure. `memoryBytes` is what all processes of the gateway may use with their children; the sizes are those of each of
 * them, except the database, which they have in common.
 */
export function memorySizes(memoryBytes: number, processes = 1): MemorySizes {
  // A single source may hold half of what is in flight, and that must be enough for the largest body.
  const inFlightBytes = part(memoryBytes / 12 / processes, 24, 96 / processes);
  return {
    inFlightBytes,
    unroutedBytes: Math.floor(inFlightBytes / 3),
    readyBytes: part(memoryBytes / 18 / processes, 12, 64 / processes),
    databaseBytes: part(memoryBytes / 8, 16, 256),
  };
}

function part(bytes: number, leastMebibytes: number, mostMebibytes: number): number {
  return Math.floor(Math.max(Math.min(bytes, mostMebibytes * MEBIBYTE), leastMebibytes * MEBIBYTE));
}

/** `constrainedBytes` is what Node.js read from the cgroup, version 1 or 2: 0 or a huge number if there is no limit. */
export function usableMemoryBytes(
  constrainedBytes: number | undefined = process.constrainedMemory(),
  machineBytes = totalmem(),
): number {
  return constrainedBytes ? Math.min(constrainedBytes, machineBytes) : machineBytes;
}
