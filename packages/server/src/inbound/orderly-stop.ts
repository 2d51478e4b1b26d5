/**
 * How does a server stop without cutting off its clients, and without waiting forever?
 *
 * It answers a request that has arrived. A sender that is still sending gets a few seconds more, as long as bytes come.
 * A silent connection (no request, half a head, half a body) is cut: it may be half-open, and then nothing would ever
 * come. Node's own `close` waits for all of these without a limit.
 */
import type { IncomingMessage, Server, ServerResponse } from "node:http";

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

type Socket = IncomingMessage["socket"];

export interface WatchedServer {
  /** Calls `close`, which stops listening and resolves once no connection is left, and makes sure that none stays. */
  closeInOrder: (close: () => Promise<unknown>) => Promise<void>;
}

/** Call it before the server listens: it must know every connection. */
export function watchConnections(server: Server, patience: StopPatience = PATIENCE): WatchedServer {
  /**
   * Each connection, with the response to its latest request until that ends. Kept no longer, because it holds the
   * body.
   */
  const connections = new Map<Socket, ServerResponse | null>();
  let isStopping = false;
  /** One function for all responses: this is on the path of every request. */
  function over(this: ServerResponse): void {
    const { socket } = this.req;
    if (connections.get(socket) === this) connections.set(socket, null);
  }
  server.on("connection", (socket: Socket) => {
    connections.set(socket, null);
    socket.once("close", () => connections.delete(socket));
  });
  server.prependListener("request", ({ socket }: IncomingMessage, response: ServerResponse) => {
    connections.set(socket, response);
    response.on("close", over);
    if (isStopping) response.shouldKeepAlive = false; // the answer says that the connection ends
  });

  return {
    async closeInOrder(close) {
      isStopping = true;
      const startedAtMs = performance.now();
      const lastHeard = new Map(
        [...connections.keys()].map((socket) => [socket, heardNow(socket, startedAtMs)]),
      );
      const sweep = setInterval(
        () => {
          server.closeIdleConnections();
          const nowMs = performance.now();
          for (const [socket, response] of connections) {
            const before = lastHeard.get(socket);
            const last = before?.bytesRead === socket.bytesRead ? before : heardNow(socket, nowMs);
            lastHeard.set(socket, last);
            const connection = { doing: doingOf(socket, response), silentForMs: nowMs - last.atMs };
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
export async function closed(server: Server): Promise<void> {
  if (server.listening) await new Promise<void>((resolve) => server.close(() => resolve()));
}

function heardNow({ bytesRead }: Socket, atMs: number): { bytesRead: number; atMs: number } {
  return { bytesRead, atMs };
}

function doingOf(socket: Socket, response: ServerResponse | null): Doing {
  if (response) return response.req.complete ? "waiting" : "sending";
  // Node does not report half a head. It knows connections between two requests, and closes these as idle.
  return socket.bytesRead === 0 ? "nothing" : "sending";
}
