/**
 * Which port do we get when the operator leaves the choice to the system (port 0)?
 *
 * Links contain the port, so it must be known before the code that makes links is built, and that is before the servers
 * can listen. So a socket takes the port first, and the server takes over that very socket later: in between, no other
 * program can get the port. If the operator chose the port, the server opens it itself, as late as possible: senders
 * that know the port should be refused during a start, not kept waiting.
 */
import { once } from "node:events";
import { createServer } from "node:http";
import type { Server } from "node:net";

export interface Port {
  /** The real port, never 0. */
  number: number;
  /** Resolves when `server` listens there. */
  listen: (server: Server) => Promise<void>;
}

export async function takePort(name: string, asked: number): Promise<Port> {
  const host = addressOf(name);
  const taken = asked === 0 ? await anyPort(host) : null;
  return {
    number: taken?.number ?? asked,
    async listen(server) {
      const listening = once(server, "listening"); // rejects with the server's error
      if (taken) server.listen(taken.holder);
      else server.listen(asked, host);
      await listening;
    },
  };
}

/**
 * `localhost` has two addresses, and the order in which the system names them differs between machines. Clients of the
 * name try both, and many programs know the older one only.
 */
function addressOf(host: string): string {
  return host === "localhost" ? "127.0.0.1" : host;
}

async function anyPort(host: string): Promise<{ holder: Server; number: number }> {
  // Only a client that guesses the port can send a request before the server has taken over.
  const holder = createServer((_, response) =>
    response.writeHead(503, { connection: "close", "retry-after": "5" }).end(),
  );
  holder.listen(0, host);
  await once(holder, "listening");
  const address = holder.address();
  if (address === null || typeof address === "string") throw new Error("A TCP server has a port");
  return { holder, number: address.port };
}
