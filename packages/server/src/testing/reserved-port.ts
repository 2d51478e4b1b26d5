/**
 * How does a test keep a port that no other program gets, even while no server listens on it?
 *
 * Some servers must have the same address again and again: a product that is killed and restarted, a destination that
 * is down for a while. If a test only looked up a free port, the system could give it to the next program that asks for
 * any port. Here an open connection keeps the port, bound as its own end. Linux does not give such a port to a program
 * that asks for any, refuses connections to it, and lets a program listen on it that names it (both sides set
 * SO_REUSEADDR, as Node does).
 */
import { once } from "node:events";
import { type Server, type Socket, connect, createServer } from "node:net";

const HOST = "127.0.0.1";

export interface ReservedPort {
  port: number;
  release: () => void;
}

export async function reservePort(): Promise<ReservedPort> {
  // Neither end keeps the process alive, and both end with the process.
  const anchor = createServer().listen(0, HOST).unref();
  await once(anchor, "listening");
  const accepted = once(anchor, "connection");
  const held = connect({ host: HOST, port: portOf(anchor), localAddress: HOST }).unref();
  await once(held, "connect");
  const [other]: Socket[] = await accepted;
  other?.unref();
  anchor.close(); // the connection stays
  if (held.localPort === undefined) throw new Error("a connection has a port");
  return {
    port: held.localPort,
    release() {
      held.destroy();
      other?.destroy();
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("a TCP server has a port");
  return address.port;
}
