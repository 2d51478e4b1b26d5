import { once } from "node:events";
import { type RequestListener, type Server, createServer } from "node:http";
import { type AddressInfo, type Socket, connect } from "node:net";
import { expect, test } from "vitest";
import { type StopPatience, closed, isToBeCut, watchConnections } from "./orderly-stop.ts";

const PATIENCE: StopPatience = { silentMs: 2_000, heardWithinMs: 4_000, answeredWithinMs: 8_000 };

test.each([
  // doing, silent for, stopping for → cut
  ["nothing", 0, 0, false],
  ["nothing", 250, 250, true],
  ["sending", 1_999, 1_999, false],
  ["sending", 2_000, 2_000, true],
  ["sending", 10, 3_999, false],
  ["sending", 10, 4_000, true],
  ["waiting", 7_999, 7_999, false],
  ["waiting", 8_000, 8_000, true],
] as const)("a connection that is %s, silent for %i ms, %i ms into a stop: cut is %s", (...given) => {
  const [doing, silentForMs, stoppingForMs, cut] = given;

  expect(isToBeCut({ doing, silentForMs }, stoppingForMs, PATIENCE)).toBe(cut);
});

/** So long that only the intended connections are cut, on a machine of any speed. */
const NEVER_MS = 3_600_000;

async function watchedServer(listener: RequestListener, patience: Partial<StopPatience>) {
  const server = createServer(listener);
  const watched = watchConnections(server, {
    silentMs: NEVER_MS,
    heardWithinMs: NEVER_MS,
    answeredWithinMs: NEVER_MS,
    ...patience,
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return { server, watched, stop: () => watched.closeInOrder(() => closed(server)) };
}

/** A client that never hangs up, whatever the server does. */
async function halfOpen(server: Server, text: string): Promise<Socket & { received: string }> {
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  const socket = Object.assign(connect({ port, host: "127.0.0.1", allowHalfOpen: true }), { received: "" });
  socket.on("error", () => undefined); // the test expects the server to cut it
  socket.on("data", (chunk: Buffer) => (socket.received += chunk.toString()));
  const accepted = once(server, "connection");
  await once(socket, "connect");
  await accepted;
  if (text !== "") await new Promise((written) => socket.write(text, written));
  return socket;
}

/** Resolves when everything that the server wrote has arrived. */
async function hungUpOn(client: Socket): Promise<void> {
  if (!client.readableEnded) await once(client, "end");
  client.destroy();
}

test.each([
  ["has not said a word", ""],
  ["has sent half a head", "POST / HTTP/1.1\r\nHost: a.te"],
  ["has sent half a body", "POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 9\r\n\r\nhalf"],
  ["was answered and has sent half of another head", "GET / HTTP/1.1\r\nHost: a.test\r\n\r\nGET / HT"],
])("a stop does not wait for a client that %s and does not go", async (_, text) => {
  const { server, stop } = await watchedServer(
    (request, response) => request.on("end", () => response.end("heard")).resume(),
    { silentMs: 50 },
  );
  const client = await halfOpen(server, text);

  await stop();

  expect(server.listening).toBe(false);
  client.destroy();
});

test("a stop hears a sender that moves to its end, and says with the answer that the connection ends", async () => {
  const { server, stop } = await watchedServer(
    (request, response) => request.on("end", () => response.end("heard")).resume(),
    {},
  );
  const sender = await halfOpen(server, "POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 3\r\n\r\n");

  const stopped = stop();
  for (const letter of "end") sender.write(letter);
  await stopped;

  await hungUpOn(sender);
  expect(sender.received).toMatch(/^HTTP\/1\.1 200[^]*heard/);
  expect(sender.received).toMatch(/connection: close/i);
});

test("before a stop, every answer says that its connection ends, and others are still accepted", async () => {
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<() => void>();
  const { server, watched, stop } = await watchedServer((request, response) => {
    if (request.url === "/slow") isAsked(() => void response.end("slow"));
    else response.end("quick");
  }, {});
  const underWay = await halfOpen(server, "GET /slow HTTP/1.1\r\nHost: a.test\r\n\r\n");
  const answer = await asked;

  watched.sayGoodbye();

  const later = await halfOpen(server, "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
  await hungUpOn(later);
  expect(later.received).toMatch(/^HTTP\/1\.1 200[^]*connection: close[^]*quick/i);
  answer();
  await hungUpOn(underWay);
  expect(underWay.received).toMatch(/^HTTP\/1\.1 200[^]*connection: close[^]*slow/i);
  expect(server.listening).toBe(true);
  await stop();
});

test("a sender that moves but does not end is heard for its time and not longer", async () => {
  const { server, stop } = await watchedServer((request) => request.resume(), { heardWithinMs: 300 });
  const sender = await halfOpen(server, "POST / HTTP/1.1\r\nHost: a.test\r\nContent-Length: 999999\r\n\r\n");
  const drip = setInterval(() => sender.write("."), 10);

  await stop();

  clearInterval(drip);
  expect(server.listening).toBe(false);
  sender.destroy();
});

test("what was asked is answered, however silent the caller is meanwhile", async () => {
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<() => void>();
  const { server, stop } = await watchedServer(
    (_, response) => isAsked(() => void response.end("answered")),
    {
      silentMs: 20,
      heardWithinMs: 40,
    },
  );
  const caller = await halfOpen(server, "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");
  const answer = await asked;
  const silent = await halfOpen(server, ""); // once this is cut, the caller could have been, too

  const stopped = stop();
  await hungUpOn(silent);
  answer();
  await stopped;

  await hungUpOn(caller);
  expect(caller.received).toMatch(/^HTTP\/1\.1 200[^]*answered/);
});

test("an answer that never comes does not hold up a stop", async () => {
  const { server, stop } = await watchedServer(() => {}, { answeredWithinMs: 50 });
  const caller = await halfOpen(server, "GET / HTTP/1.1\r\nHost: a.test\r\n\r\n");

  await stop();

  expect(server.listening).toBe(false);
  caller.destroy();
});
