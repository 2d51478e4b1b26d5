/**
 * How does a connection end on which we will read nothing more?
 *
 * With an answer, time for it to arrive, and then a cut. Saying goodbye is not enough: a client that never hangs up
 * itself would keep the connection, and whatever place in memory belongs to it, for as long as it likes.
 */
import type { Duplex } from "node:stream";

/** How long a refused client may go on sending, and take to read the answer, before the connection is cut. */
export const LINGER_MS = 1_000;

export function endWith(socket: Duplex, text: string): void {
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}
