/**
 * Which port does nobody else get, before and between the times that somebody listens on it?
 *
 * For what must be found at one address again and again: a product that is killed and started anew, a destination
 * that is down for a while. A port that was looked up and left again is given to the next program that asks for any.
 * Here an open connection keeps it, bound as its own end: Linux gives such a port to nobody who asks for any, refuses
 * connections to it, and lets a program listen on it that names it (both sides set SO_REUSEADDR, as Node does).
 */
import { once } from "node:events";
import { type Server, type Socket, connect, createServer } from "node:net";

const HOST = "127.0.0.1";

export interface ReservedPort {
  port: number;
  release: () => void;
}

export async function reservePort(): Promise<ReservedPort> {
  // Neither end keeps a process from ending, and with the process both are gone.
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
