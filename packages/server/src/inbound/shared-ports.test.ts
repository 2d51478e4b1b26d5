import { createServer, type Server } from "node:http";
import { afterEach, expect, test } from "vitest";
import { reservePort } from "../testing/reserved-port.ts";
import { takePort } from "./ports.ts";
import { joinSharedPort, reserveSharedPort } from "./shared-ports.ts";

const HOST = "127.0.0.1";
const IN_USE = { code: "EADDRINUSE", syscall: "listen" };

const servers: Server[] = [];
const releases: (() => void)[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
  for (const release of releases.splice(0)) release();
});

function answering(answer: string): Server {
  const made = createServer((_, response) => response.end(answer));
  servers.push(made);
  return made;
}

async function chosenPort(): Promise<number> {
  const { port, release } = await reservePort();
  releases.push(release);
  return port;
}

/** Asks on new connections until everybody in `wanted` has answered; the system spreads them by chance. */
async function answers(port: number, wanted: readonly string[]): Promise<Set<string>> {
  const seen = new Set<string>();
  while (!wanted.every((name) => seen.has(name)))
    seen.add(await (await fetch(`http://${HOST}:${port}/`, { headers: { connection: "close" } })).text());
  return seen;
}

test.each([
  ["chosen by the operator", chosenPort],
  ["chosen by the system", () => Promise.resolve(0)],
])("a port %s is shared by the processes, and the supervisor answers nobody", async (_, choose) => {
  const reserved = await reserveSharedPort(HOST, await choose());
  await joinSharedPort(HOST, reserved.number).listen(answering("one"));
  reserved.handOver();
  await joinSharedPort(HOST, reserved.number).listen(answering("two"));

  expect(reserved.number).toBeGreaterThan(0);
  expect(await answers(reserved.number, ["one", "two"])).toEqual(new Set(["one", "two"]));
});

test("no other Posthorn gets a shared port, whether it shares or not", async () => {
  const { number } = await reserveSharedPort(HOST, await chosenPort());
  await joinSharedPort(HOST, number).listen(answering("ours"));

  await expect((await takePort(HOST, number)).listen(answering("theirs"))).rejects.toMatchObject(IN_USE);
  await expect(reserveSharedPort(HOST, number)).rejects.toMatchObject({ ...IN_USE, port: number });
});

test("a port of another program is not shared", async () => {
  const { number, listen } = await takePort(HOST, 0);
  await listen(answering("theirs"));

  await expect(reserveSharedPort(HOST, number)).rejects.toMatchObject({ ...IN_USE, port: number });
});

test("of two that start together, before any process listens, one gets the port", async () => {
  const port = await chosenPort();

  const tries = await Promise.allSettled([reserveSharedPort(HOST, port), reserveSharedPort(HOST, port)]);

  expect(tries.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});
