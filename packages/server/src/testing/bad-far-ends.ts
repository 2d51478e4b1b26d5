/**
 * Which destinations answer badly?
 *
 * Real servers on loopback. Each does one bad thing with every request, until the client stops it.
 */
import { once } from "node:events";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { gzipSync } from "node:zlib";

const MEBIBYTE = Buffer.alloc(1024 * 1024, "x");
const HUGE_BYTES = 100 * MEBIBYTE.length;
/** A hundred thousand bytes on the wire, a hundred million when unpacked. */
export const BOMB = gzipSync(Buffer.alloc(HUGE_BYTES));

type Behaviour = (request: IncomingMessage, response: ServerResponse) => void;

const BEHAVIOURS = {
  /** Takes the request, and never answers. */
  silent: () => undefined,
  /** One byte a second. */
  slow(_, response) {
    response.writeHead(200);
    const timer = setInterval(() => response.write("x"), 1_000);
    response.once("close", () => clearInterval(timer));
  },
  endless: (_, response) => pour(response, Number.POSITIVE_INFINITY),
  huge(_, response) {
    response.writeHead(200, { "content-length": HUGE_BYTES });
    pour(response, HUGE_BYTES);
  },
  bomb: (_, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(BOMB),
  /** Breaks the connection in the middle of its answer. */
  reset(request, response) {
    response.writeHead(200, { "content-length": 1_000 });
    response.write("x".repeat(500), () => request.socket.resetAndDestroy());
  },
} satisfies Record<string, Behaviour>;

/** Writes as fast as the other side reads. */
function pour(response: ServerResponse, bytes: number): void {
  for (let left = bytes; left > 0; left -= MEBIBYTE.length) {
    if (response.destroyed) return;
    if (!response.write(MEBIBYTE)) {
      response.once("drain", () => pour(response, left - MEBIBYTE.length));
      return;
    }
  }
  response.end();
}

export type BadKind = keyof typeof BEHAVIOURS;

export interface BadFarEnd {
  kind: BadKind;
  url: string;
  /** How long each request lasted, until the other side gave up or had its answer. */
  heldMs: readonly number[];
  close: () => void;
}

export async function startBadFarEnd(kind: BadKind): Promise<BadFarEnd> {
  const heldMs: number[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((request, response) => {
    request.resume();
    const begunAtMs = performance.now();
    response.once("close", () => heldMs.push(performance.now() - begunAtMs));
    request.once("end", () => BEHAVIOURS[kind](request, response));
  });
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => undefined); // the other side may hang up at any time
    socket.once("close", () => sockets.delete(socket));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    kind,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // a TCP server has an AddressInfo
    heldMs,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
