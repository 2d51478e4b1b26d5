/** How long does a client that is refused keep its connection? */
import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { afterEach, expect, test } from "vitest";
import { type LingerLimits, createLingering } from "./last-answer.ts";

const PATIENT: LingerLimits = { silentMs: 60_000, withinMs: 60_000, bytes: 1_000_000, clients: 10 };

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** Refuses every request at its head. */
async function startRefusing(limits: LingerLimits) {
  const lingering = createLingering(limits);
  const sockets: Socket[] = [];
  const over: Promise<unknown>[] = [];
  const server = createServer((request, response) => {
    sockets.push(request.socket);
    over.push(once(response, "close"));
    response.writeHead(503, { "content-length": "4", connection: "close" });
    response.write("busy");
    lingering.end(request, response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(
    () => server.close(),
    () => server.closeAllConnections(),
  );
  return {
    /** Resolves when the first request is over. */
    firstOver: () => over[0],
    lingering: () => sockets.filter(lingering.has).length,
    /** Announces a body of a million bytes and resolves when the answer is there. */
    async refused() {
      const client = connect({
        port: (server.address() as AddressInfo).port, // a TCP server has an AddressInfo
        host: "127.0.0.1",
        allowHalfOpen: true,
      });
      const troubles: string[] = [];
      client.on("error", ({ message }) => troubles.push(message));
      closing.push(() => client.destroy());
      client.write("POST / HTTP/1.1\r\nHost: in.test\r\nContent-Length: 1000000\r\n\r\n");
      const [answer] = (await once(client, "data")) as [Buffer]; // a socket's data is a Buffer
      return { client, troubles, status: Number(answer.toString().split(" ")[1]) };
    },
  };
}

test("a client can send its whole body after the answer, and then the connection ends in order", async () => {
  const server = await startRefusing(PATIENT);
  const { client, status, troubles } = await server.refused();
  expect([status, server.lingering()]).toEqual([503, 1]);

  client.write(Buffer.alloc(1_000_000));
  await once(client, "end");
  client.end();
  await once(client, "close");
  await server.firstOver();

  expect([troubles, server.lingering()]).toEqual([[], 0]);
});

test.each([
  ["sends nothing", { ...PATIENT, silentMs: 20 }, 0],
  ["sends more than we read", { ...PATIENT, bytes: 1_000 }, 100_000],
  ["sends for too long", { ...PATIENT, withinMs: 0 }, 100_000],
])("a client that %s is cut off", async (_, limits, bytes) => {
  const server = await startRefusing(limits);
  const { client } = await server.refused();

  client.write(Buffer.alloc(bytes));
  await server.firstOver();

  expect(server.lingering()).toBe(0);
});

test("past a number of clients, the connection ends with the answer", async () => {
  const server = await startRefusing({ ...PATIENT, clients: 1 });
  await server.refused();
  const { client, status } = await server.refused();

  client.resume();
  await once(client, "end");

  expect([status, server.lingering()]).toEqual([503, 1]);
});
