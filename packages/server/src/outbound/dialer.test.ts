/** What holds for all exchanges together: names, threads and sockets. The outcome of one: pipeline/send/failure-code.test.ts. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { once } from "node:events";
import { open } from "node:fs/promises";
import { type ServerResponse, createServer as createHttpServer } from "node:http";
import { type AddressInfo, type Socket, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { startFarEnd } from "../testing/gateway.ts";
import { type GivenName, startNameServer } from "../testing/name-server.ts";
import { createAddressGuard } from "./address-guard.ts";
import {
  type Dialer,
  type DialerSettings,
  type Exchange,
  type OutgoingRequest,
  createDialer,
} from "./dialer.ts";

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

function givenDialer(settings: DialerSettings, allowed = ["127.0.0.0/8"]): Dialer {
  const dialer = createDialer(createAddressGuard(allowed), settings);
  closing.push(() => dialer.close());
  return dialer;
}

async function givenNames(records: Record<string, GivenName | "silent">) {
  const server = await startNameServer(records);
  closing.push(server.close);
  return { nameServers: [server.address], lookupWithinMs: 600_000 };
}

async function givenFarEnd(...answer: Parameters<typeof startFarEnd>) {
  const farEnd = await startFarEnd(...answer);
  closing.push(() => farEnd.close());
  return { ...farEnd, at: (host: string) => `http://${host}:${new URL(farEnd.url).port}` };
}

function send(dialer: Dialer, origin: string, change: Partial<OutgoingRequest> = {}): Promise<Exchange> {
  return dialer.exchange({
    origin,
    path: "/",
    method: "POST",
    headers: [],
    credentialHeaders: [],
    body: Buffer.from("{}"),
    deadlineMs: 600_000,
    bodyMaxBytes: 1_000,
    maxRedirects: null,
    ...change,
  });
}

const outcomeOf = (exchange: Exchange) =>
  "response" in exchange
    ? exchange.response.status
    : "code" in exchange.failure
      ? exchange.failure.code
      : "?";

test("while 130 exchanges wait for a silent name server, 40 of 40 to another name are answered", async () => {
  const farEnd = await givenFarEnd();
  const names = await givenNames({ "silent.test": "silent", "shop.test": { address: "127.0.0.1" } });
  const dialer = givenDialer({ names });
  let ended = 0;

  for (let i = 0; i < 130; i++) void send(dialer, "http://silent.test").then(() => ended++);
  const answered = await Promise.all(Array.from({ length: 40 }, () => send(dialer, farEnd.at("shop.test"))));

  expect(answered.map(outcomeOf)).toEqual(Array.from({ length: 40 }, () => 200));
  expect(ended).toBe(0);
});

test("names are resolved while all of libuv's threads are busy", async () => {
  const farEnd = await givenFarEnd();
  const dialer = givenDialer({ names: await givenNames({ "shop.test": { address: "127.0.0.1" } }) });
  const threads = occupyThreads();

  const exchange = await send(dialer, farEnd.at("shop.test"));

  expect(outcomeOf(exchange)).toBe(200);
  expect(threads.opened()).toBe(0);
});

/** Opening a pipe holds a thread until a writer comes; more of them than there are threads hold all. */
function occupyThreads() {
  const folder = mkdtempSync(join(tmpdir(), "threads-"));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  let opened = 0;
  const readers = Array.from({ length: 16 }, async () => {
    const file = await open(pipe);
    opened++;
    return file;
  });
  closing.push(async () => {
    const writer = openSync(pipe, "r+");
    for (const reader of readers) await (await reader).close();
    closeSync(writer);
    rmSync(folder, { recursive: true });
  });
  return { opened: () => opened };
}

