/**
 * How does a server stop without cutting off its clients, and without waiting forever?
 *
 * It answers a request that has arrived. A sender that is still sending gets a few seconds more, as long as bytes come.
 * A silent connection (no request, half a head, half a body) is cut: it may be half-open, and then nothing would ever
 * come. Node's own `close` waits for all of these without a limit.
 *
 * Behind a balancer a stop begins earlier: the server says goodbye in each answer while it still accepts, until the balancer
 * sends no more (POSTHORN_DRAIN_SECONDS).
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Server as NetServer } from "node:net";

export interface StopPatience {
  /** How long a connection may be silent in the middle of a request. */
  silentMs: number;
  /** How long a sender may continue to send a request, from the beginning of the stop. */
  heardWithinMs: number;
  /** How long our answer to a request may take, from the beginning of the stop. */
  answeredWithinMs: number;
}

/** Ingest answers within four seconds; the pipeline needs the rest of a stop for the requests it accepted. */
const PATIENCE: StopPatience = { silentMs: 2_000, heardWithinMs: 4_000, answeredWithinMs: 8_000 };
/** How often the stop looks for connections to close. */
const SWEEP_MS = 250;

/** The state of a connection: no request, a request that is not complete, or a client that waits for our answer. */
type Doing = "nothing" | "sending" | "waiting";

/** Pure. `silentForMs` is the time since the last byte came, and never longer than the stop. */
export function isToBeCut(
  { doing, silentForMs }: { doing: Doing; silentForMs: number },
  stoppingForMs: number,
  patience: StopPatience,
): boolean {
  if (doing === "waiting") return stoppingForMs >= patience.answeredWithinMs;
  if (stoppingForMs >= patience.heardWithinMs) return true;
  return silentForMs >= (doing === "sending" ? patience.silentMs : Math.min(SWEEP_MS, patience.silentMs));
}

/** Resolves when the work is done or the time is over, whichever comes first. */
export async function within(limitMs: number, work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  await Promise.race([work, new Promise((resolve) => (timer = setTimeout(resolve, limitMs)))]);
  clearTimeout(timer);
}

export type Socket = IncomingMessage["socket"];

/** The response to a connection's latest request until that ends; null between requests. */
type Occupation = ServerResponse | "upgraded" | null;

export interface WatchedServer {
  /** Connections without a request are in the order in which they began to be without one. */
  connections: ReadonlyMap<Socket, Occupation>;
  /** The connection speaks another protocol from now on, as the CLIs' sockets do. */
  upgraded: (socket: Socket) => void;
  /** From now on, every answer says that its connection ends. Connections are still accepted. */
  sayGoodbye: () => void;
  /** Calls `close`, which stops listening and resolves once no connection is left, and makes sure that none stays. */
  closeInOrder: (close: () => Promise<unknown>) => Promise<void>;
}

/** Call it before the server listens: it must know every connection. */
export function watchConnections(server: Server, patience: StopPatience = PATIENCE): WatchedServer {
  /** A response is kept no longer than it lasts, because it holds the body. */
  const connections = new Map<Socket, Occupation>();
  let isLeaving = false;
  /** One function for all responses: this is on the path of every request. */
  function over(this: ServerResponse): void {
    const { socket } = this.req;
    if (connections.get(socket) !== this) return;
    connections.delete(socket); // so that it comes last
    connections.set(socket, null);
  }
  server.on("connection", (socket: Socket) => {
    connections.set(socket, null);
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    connections.set(socket, response);
    response.on("close", over);
    if (isLeaving) response.shouldKeepAlive = false; // the answer says that the connection ends
  });

  function sayGoodbye(): void {
    isLeaving = true;
    for (const occupation of connections.values()) {
      if (occupation !== null && occupation !== "upgraded" && !occupation.headersSent)
        occupation.shouldKeepAlive = false;
    }
  }

  return {
    connections,
    upgraded: (socket) => void connections.set(socket, "upgraded"),
    sayGoodbye,
    async closeInOrder(close) {
      sayGoodbye();
      const startedAtMs = performance.now();
      const lastHeard = new Map(
        [...connections.keys()].map((socket) => [socket, heardNow(socket, startedAtMs)]),
      );
      const sweep = setInterval(
        () => {
          server.closeIdleConnections();
          const nowMs = performance.now();
          for (const [socket, occupation] of connections) {
            const before = lastHeard.get(socket);
            const last = before?.bytesRead === socket.bytesRead ? before : heardNow(socket, nowMs);
            lastHeard.set(socket, last);
            const connection = { doing: doingOf(socket, occupation), silentForMs: nowMs - last.atMs };
            if (isToBeCut(connection, nowMs - startedAtMs, patience)) socket.destroy();
          }
        },
        Math.min(SWEEP_MS, patience.silentMs),
      );
      try {
        await close();
      } finally {
        clearInterval(sweep);
      }
    },
  };
}

/** For `closeInOrder` of a plain server. Resolves at once if it does not listen. */
export async function closed(server: NetServer): Promise<void> {
  if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
}

function heardNow({ bytesRead }: Socket, atMs: number): { bytesRead: number; atMs: number } {
  return { bytesRead, atMs };
}

function doingOf(socket: Socket, occupation: Occupation): Doing {
  if (occupation === "upgraded") return "sending";
  if (occupation) return occupation.req.complete ? "waiting" : "sending";
  // Node does not report half a head. It knows connections between two requests, and closes these as idle.
  return socket.bytesRead === 0 ? "nothing" : "sending";
}
