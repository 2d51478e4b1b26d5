import { once } from "node:events";
import { type Server, connect, createServer } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type ReservedPort, reservePort } from "./reserved-port.ts";

let reserved: ReservedPort;
const opened: Server[] = [];
afterEach(() => {
  reserved.release();
  for (const server of opened.splice(0)) server.close();
});

async function listenOn(port: number): Promise<Server> {
  const server = createServer((socket) => socket.end("here"));
  opened.push(server);
  await once(server.listen(port, "127.0.0.1"), "listening");
  return server;
}

async function dial(port: number): Promise<string> {
  const socket = connect({ host: "127.0.0.1", port });
  try {
    const [said]: unknown[] = await once(socket, "data");
    return String(said);
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  } finally {
    socket.destroy();
  }
}

test("a reserved port refuses connections until somebody listens on it, and in between", async () => {
  reserved = await reservePort();
  const { port } = reserved;

  for (const _ of ["once", "and again"]) {
    expect(await dial(port)).toBe("ECONNREFUSED");
    const server = await listenOn(port);
    expect(await dial(port)).toBe("here");
    await once(server.close(), "close");
  }
});

test("a port is reserved for one only", async () => {
  reserved = await reservePort();
  const others = await Promise.all(Array.from({ length: 20 }, reservePort));

  expect(new Set([reserved, ...others].map(({ port }) => port)).size).toBe(21);

  for (const other of others) other.release();
});
