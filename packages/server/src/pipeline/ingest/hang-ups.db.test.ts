/** A sender that hangs up frees its place, whatever it was waiting for, and no half request is stored. */
import { once } from "node:events";
import { type Socket, connect } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createApiKeyCheck, createPublisherCheck } from "../../access/api-key-check.ts";
import { issueApiKey } from "../../store/api-keys.ts";
import { type FreshDatabase, freshDatabase } from "../../testing/fresh-database.ts";
import { type ConfiguredConnection, eventually, givenConnection } from "../../testing/gateway.ts";
import { givenProcesses } from "../../testing/given-processes.ts";
import { startLoneIngest } from "../../testing/lone-ingest.ts";
import { lockTable } from "../../testing/table-lock.ts";

const PATIENT = { headMs: 20_000, requestMs: 60_000, quietMs: 60_000 };

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  await givenProcesses(database.db, 1);
});
afterAll(() => database.drop());

/** The real server, routing table, key check and intake; only the stages behind them are left out. */
async function startIngest(patience = PATIENT) {
  const { db } = database;
  const arrivedAtMs: number[] = [];
  const { server, routing, intake, port, close } = await startLoneIngest(database, {
    patience,
    change: (parts) => ({
      intake: {
        ...parts.intake,
        store(request) {
          arrivedAtMs.push(request.arrivedAtMs);
          parts.intake.store(request);
        },
      },
      publisherOf: createPublisherCheck(createApiKeyCheck(db)),
    }),
  });
  // Node counts a connection as closed before its response knows of it, so these are counted by their own event.
  const open = new Set<Socket>();
  let [sent, arrived] = [0, 0];
  server.on("connection", (socket: Socket) => {
    arrived++;
    open.add(socket);
    socket.once("close", () => open.delete(socket));
  });
  return {
    routing,
    intake,
    /** Requests that are in memory. */
    held: () => intake.held().requests,
    /** When requests that were handed to the store had arrived. */
    arrivedAtMs,
    send(text: string) {
      sent++;
      return sendTo(port, text);
    },
    post(path: string, headers: Record<string, string> = {}) {
      sent++;
      return fetch(`http://127.0.0.1:${port}${path}`, {
        method: "POST",
        body: "whole",
        headers: { ...headers, connection: "close" },
      }).then(({ status }) => status);
    },
    /** Resolves when every sender has arrived, and the server has noticed that all of them are gone. */
    everybodyGone: () =>
      eventually(
        () => Promise.resolve(arrived >= sent && open.size === 0),
        (isGone) => isGone,
      ),
    close,
  };
}

/** Half-open on purpose: it does not close its side when the server does, unless the test says so. */
async function sendTo(port: number, text: string): Promise<Socket> {
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  socket.on("error", () => undefined); // the server may reset what it gave up
  await once(socket, "connect");
  await new Promise((written) => socket.write(text, written));
  return socket;
}

/** Resolves with the whole answer. */
function answerTo(sender: Socket): Promise<string> {
  let text = "";
  sender.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return eventually(
    () => Promise.resolve(text),
    (received) => received.endsWith("}"),
  );
}

async function storedBodies({ project }: ConfiguredConnection): Promise<(string | null)[]> {
  const { rows } = await database.db.query<{ body: Buffer | null }>(
    `select body from requests
     left join payloads on payloads.team_id = requests.team_id and payloads.id = requests.id
     where requests.team_id = $1 order by requests.id`,
    [project],
  );
  return rows.map(({ body }) => body?.toString() ?? null);
}

const BODIES = {
  "with its whole body sent": "Content-Length: 5\r\n\r\nwhole",
  "in the middle of its body": "Content-Length: 100\r\n\r\nonly this",
  "having announced too large a body": "Content-Length: 99999999\r\n\r\nonly this",
};

test.each(Object.entries(BODIES))(
  "a sender that hangs up %s while its source is looked up keeps no place",
  async (_, rest) => {
    const source = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
    const ingest = await startIngest();
    const lock = await lockTable(database.url, "sources");

    const sender = await ingest.send(`POST ${source.path} HTTP/1.1\r\nHost: in.test\r\n${rest}`);
    await lock.waitedFor(1);
    sender.destroy();
    await ingest.everybodyGone();
    await lock.release();
    const next = await ingest.post(source.path); // its lookup comes after the other's

    await ingest.everybodyGone();
    expect({ next, held: ingest.held() }).toEqual({ next: 200, held: 0 });
    expect(await storedBodies(source)).toEqual(["whole"]);
    await ingest.close();
  },
);

