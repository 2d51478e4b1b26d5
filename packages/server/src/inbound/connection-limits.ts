/**
 * Which connection ends when there are too many, or when one never says anything?
 *
 * A server keeps a bounded number of connections, and a smaller number of each address. When all are in use, the one
 * that has been without a request for longest makes room; when those of an address are, its oldest one without a
 * request does. That is the new connection if all others have a request. A connection that has not sent a byte ends
 * after seconds. So clients that only hold connections do not shut out clients that use them.
 */
import type { Server } from "node:http";
import type { Log } from "../log.ts";
import type { Socket, WatchedServer } from "./orderly-stop.ts";

export interface ConnectionLimits {
  /** Connections of all addresses together. */
  most: number;
  /** Connections of one address. */
  perAddress: number;
  /** How long a new connection may take for its first byte. */
  firstByteWithinMs: number;
}

/**
 * Of each of several processes. The system spreads connections by chance, so each gets a quarter more than its share: a
 * client that stays below the limit is not cut because more of its connections have come to one process.
 */
export function limitsOfEach(limits: ConnectionLimits, processes: number): ConnectionLimits {
  if (processes === 1) return limits;
  const part = (whole: number) => Math.ceil((whole * 1.25) / processes);
  return { ...limits, most: part(limits.most), perAddress: part(limits.perAddress) };
}

/** The log has one line in this time, however many connections had to make room. */
const REPORT_EVERY_MS = 60_000;

export interface LimitedServer {
  /** In the log. */
  name: "api" | "ingest";
  server: Server;
  connections: WatchedServer["connections"];
  limits: ConnectionLimits;
  /** The client to which a connection from this address belongs. Null: it counts in the total only, as of a trusted proxy. */
  ownerOf: (address: string | undefined) => string | null;
  log: Pick<Log, "warn">;
}

/** Call it after `watchConnections` and before the server listens. */
export function limitConnections({ name, server, connections, limits, ownerOf, log }: LimitedServer): void {
  const owners = new Map<Socket, string | null>();
  const heldBy = new Map<string, Set<Socket>>();
  let reportedAtMs = -Infinity;

  function take(socket: Socket, owner: string | null): void {
    owners.set(socket, owner);
    if (owner === null) return;
    const theirs = heldBy.get(owner);
    if (theirs) theirs.add(socket);
    else heldBy.set(owner, new Set([socket]));
  }

  /** Does nothing the second time: a connection that made room has left before it is closed. */
  function leave(socket: Socket): void {
    const owner = owners.get(socket) ?? null;
    if (!owners.delete(socket) || owner === null) return;
    const theirs = heldBy.get(owner);
    theirs?.delete(socket);
    if (theirs?.size === 0) heldBy.delete(owner);
  }

  /** `among` has the new connection at its end, so that one without a request is always found. */
  function makeRoom(among: Iterable<Socket>, reason: { limit: number; address?: string }): void {
    for (const socket of among) {
      if (connections.get(socket) !== null || !owners.has(socket)) continue;
      leave(socket);
      socket.destroy();
      break;
    }
    const nowMs = performance.now();
    if (nowMs - reportedAtMs < REPORT_EVERY_MS) return;
    reportedAtMs = nowMs;
    log.warn("connections.too_many", { server: name, ...reason });
  }

  server.on("connection", (socket: Socket) => {
    const owner = ownerOf(socket.remoteAddress);
    take(socket, owner);
    const firstByte = setTimeout(cutIfSilent, limits.firstByteWithinMs, socket).unref();
    socket.once("close", () => {
      clearTimeout(firstByte);
      leave(socket);
    });
    const theirs = owner === null ? undefined : heldBy.get(owner);
    if (owner !== null && theirs && theirs.size > limits.perAddress)
      makeRoom(theirs, { limit: limits.perAddress, address: owner });
    if (owners.size > limits.most) makeRoom(connections.keys(), { limit: limits.most });
  });
}

function cutIfSilent(socket: Socket): void {
  if (socket.bytesRead === 0) socket.destroy();
}
