import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterEach, expect, test } from "vitest";
import { type Issuer, certificate } from "../testing/peers.ts";
import { createTlsFront } from "./tls-front.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function givenFront(identities: Record<string, Issuer>, limits = { most: 100, perAddress: 100 }) {
  const server = createServer((_, response) => response.end("sources"));
  const front = createTlsFront({
    server,
    identityOf: (hostname) => identities[hostname] ?? null,
    limits,
    ownerOf: (address) => address ?? null,
  });
  front.server.listen(0, "127.0.0.1");
  await once(front.server, "listening");
  const { port } = front.server.address() as AddressInfo; // a TCP server has an AddressInfo
  closing.push(() => {
    server.closeAllConnections();
    return front.close();
  });
  return { front, port };
}

/** The body of the answer at this name. */
async function answerAt(port: number, servername: string): Promise<string> {
  const socket = connectTls({ host: "127.0.0.1", port, servername, rejectUnauthorized: false });
  await once(socket, "secureConnect");
  socket.end(`GET / HTTP/1.1\r\nHost: ${servername}\r\nConnection: close\r\n\r\n`);
  const chunks: Buffer[] = [];
  for await (const chunk of socket) chunks.push(chunk as Buffer); // without an encoding
  return Buffer.concat(chunks).toString().split("\r\n\r\n")[1] ?? "";
}

async function silent(port: number): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1" });
  socket.on("error", () => undefined); // the test expects the front to cut it
  await once(socket, "connect");
  return socket;
}

const ended = async (socket: Socket) => {
  if (!socket.closed) await once(socket.resume(), "close");
};

test("the name decides which server gets the connection", async () => {
  const one = await certificate({ name: "a.test" });
  const { front, port } = await givenFront({ "hooks.test": one, "posthorn.test": one });
  const dashboard = createServer((_, response) => response.end("dashboard"));
  closing.push(() => dashboard.closeAllConnections());

  front.serve("posthorn.test", dashboard);

  expect(await answerAt(port, "hooks.test")).toBe("sources");
  expect(await answerAt(port, "POSTHORN.test")).toBe("dashboard");
  await expect(answerAt(port, "other.test")).rejects.toThrow(/alert/i);
});

test("an address has its own limit of handshakes, and one that has ended makes room", async () => {
  const identity = await certificate({ name: "hooks.test" });
  const { port } = await givenFront({ "hooks.test": identity }, { most: 100, perAddress: 2 });
  const [first, second] = [await silent(port), await silent(port)];

  await ended(await silent(port));
  expect([first.closed, second.closed]).toEqual([false, false]);

  first.destroy();
  await expect.poll(() => answerAt(port, "hooks.test").catch(() => "no room yet")).toBe("sources");
});

test("of all handshakes, the one that takes longest makes room", async () => {
  const { port } = await givenFront({}, { most: 2, perAddress: 100 });
  const [first, second, third] = [await silent(port), await silent(port), await silent(port)];

  await ended(first);

  expect([second.closed, third.closed]).toEqual([false, false]);
});

test("a stop waits for no handshake", async () => {
  const { front, port } = await givenFront({});
  const waiting = await silent(port);

  await front.close();

  await ended(waiting);
});
