/**
 * How do we end a connection from which we will read nothing more?
 *
 * We send an answer, wait until it can have arrived, and cut the connection. Closing our side is not enough: a client
 * that never hangs up would keep the connection and its place in memory forever.
 */
import type { Duplex } from "node:stream";

/** How long a refused client may still send and read the answer before the connection is cut. */
export const LINGER_MS = 1_000;

export function endWith(socket: Duplex, text: string): void {
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
