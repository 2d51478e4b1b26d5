/**
 * How does a test make every answer of a database slow?
 *
 * A wire between product and PostgreSQL, with a delay in each direction that can be changed at any time. Bytes arrive
 * late, in order and complete, even if their sender has hung up in the meantime. So PostgreSQL still runs a statement
 * that the gateway has given up on, as on any slow network.
 */
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";
import { join } from "node:path";

/** How long bytes take in one direction. */
export interface Delay {
  fromMs: number;
  toMs: number;
}

export interface SlowWire {
  /** The URL of PostgreSQL through this wire. */
  url: string;
  /** Null means no delay. */
  setDelay: (delay: Delay | null) => void;
  close: () => void;
}

export async function openSlowWire(databaseUrl: string): Promise<SlowWire> {
  const sockets = new Set<Socket>();
  let delay: Delay | null = null;
  const delayMs = () => (delay ? randomInt(delay.fromMs, delay.toMs + 1) : 0);

  const server = createServer({ allowHalfOpen: true }, (near) => {
    const far = connect({ ...addressOf(databaseUrl), allowHalfOpen: true });
    carry(near, far, delayMs);
    carry(far, near, delayMs);
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on("close", () => sockets.delete(socket));
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(databaseUrl);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port); // a TCP server has an AddressInfo
  url.search = "";

  return {
    url: url.href,
    setDelay: (wanted) => (delay = wanted),
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

/** PostgreSQL on this machine listens on a Unix socket in a directory. */
export function addressOf(databaseUrl: string): { path: string } | { host: string; port: number } {
  const { searchParams, hostname, port } = new URL(databaseUrl);
  const directory = searchParams.get("host");
  return directory === null
    ? { host: hostname, port: Number(port) }
    : { path: join(directory, `.s.PGSQL.${port}`) };
}

/** Keeps the order: runs `act` only after the previous act. */
async function actAt(dueMs: number, previous: Promise<void>, act: () => void): Promise<void> {
  await previous;
  const waitMs = dueMs - performance.now();
  if (waitMs > 0) await new Promise((resolve) => setTimeout(resolve, waitMs)); // the delay itself
  act();
}

function carry(from: Socket, to: Socket, delayMs: () => number): void {
  let before = Promise.resolve();
  const later = (act: () => void) => {
    before = actAt(performance.now() + delayMs(), before, act);
  };
  from.on("data", (chunk) => later(() => to.write(chunk)));
  from.on("end", () => later(() => to.end()));
  from.on("error", () => later(() => to.end())); // it has hung up without closing properly
  to.on("error", () => from.destroy());
}
