/**
 * Which port do we get when the operator leaves the choice to the system (port 0)?
 *
 * Links contain the port, so it must be known before the code that makes links is built, and that is before the servers
 * can listen. So a socket takes the port first, and the server takes over that very socket later: in between, no other
 * program can get the port. If the operator chose the port, the server opens it itself, as late as possible: senders
 * that know the port should be refused during a start, not kept waiting. Several processes that share a port take it in
 * another way: see shared-ports.ts.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { ListenOptions, Server } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { isLeftBehind } from "./port-holder.ts";

export interface Port {
  /** The real port, never 0. */
  number: number;
  /** Resolves when `server` listens there. */
  listen: (server: Server) => Promise<void>;
}

export async function takePort(name: string, asked: number): Promise<Port> {
  const host = addressOf(name);
  const taken = asked === 0 ? await anyPort({ host }) : null;
  return {
    number: taken?.number ?? asked,
    async listen(server) {
      if (!taken) return listenAt(server, { port: asked, host });
      const listening = once(server, "listening");
      server.listen(taken.holder);
      await listening;
    },
  };
}

/** Longer than a stop takes. */
const LEFT_BEHIND_FOR_MS = 30_000;
const LOOK_EVERY_MS = 50;

/** Waits for a process that stops because its supervisor was killed, and for nobody else. */
export async function listenAt(server: Server, options: ListenOptions): Promise<void> {
  const untilMs = performance.now() + LEFT_BEHIND_FOR_MS;
  for (;;) {
    const listening = once(server, "listening"); // rejects with the server's error
    server.listen(options);
    try {
      return void (await listening);
    } catch (error) {
      if (!isInUse(error) || !isLeftBehind(options.port ?? 0) || performance.now() > untilMs) throw error;
    }
    await pause(LOOK_EVERY_MS);
  }
}

function isInUse(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "EADDRINUSE";
}

/**
 * `localhost` has two addresses, and the order in which the system names them differs between machines. Clients of the
 * name try both, and many programs know the older one only.
 */
export function addressOf(host: string): string {
  return host === "localhost" ? "127.0.0.1" : host;
}

export async function anyPort(options: ListenOptions): Promise<{ holder: Server; number: number }> {
  // Only a client that guesses the port can send a request before the server has taken over.
  const holder = createServer((_, response) =>
    response.writeHead(503, { connection: "close", "retry-after": "5" }).end(),
  );
  holder.listen({ ...options, port: 0 });
  await once(holder, "listening");
  const address = holder.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port");
  return { holder, number: address.port };
}