test.each(Object.entries(BODIES))(
  "a publisher that hangs up %s while its key is looked up keeps no place",
  async (_, rest) => {
    const source = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
    const settings = { team_id: source.project, name: "test", expires_at: null };
    const { key } = await issueApiKey(database.db, settings);
    const ingest = await startIngest();
    await ingest.routing.reload();
    const lock = await lockTable(database.url, "api_keys");
    const headers = { authorization: `Bearer ${key}`, "x-posthorn-source-name": "shop" };
    const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);

    const sender = await ingest.send(`POST /v1/publish HTTP/1.1\r\nHost: in.test\r\n${head.join("")}${rest}`);
    await lock.waitedFor(1);
    sender.destroy();
    await ingest.everybodyGone();
    await lock.release();
    const next = await ingest.post("/v1/publish", headers);

    await ingest.everybodyGone();
    expect({ next, held: ingest.held() }).toEqual({ next: 200, held: 0 });
    expect(await storedBodies(source)).toEqual(["whole"]);
    await ingest.close();
  },
);

test("a sender that hangs up with requests behind the one that is being stored keeps none of their places", async () => {
  const source = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const ingest = await startIngest();
  await ingest.routing.reload();
  const lock = await lockTable(database.url, "requests");
  const head = `POST ${source.path} HTTP/1.1\r\nHost: in.test\r\n`;
  const whole = head + BODIES["with its whole body sent"];
  const half = head + BODIES["in the middle of its body"];

  const sender = await ingest.send(whole.repeat(29) + half);
  await eventually(
    () => Promise.resolve(ingest.held()),
    (held) => held === 30,
  );
  sender.destroy();
  await ingest.everybodyGone();
  await lock.release();
  await ingest.intake.drained();

  expect(ingest.held()).toBe(0);
  await ingest.close();
});

test("requests behind one another on a connection that stays give their places back once each", async () => {
  const source = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const ingest = await startIngest();
  await ingest.routing.reload();
  const one = `POST ${source.path} HTTP/1.1\r\nHost: in.test\r\n${BODIES["with its whole body sent"]}`;

  const sender = await ingest.send(one.repeat(30));
  let answers = "";
  sender.on("data", (chunk: Buffer) => (answers += chunk.toString()));
  await eventually(
    () => Promise.resolve(answers.split("HTTP/1.1 200").length - 1),
    (count) => count === 30,
  );
  sender.destroy();
  await ingest.everybodyGone();

  expect(ingest.held()).toBe(0);
  await ingest.close();
});

test("a sender that ran out of time loses its place even if it never hangs up", async () => {
  const source = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const ingest = await startIngest({ ...PATIENT, headMs: 50, requestMs: 100 });
  await ingest.routing.reload();

  const sender = await ingest.send(
    `POST ${source.path} HTTP/1.1\r\nHost: in.test\r\n${BODIES["in the middle of its body"]}`,
  );
  sender.resume();
  await ingest.everybodyGone();

  expect(ingest.held()).toBe(0);
  sender.destroy();
  await ingest.close();
});

test("a body that stops coming is given up, however long its request may take", async () => {
  const source = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const ingest = await startIngest({ ...PATIENT, requestMs: 0, quietMs: 50 });
  await ingest.routing.reload();

  const sender = await ingest.send(
    `POST ${source.path} HTTP/1.1\r\nHost: in.test\r\n${BODIES["in the middle of its body"]}`,
  );
  const answer = await answerTo(sender);
  await eventually(
    () => Promise.resolve(ingest.held()),
    (held) => held === 0,
  );

  expect(answer).toMatch(/^HTTP\/1.1 408 .*"Request timed out"/s);
  expect(await storedBodies(source)).toEqual([]);
  sender.destroy();
  await ingest.close();
});

test("a request takes its place, and the store its time, only when all its bytes are here", async () => {
  const source = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const ingest = await startIngest();
  await ingest.routing.reload();

  const sender = await ingest.send(
    `POST ${source.path} HTTP/1.1\r\nHost: in.test\r\nContent-Length: 10\r\n\r\nfirst`,
  );
  await eventually(
    () => Promise.resolve(ingest.held()),
    (held) => held === 1,
  );
  const { places } = ingest.intake.held();
  const halfHereAtMs = performance.now();
  sender.write(" last");
  const answer = await answerTo(sender);

  expect(answer).toMatch(/^HTTP\/1.1 200 /);
  expect(places).toBe(0);
  expect(ingest.arrivedAtMs.map((atMs) => atMs > halfHereAtMs)).toEqual([true]);
  sender.destroy();
  await ingest.close();
});

test("a body counts until it is written, even if its sender is gone", async () => {
  const source = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const ingest = await startIngest();
  await ingest.routing.reload();
  const lock = await lockTable(database.url, "requests");

  const sender = await ingest.send(
    `POST ${source.path} HTTP/1.1\r\nHost: in.test\r\n${BODIES["with its whole body sent"]}`,
  );
  await lock.waitedFor(1);
  sender.destroy();
  await ingest.everybodyGone();
  const whileWritten = { ...ingest.intake.held() };
  await lock.release();
  await ingest.intake.drained();

  expect(whileWritten).toMatchObject({ requests: 1, places: 1 });
  expect(ingest.intake.held()).toEqual({ requests: 0, places: 0, bytes: 0 });
  await ingest.close();
});
