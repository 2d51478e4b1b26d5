/**
 * How do we end a connection whose client gets its last answer?
 *
 * We send the answer, wait until it can have arrived, and cut the connection. Closing our side is not enough: a client
 * that never hangs up would keep the connection and its place in memory forever. Nor may we close while the client still
 * sends: its system would report a broken connection, and the client would never see the answer. So we read on for a
 * while and drop what comes.
 */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** How long a client whose request cannot be parsed may take to read the answer. */
const LINGER_MS = 1_000;

export function endWith(socket: Duplex, text: string): void {
  socket.end(text);
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once("close", () => clearTimeout(timer));
}

export interface LingerLimits {
  /** How long the client may send nothing. */
  silentMs: number;
  /** How long, and how many bytes, it may go on sending. */
  withinMs: number;
  bytes: number;
  /** Of so many clients at a time; beyond, the connection ends with the answer. */
  clients: number;
}

const LIMITS: LingerLimits = {
  silentMs: 2_000,
  withinMs: 30_000,
  bytes: 64 * 1024 * 1024,
  clients: 1_000,
};

/** How often a client is looked at while it may be silent. */
const TICKS = 4;

export interface Lingering {
  /** The whole answer is written, and `response` is not ended. Ends it when the client has sent everything. */
  end: (request: IncomingMessage, response: ServerResponse) => void;
  /** Returns whether this client has its last answer. */
  has: (socket: Duplex) => boolean;
}

export function createLingering(limits: LingerLimits = LIMITS): Lingering {
  const clients = new Set<Duplex>();
  return {
    has: (socket) => clients.has(socket),
    end(request, response) {
      const { socket } = request;
      const isOver = request.complete || response.destroyed; // `close` of a destroyed response has already fired
      if (isOver || clients.size >= limits.clients) return void response.end();
      clients.add(socket);
      const untilMs = performance.now() + limits.withinMs;
      let [dropped, silentTicks] = [0, 0];
      // Counted, not timed: while this process stood still, it heard nobody.
      const ticking = setInterval(() => {
        if (++silentTicks === TICKS) socket.destroy();
      }, limits.silentMs / TICKS);
      request.on("data", ({ length }: Buffer) => {
        silentTicks = 0;
        dropped += length;
        if (dropped > limits.bytes || performance.now() > untilMs) socket.destroy();
      });
      request.once("end", () => response.end());
      response.once("close", () => {
        clearInterval(ticking);
        clients.delete(socket);
      });
    },
  };
}
