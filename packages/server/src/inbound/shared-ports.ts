/**
 * How do several processes share a port that no other program may have?
 *
 * Each process listens at the port itself, and Linux spreads new connections over them (`reusePort`). But then Linux also
 * lets in every other program of the same user that asks for the same, such as a second Posthorn, and senders would
 * reach one or the other by chance. So the supervisor first proves that the port is free, by listening there alone for a
 * moment. Two supervisors that start together could both find it free: so each first takes a name that only one process
 * can have, and keeps it while it runs. The name is an abstract socket of Linux: it has no file, and the kernel frees it
 * when its process ends, however it ends. A program that shares no port fails to listen, or makes our processes fail.
 */
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import { addressOf, anyPort, listenAt, type Port } from "./ports.ts";

export interface SharedPort {
  /** The real port, never 0. */
  number: number;
  /** From now on the first process listens there. */
  handOver: () => void;
}

/** For the supervisor. */
export async function reserveSharedPort(name: string, asked: number): Promise<SharedPort> {
  const host = addressOf(name);
  if (asked === 0) {
    // Linux never chooses a port at which anybody listens, shared or not.
    const { holder, number } = await anyPort({ host, reusePort: true });
    return { number, handOver: () => void holder.close() };
  }
  await takeName(host, asked);
  const proof = createServer((socket) => socket.destroy());
  await listenAt(proof, { port: asked, host });
  proof.close();
  await once(proof, "close");
  return { number: asked, handOver: () => undefined };
}

/** For each of the processes. */
export function joinSharedPort(name: string, number: number): Port {
  return {
    number,
    listen: (server) => listenAt(server, { port: number, host: addressOf(name), reusePort: true }),
  };
}

async function takeName(host: string, port: number): Promise<Server> {
  const holder = createServer((socket) => socket.destroy());
  holder.listen(`\0posthorn/${host}/${port}`);
  try {
    await once(holder, "listening");
  } catch (cause) {
    // As if the port itself were taken: that is what the other supervisor is about to do.
    throw Object.assign(new Error(`listen EADDRINUSE: address already in use ${host}:${port}`, { cause }), {
      code: "EADDRINUSE",
      syscall: "listen",
      port,
    });
  }
  holder.unref();
  return holder;
}
