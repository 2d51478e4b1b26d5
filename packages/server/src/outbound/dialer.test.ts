/** What holds for all exchanges together: names, threads and sockets. The outcome of one: pipeline/send/failure-code.test.ts. */
import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { startFarEnd } from "../testing/gateway.ts";
import { type GivenName, startNameServer } from "../testing/name-server.ts";
import { createAddressGuard } from "./address-guard.ts";
import { type Dialer, type DialerSettings, type Exchange, createDialer } from "./dialer.ts";

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

function send(dialer: Dialer, origin: string): Promise<Exchange> {
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