test("a name is checked by the address it has now, not by the one it had", async () => {
  const farEnd = await givenFarEnd((_, response) => response.writeHead(200, { connection: "close" }).end());
  const clock = { ms: 0 };
  const records = { "shop.test": { address: "127.0.0.1", ttl: 60 } };
  const names = await givenNames(records);
  const dialer = givenDialer({ names: { ...names, nowMs: () => clock.ms } }, ["127.0.0.1"]);

  const before = await send(dialer, farEnd.at("shop.test"));
  records["shop.test"].address = "127.0.0.2";
  clock.ms = 60_000;
  const after = await send(dialer, farEnd.at("shop.test"));

  expect([outcomeOf(before), outcomeOf(after)]).toEqual([200, "ADDRESS_NOT_ALLOWED"]);
  expect(farEnd.received).toHaveLength(1);
});

const THREE_NAMES = ["a.test", "b.test", "c.test"];
const givenThreeNames = () =>
  givenNames(Object.fromEntries(THREE_NAMES.map((name) => [name, { address: "127.0.0.1" }])));

test("when there may be no more sockets, the one that has been idle longest is closed for a new one", async () => {
  const sockets = new Map(THREE_NAMES.map((name) => [name, new Set<Socket>()]));
  const farEnd = createHttpServer((request, response) => {
    sockets.get(request.headers.host?.split(":")[0] ?? "")?.add(request.socket);
    response.end();
  });
  farEnd.keepAliveTimeout = 0; // keeps every socket
  await once(farEnd.listen(0, "127.0.0.1"), "listening");
  closing.push(() => farEnd.close());
  const { port } = farEnd.address() as AddressInfo; // a TCP server has an AddressInfo
  const dialer = givenDialer({ names: await givenThreeNames(), socketsMost: 2 });

  for (const name of ["a.test", "b.test", "a.test", "c.test", "a.test", "b.test"]) {
    expect(outcomeOf(await send(dialer, `http://${name}:${port}`))).toBe(200);
    await turn(); // a socket can be used again one turn of the loop after its answer
  }

  expect(THREE_NAMES.map((name) => sockets.get(name)?.size)).toEqual([1, 2, 1]);
});

test("an exchange for which there is no socket waits until another one ends", async () => {
  const held: ServerResponse[] = [];
  const farEnd = await givenFarEnd((_, response) => held.push(response));
  const dialer = givenDialer({ names: await givenThreeNames(), socketsMost: 2 });

  const exchanges = THREE_NAMES.map((name) => send(dialer, farEnd.at(name)));
  await farEnd.arrivals(2);
  exchanges.push(send(givenDialer({}), farEnd.url)); // had the third not waited, it would arrive before this one
  await farEnd.arrivals(3);
  const before = farEnd.received.map(({ headers }) => headers.host?.split(":")[0]);
  for (const response of held.splice(0)) response.end();
  await farEnd.arrivals(4);
  held.shift()?.end();

  expect(new Set(before)).toEqual(new Set(["a.test", "b.test", "127.0.0.1"]));
  expect((await Promise.all(exchanges)).map(outcomeOf)).toEqual([200, 200, 200, 200]);
});

test("an exchange that ends while it connects, or waits to, leaves no socket and no place behind", async () => {
  const silent = createServer((socket) => socket.resume().on("error", () => undefined)); // never shakes hands
  const accepted = once(silent, "connection");
  await once(silent.listen(0, "127.0.0.1"), "listening");
  closing.push(() => silent.close());
  const { port } = silent.address() as AddressInfo; // a TCP server has an AddressInfo
  const farEnd = await givenFarEnd();
  const dialer = givenDialer({ names: await givenThreeNames(), socketsMost: 1 });

  const connecting = send(dialer, `https://127.0.0.1:${port}`, { deadlineMs: 200 });
  const waiting = send(dialer, farEnd.at("a.test"), { deadlineMs: 1 });
  const [socket]: Socket[] = await accepted;

  expect([outcomeOf(await connecting), outcomeOf(await waiting)]).toEqual(["DEADLINE", "DEADLINE"]);
  expect(outcomeOf(await send(dialer, farEnd.at("b.test")))).toBe(200);
  await expect.poll(() => socket?.destroyed).toBe(true);
  expect(farEnd.received).toHaveLength(1);
});
