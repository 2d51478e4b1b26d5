import { once } from "node:events";
import { type RequestListener, createServer } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { afterEach, expect, test, vi } from "vitest";
import { createLog } from "../log.ts";
import {
  type ConnectionLimits,
  type LimitedServer,
  limitConnections,
  limitsOfEach,
} from "./connection-limits.ts";
import { watchConnections } from "./orderly-stop.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  vi.useRealTimers();
  for (const close of closing.splice(0)) close();
});

/** So long that only the intended connections end, on a machine of any speed. */
const NEVER_MS = 3_600_000;
const ROOMY: ConnectionLimits = { most: 1_000, perAddress: 1_000, firstByteWithinMs: NEVER_MS };
const GET = "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n";

type Given = Partial<ConnectionLimits> & {
  ownerOf?: LimitedServer["ownerOf"];
  listener?: RequestListener;
};

async function limitedServer({
  ownerOf = () => "somebody",
  listener = (_, response) => response.end("answered"),
  ...limits
}: Given) {
  const logged: string[] = [];
  const server = createServer({ keepAliveTimeout: NEVER_MS }, listener);
  const { connections, upgraded } = watchConnections(server);
  const log = createLog((line) => logged.push(line));
  limitConnections({ name: "api", server, connections, limits: { ...ROOMY, ...limits }, ownerOf, log });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo

  /** A client that never hangs up. Resolves when the server knows it. */
  async function client(): Promise<Socket> {
    const accepted = once(server, "connection");
    const socket = connect({ port, host: "127.0.0.1" });
    closing.push(() => socket.destroy());
    socket.on("error", () => undefined); // the test expects the server to cut it
    await accepted;
    return socket;
  }
  const open = () => new Promise<number>((counted) => server.getConnections((_, count) => counted(count)));
  return { server, client, open, upgraded, logged };
}

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()));

/** Sends one request; resolves with whether it was answered. */
async function isAnswered(socket: Socket): Promise<boolean> {
  if (socket.closed) return false;
  const heard = new Promise<string>((resolve) => socket.once("data", (data) => resolve(data.toString())));
  const answer = Promise.race([heard, closed(socket).then(() => "")]);
  socket.write(GET);
  return (await answer).startsWith("HTTP/1.1 200");
}

async function ended(socket: Socket): Promise<void> {
  if (!socket.closed) await closed(socket.resume());
}

test("a connection that says nothing ends, and one that has spoken stays", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { client } = await limitedServer({ firstByteWithinMs: 10_000 });
  const speaking = await client();
  const silent = await client();
  expect(await isAnswered(speaking)).toBe(true);

  vi.advanceTimersByTime(10_000);

  await ended(silent);
  expect(await isAnswered(speaking)).toBe(true);
});

test("however many connections others hold without a request, a new caller is answered", async () => {
  const { client, open, logged } = await limitedServer({ most: 5 });
  const idle = await client();
  expect(await isAnswered(idle)).toBe(true);
  const halfHead = await client();
  await new Promise((written) => halfHead.write("GET / HT", written));
  const silent = [await client(), await client(), await client()];

  const caller = await client();
  const isServed = await isAnswered(caller);

  expect(isServed).toBe(true);
  await ended(idle); // the one that has been without a request for longest
  expect(silent.map((socket) => socket.closed)).toEqual([false, false, false]);
  expect(await open()).toBe(5);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { event: "connections.too_many", server: "api", limit: 5 },
  ]);
});

test("a connection with a request is not cut; the new one is, if nothing else can make room", async () => {
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<() => void>();
  const { client } = await limitedServer({
    most: 1,
    listener: (_, response) => isAsked(() => void response.end("answered")),
  });
  const caller = await client();
  const served = isAnswered(caller);
  const answer = await asked;

  await ended(await client());
  answer();

  expect(await served).toBe(true);
});

test("the connection that was used last is the last one to be cut", async () => {
  const { client } = await limitedServer({ most: 2 });
  const [first, second] = [await client(), await client()];
  expect(await isAnswered(second)).toBe(true);
  expect(await isAnswered(first)).toBe(true);

  await client();

  await ended(second);
  expect(await isAnswered(first)).toBe(true);
});

test("an address has its own limit and cannot take the others' connections", async () => {
  let owner = "modest";
  const { client } = await limitedServer({ most: 10, perAddress: 2, ownerOf: () => owner });
  const other = await client();
  owner = "greedy";
  const greedy = [];
  for (let count = 0; count < 20; count++) greedy.push(await client());

  await Promise.all(greedy.slice(0, 18).map(ended));

  expect(await isAnswered(other)).toBe(true);
  for (const socket of greedy.slice(18)) expect(await isAnswered(socket)).toBe(true);
});

test("no limit of one address holds for what comes through a trusted proxy", async () => {
  const { client } = await limitedServer({ perAddress: 1, ownerOf: () => null });

  const both = [await client(), await client()];

  for (const socket of both) expect(await isAnswered(socket)).toBe(true);
});

test("what closes by itself gives its place back", async () => {
  const { client, open, logged } = await limitedServer({ perAddress: 1 });
  const first = await client();
  first.destroy();
  await expect.poll(open).toBe(0);

  const second = await client();

  expect(await isAnswered(second)).toBe(true);
  expect(logged).toEqual([]);
});

test("a connection that became a CLI's socket is not one without a request", async () => {
  const { client, server, upgraded } = await limitedServer({ most: 1 });
  server.once("connection", upgraded);
  const cli = await client();

  await ended(await client());

  expect(cli.closed).toBe(false);
  expect(await isAnswered(cli)).toBe(true);
});

test("several processes share the connections, each with a quarter more than its part", () => {
  const limits = { most: 8_000, perAddress: 4_000, firstByteWithinMs: 10_000 };

  expect(limitsOfEach(limits, 1)).toEqual(limits);
  expect(limitsOfEach(limits, 4)).toEqual({ most: 2_500, perAddress: 1_250, firstByteWithinMs: 10_000 });
});
