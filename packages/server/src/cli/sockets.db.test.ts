import { once } from "node:events";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { internalId, publicId } from "@posthorn/contract/ids";
import { CLI_MESSAGE_MAX_BYTES } from "@posthorn/contract/limits";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { recogniseCliClient } from "../store/cli-clients.ts";
import { issueApiKey, revokeApiKey } from "../store/api-keys.ts";
import { issueCliKey } from "../store/cli-keys.ts";
import { CLI_SESSIONS_CHANNEL, insertCliSession } from "../store/cli-sessions.ts";
import { createListener } from "../store/listener.ts";
import { deleteProjectMember, insertProjectMember } from "../store/project-members.ts";
import { updateProject } from "../store/projects.ts";
import {
  type CliClient,
  type CliConnection,
  type ClientOptions,
  Refused,
  connectCli,
  givenCliConnection,
  sessionId,
} from "../testing/cli-client.ts";
import { type GivenAccess, givenAccess } from "../testing/given-access.ts";
import { type GivenApi, givenApi } from "../testing/given-api.ts";
import { eventually } from "../testing/gateway.ts";
import type { CliAttempt } from "./attempt-message.ts";
import { CLI_LIMITS, type CliLimits } from "./cli-limits.ts";
import { type CliSessionTable, createCliSessionTable } from "./session-table.ts";
import { type CliSockets, type CliSocketsDeps, createCliSockets } from "./sockets.ts";

/** Timeouts that a test waits for are short; those that must not fire are long. */
const LIMITS: CliLimits = {
  ...CLI_LIMITS,
  pingEveryMs: 60_000,
  goodbyeWithinMs: 500,
  finishWithinMs: 60_000,
};

let identity: GivenAccess;
let api: GivenApi;
let sockets: CliSockets;
let sessions: CliSessionTable;
let connection: CliConnection;
let opened: CliClient[] = [];

/** Starts another process of the same installation, or the same process with other limits. */
async function startProcess(
  owner: () => number,
  changed: Partial<CliLimits> = {},
  access: CliSocketsDeps["access"] = identity.access,
) {
  const table = createCliSessionTable(identity.db);
  const log = createLog((line) => identity.logged.push(line));
  const limits = { ...LIMITS, ...changed };
  const process = createCliSockets({ db: identity.db, access, log, sessions: table, owner, limits });
  const server = createServer().on("upgrade", process.accept).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // a TCP server has an AddressInfo
  return {
    sockets: process,
    sessions: table,
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await process.stop();
      server.close();
    },
  };
}

beforeAll(async () => {
  identity = await givenAccess();
  sessions = createCliSessionTable(identity.db);
  const log = createLog((line) => identity.logged.push(line));
  sockets = createCliSockets({ ...identity, log, sessions, owner: () => 1, limits: LIMITS });
  api = await givenApi({ identity, cli: sockets });
});
afterAll(() => api.stop());
beforeEach(async () => {
  connection = await givenCliConnection(identity.db, api.team_id);
});
afterEach(() => {
  for (const client of opened) client.socket.terminate();
  opened = [];
});

async function dial(options: Partial<ClientOptions> = {}): Promise<CliClient> {
  const client = await connectCli({
    url: api.url,
    key: api.key,
    session: sessionId(),
    connections: [connection.webhook_id],
    ...options,
  });
  opened.push(client);
  return client;
}

const AGES_AGO = (number: number) => `01800000-0000-7000-8000-00000000000${number}`;

const keyOf = (session: string) => internalId("cli_session", session) ?? "";

const attempt = (settings: Partial<CliAttempt> = {}): CliAttempt => ({
  attempt_id: "atm_1",
  event_id: "evt_1",
  webhook_id: connection.webhook_id,
  cli_path: "/",
  method: "POST",
  headers: { "content-type": "text/plain" },
  body: Buffer.from("hello"),
  timeoutMs: 60_000,
  ...settings,
});

async function refusal(work: Promise<unknown>): Promise<{ status: number; message: string }> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof Refused)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { status: error.status, message: JSON.parse(error.body).error.message };
}

async function storedSession(session: string) {
  const { rows } = await identity.db.query<{
    process_id: number | null;
    disconnected_at: string | null;
    webhook_ids: string[];
    filters: unknown;
    device_name: string;
  }>(
    `select process_id, disconnected_at, webhook_ids, filters, device_name
     from cli_sessions join cli_clients on cli_clients.id = cli_id where cli_sessions.id = $1`,
    [keyOf(session)],
  );
  return rows[0] ?? null;
}

describe("who is let in", () => {
  test("a CLI with a key and a session, on any path, with the protocol it asked for", async () => {
    const client = await dial({ url: `${api.url}/any/path`, protocol: "hookdeckcli-devproxy-v1" });

    expect(client.socket.protocol).toBe("hookdeckcli-devproxy-v1");
  });

  test("one that asks for no protocol, or presents its key as a bearer", async () => {
    const client = await dial({ key: null, headers: { authorization: `Bearer ${api.key}` } });

    expect(client.socket.protocol).toBe("");
  });

  test.each([
    ["without a key", () => dial({ key: null })],
    ["with a wrong key", () => dial({ key: "phk_wrong" })],
    ["with a cookie only", async () => dial({ key: null, headers: { cookie: (await api.signUp()).cookie } })],
  ])("not %s", async (_name, dialled) => {
    expect(await refusal(dialled())).toEqual({ status: 401, message: "Invalid or missing API key" });
  });

  test("not with the key in the address, not even beside a good header", async () => {
    expect(await refusal(dial({ url: `${api.url}/?api_key=${api.key}` }))).toEqual({
      status: 401,
      message: "Invalid or missing API key. Send it in the Authorization header: addresses end up in logs.",
    });
  });

  test("not a page of another origin; our own may", async () => {
    expect(await refusal(dial({ headers: { origin: "https://evil.test" } }))).toEqual({
      status: 403,
      message: "Request origin not allowed",
    });
    await dial({ headers: { origin: "http://127.0.0.1:4400" } });
  });

  test("not with an id that cannot be one", async () => {
    expect(await refusal(dial({ session: "ses_1" }))).toEqual({
      status: 404,
      message: "Unknown WebSocket ID.",
    });
  });

  test("not with filters that cannot be kept", async () => {
    expect((await refusal(dial({ filters: { form: 1 } }))).status).toBe(422);
  });

  test("not into a session of another project", async () => {
    const session = sessionId();
    await dial({ session });

    expect(await refusal(dial({ session, key: api.other.key }))).toEqual({
      status: 404,
      message: "Unknown WebSocket ID.",
    });
    expect(await storedSession(session)).toMatchObject({ process_id: 1 });
  });

  test("not past the number of sockets that a project may have; coming back is no more", async () => {
    const { url, stop } = await startProcess(() => 2, { socketsPerProject: 1 });
    const session = sessionId();
    const first = await dial({ url, session });

    expect(await refusal(dial({ url }))).toEqual({
      status: 429,
      message: "Too many CLIs are connected. Stop one of them, then try again.",
    });
    const again = await dial({ url, session });
    await first.closed;
    await dial({ url, key: api.other.key });
    await again.close();
    await eventually(
      () => storedSession(session),
      (row) => row?.process_id === null,
    );
    await dial({ url });
    await stop();
  });

  test("not past the number of sockets in all", async () => {
    const { url, stop } = await startProcess(() => 2, { sockets: 1 });
    await dial({ url });

    expect((await refusal(dial({ url, key: api.other.key }))).status).toBe(429);
    await stop();
  });

  test("another protocol is answered as if it had not been offered", async () => {
    const { port } = new URL(api.url);
    const socket = connect(Number(port), "127.0.0.1");
    socket.write("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: h2c\r\n\r\n");
    const chunks: Buffer[] = [];
    for await (const chunk of socket) chunks.push(chunk);

    expect(Buffer.concat(chunks).toString()).toMatch(/^HTTP\/1\.1 200 /);
  });
});

describe("a session", () => {
  test("that we forgot is made again from what the client brings", async () => {
    const foreign = await givenCliConnection(identity.db, api.other.team_id);
    const session = sessionId();
    const filters = { body: { type: "order" } };
    const connections = [connection.webhook_id, foreign.webhook_id, "web_nothing"];

    await dial({
      session,
      connections,
      filters,
      headers: { "x-hookdeck-client-user-agent": '{"uname":"Linux laptop 6"}' },
    });

    expect(await storedSession(session)).toEqual({
      process_id: 1,
      disconnected_at: null,
      webhook_ids: [connection.connection],
      filters,
      device_name: "laptop",
    });
    expect(sessions.covering(connection.connection).map(({ key }) => key)).toEqual([keyOf(session)]);
    expect(sessions.covering(foreign.connection)).toEqual([]);
  });

  test("that we forgot stays so when the client does not say what it covered", async () => {
    expect((await refusal(connectCli({ url: api.url, key: api.key, session: sessionId() }))).status).toBe(
      404,
    );
  });

  test("that was opened keeps what it was opened with", async () => {
    const { body } = await api.call("POST", "/cli-sessions", {
      body: { webhook_ids: [connection.webhook_id], filters: { path: "/a" } },
    });

    await connectCli({
      url: api.url,
      key: api.key,
      session: body.id,
      connections: [],
      filters: { path: "/b" },
    });

    expect(await storedSession(body.id)).toMatchObject({
      process_id: 1,
      webhook_ids: [connection.connection],
      filters: { path: "/a" },
    });
  });

  test("gets events for a while after its socket closed, and is held by nobody", async () => {
    const session = sessionId();
    const client = await dial({ session });

    await client.close();

    const row = await eventually(
      () => storedSession(session),
      (stored) => stored?.process_id === null,
    );
    expect(row?.disconnected_at).not.toBeNull();
    const [known] = await eventually(
      async () => sessions.covering(connection.connection),
      ([first]) => first?.processId === null,
    );
    expect(known?.key).toBe(keyOf(session));
    await identity.db.query(
      `update cli_sessions set disconnected_at = now() - interval '3 minutes' where id = $1`,
      [keyOf(session)],
    );
    await sessions.reload(keyOf(session));
    expect(sessions.covering(connection.connection)).toEqual([]);
  });

  test("has one socket: a newer one replaces it and the older one undoes nothing", async () => {
    const session = sessionId();
    const first = await dial({ session });
    const asked = sockets.exchange(keyOf(session), attempt());
    await first.arrivals(1);

    const second = await dial({ session });

    expect(await first.closed).toEqual({
      code: 1008,
      reason: "Replaced by a newer connection of the same session",
    });
    expect((await asked).result).toEqual({ failure: "CLI_UNAVAILABLE" });
    const again = sockets.exchange(keyOf(session), attempt({ attempt_id: "atm_2" }));
    await second.arrivals(1);
    second.answer({ attempt_id: "atm_2", status: 200, data: "" });
    expect((await again).result).toEqual({ status: 200, data: "" });
    expect(await storedSession(session)).toMatchObject({ process_id: 1 });
  });

  test("that connects to another process leaves this one", async () => {
    const here = createListener({
      url: identity.databaseUrl,
      channels: { [CLI_SESSIONS_CHANNEL]: (key) => void sockets.changed(key) },
      onConnected: () => sessions.reload(),
      onLost: () => undefined,
    });
    await here.start();
    const other = await startProcess(() => 2);
    const session = sessionId();
    const first = await dial({ session });

    const second = await dial({ session, url: other.url });

    expect((await first.closed).code).toBe(1008);
    expect(await storedSession(session)).toMatchObject({ process_id: 2, disconnected_at: null });
    await eventually(
      async () => sessions.byKey(keyOf(session)),
      (known) => known?.processId === 2,
    );
    await second.close();
    await other.stop();
    await here.stop();
  });

  test("of a process that was taken for dead is attached to it again", async () => {
    const session = sessionId();
    const client = await dial({ session });
    await identity.db.query(
      `update cli_sessions set process_id = null, disconnected_at = now() where id = $1`,
      [keyOf(session)],
    );

    await sockets.changed(keyOf(session));

    expect(await storedSession(session)).toMatchObject({ process_id: 1, disconnected_at: null });
    expect(client.socket.readyState).toBe(client.socket.OPEN);
  });

  test("whose row is gone is told to connect again", async () => {
    const session = sessionId();
    const client = await dial({ session });
    await identity.db.query(`delete from cli_sessions where id = $1`, [keyOf(session)]);

    await sockets.changed(keyOf(session));

    expect((await client.closed).code).toBe(1013);
  });

  test("that nobody came back to for a day is forgotten", async () => {
    const [recent, old, neverUsed, open] = [newId(), AGES_AGO(1), AGES_AGO(2), AGES_AGO(3)];
    const { team_id } = api.other;
    const cli_id = await recogniseCliClient(identity.db, { team_id, device_name: "x", user_id: null });
    const session = { team_id, cli_id, webhook_ids: [], filters: {} };
    await insertCliSession(identity.db, { ...session, id: recent });
    for (const id of [old, neverUsed, open]) {
      await identity.db.query(
        `insert into cli_sessions (id, team_id, cli_id, webhook_ids) values ($1, $2, $3, '{}')`,
        [id, team_id, cli_id],
      );
    }
    await identity.db.query(
      `update cli_sessions set disconnected_at = now() - interval '25 hours' where id = $1`,
      [old],
    );
    await identity.db.query(`update cli_sessions set process_id = 1 where id = $1`, [open]);

    const fresh = newId();
    await insertCliSession(identity.db, { ...session, id: fresh });

    const { rows } = await identity.db.query<{ id: string }>(
      `select id from cli_sessions where cli_id = $1 order by id`,
      [cli_id],
    );
    expect(rows.map(({ id }) => id)).toEqual([open, recent, fresh]);
  });
});

describe("an attempt", () => {
  test("goes to the session's socket and comes back with the local server's answer", async () => {
    const session = sessionId();
    const client = await dial({ session });

    const asked = sockets.exchange(keyOf(session), attempt({ cli_path: "/a?b=1", timeoutMs: 5_000 }));
    const [sent] = await client.arrivals(1);
    client.answer({ attempt_id: "atm_1", cli_path: "/a?b=1", status: 201, data: "made" });

    expect(sent).toEqual({
      cli_path: "/a?b=1",
      event_id: "evt_1",
      attempt_id: "atm_1",
      webhook_id: connection.webhook_id,
      request: {
        method: "POST",
        timeout: 5_000,
        data_string: "hello",
        headers: { "content-type": "text/plain" },
      },
    });
    const { result, sentAtMs, respondedAtMs } = await asked;
    expect(result).toEqual({ status: 201, data: "made" });
    expect(sentAtMs).not.toBeNull();
    expect(respondedAtMs).not.toBeNull();
  });

  test("is answered in any order", async () => {
    const session = sessionId();
    const client = await dial({ session });

    const asked = ["atm_1", "atm_2"].map((attempt_id) =>
      sockets.exchange(keyOf(session), attempt({ attempt_id })),
    );
    await client.arrivals(2);
    client.answer({ attempt_id: "atm_2", status: 202, data: "" });
    client.answer({ attempt_id: "atm_1", status: 201, data: "" });

    expect((await Promise.all(asked)).map(({ result }) => "status" in result && result.status)).toEqual([
      201, 202,
    ]);
  });

  test.each([
    ["says that the local server did not answer", { error: true }, "CLI_UNAVAILABLE"],
    ["has no status", { data: "x" }, "CLI"],
    ["has a body that is no text", { status: 200, data: {} }, "CLI"],
  ])("whose answer %s has failed", async (_name, body, failure) => {
    const session = sessionId();
    const client = await dial({ session });

    const asked = sockets.exchange(keyOf(session), attempt());
    await client.arrivals(1);
    client.answer({ attempt_id: "atm_1", ...body });

    expect((await asked).result).toEqual({ failure });
  });

  test("is not answered by what is no JSON, or names no attempt of this peer", async () => {
    const [session, stranger] = [sessionId(), sessionId()];
    const client = await dial({ session });
    const other = await dial({ session: stranger });

    const asked = sockets.exchange(keyOf(session), attempt());
    await client.arrivals(1);
    other.answer({ attempt_id: "atm_1", status: 500, data: "not mine" });
    const probe = sockets.exchange(keyOf(stranger), attempt({ attempt_id: "atm_2" }));
    await other.arrivals(1);
    other.answer({ attempt_id: "atm_2", status: 204 });
    await probe; // messages sent before the probe have been read
    client.send("{");
    client.socket.send(Buffer.from([1, 2, 3]));
    client.answer({ attempt_id: "atm_unknown", status: 500, data: "" });
    client.answer({ attempt_id: "atm_1", status: 200, data: "mine" });

    expect((await asked).result).toEqual({ status: 200, data: "mine" });
  });

  test("that nobody answers ends at its deadline, and a late answer changes nothing", async () => {
    const hasty = await startProcess(() => 2, { answerGraceMs: 1 });
    const session = sessionId();
    const client = await dial({ url: hasty.url, session });

    const { result } = await hasty.sockets.exchange(keyOf(session), attempt({ timeoutMs: 1 }));
    await client.arrivals(1);
    client.answer({ attempt_id: "atm_1", status: 200, data: "late" });
    const next = hasty.sockets.exchange(keyOf(session), attempt({ attempt_id: "atm_2" }));
    await client.arrivals(2);
    client.answer({ attempt_id: "atm_2", status: 200, data: "in time" });

    expect(result).toEqual({ failure: "CLI_UNAVAILABLE" });
    expect((await next).result).toEqual({ status: 200, data: "in time" });
    await hasty.stop();
  });

  test("fails when the socket goes while it waits, and when there is none", async () => {
    const session = sessionId();
    const client = await dial({ session });

    const asked = sockets.exchange(keyOf(session), attempt());
    await client.arrivals(1);
    client.socket.terminate();

    expect((await asked).result).toEqual({ failure: "CLI_UNAVAILABLE" });
    expect((await sockets.exchange(keyOf(sessionId()), attempt())).result).toEqual({
      failure: "CLI_UNAVAILABLE",
    });
  });

  test("with bytes that are no text fails, and holds nothing up", async () => {
    const session = sessionId();
    const client = await dial({ session });

    const bytes = sockets.exchange(keyOf(session), attempt({ body: Buffer.from([0xff]) }));
    const text = sockets.exchange(keyOf(session), attempt({ attempt_id: "atm_2" }));

    expect((await bytes).result).toEqual({ failure: "INVALID_CHARACTER" });
    expect((await client.arrivals(1))[0]?.attempt_id).toBe("atm_2");
    client.answer({ attempt_id: "atm_2", status: 200 });
    await text;
  });
});

describe("a peer is let go", () => {
  test("when it sends more than a message may hold; its attempts were answered badly", async () => {
    const session = sessionId();
    const client = await dial({ session });

    const asked = sockets.exchange(keyOf(session), attempt());
    await client.arrivals(1);
    client.send("x".repeat(CLI_MESSAGE_MAX_BYTES + 1));

    expect((await client.closed).code).toBe(1009);
    expect((await asked).result).toEqual({ failure: "CLI" });
  });

  test("but not at exactly that much", async () => {
    const session = sessionId();
    const client = await dial({ session });
    const answered = { event: "attempt_response", body: { attempt_id: "atm_1", status: 200, data: "" } };
    answered.body.data = "x".repeat(CLI_MESSAGE_MAX_BYTES - JSON.stringify(answered).length);

    const asked = sockets.exchange(keyOf(session), attempt());
    await client.arrivals(1);
    client.send(JSON.stringify(answered));

    expect((await asked).result).toMatchObject({ status: 200 });
  });

  test("when it does not read; what waits for it has failed", async () => {
    const hasty = await startProcess(() => 2, { readWithinMs: 50 });
    const session = sessionId();
    const client = await dial({ url: hasty.url, session });
    client.socket.pause();

    const body = Buffer.alloc(8 * 1024 * 1024, "x");
    const asked = Array.from({ length: 4 }, (_, at) =>
      hasty.sockets.exchange(keyOf(session), attempt({ attempt_id: `atm_${at}`, body })),
    );
    const results = await Promise.all(asked);
    client.socket.resume();

    expect(results.map(({ result }) => result)).toEqual(
      Array.from({ length: 4 }, () => ({ failure: "CLI_UNAVAILABLE" })),
    );
    expect([1013, 1006]).toContain((await client.closed).code);
    expect(identity.logged.join("\n")).toContain('"code":1013,"reason":"Reads too slowly"');
    await hasty.stop();
  });

  test("when it was silent from one ping to the next; one that answers them stays", async () => {
    const { url, stop } = await startProcess(() => 2, { pingEveryMs: 3_000 });
    const silent = await dial({ url, autoPong: false });
    const lively = await dial({ url });

    expect((await silent.closed).code).toBe(1006);
    const pings = { seen: 0 };
    lively.socket.on("ping", () => pings.seen++);
    await eventually(
      async () => pings.seen,
      (seen) => seen >= 2,
    );
    expect(lively.socket.readyState).toBe(lively.socket.OPEN);
    await stop();
  });

  test("when its key is revoked; another key's stays", async () => {
    const issued = await issueApiKey(identity.db, { team_id: api.team_id, name: "laptop", expires_at: null });
    const client = await dial({ key: issued.key });
    const other = await dial();

    await sockets.review();
    expect(client.socket.readyState).toBe(client.socket.OPEN);
    await revokeApiKey(identity.db, api.team_id, issued.id);

    await eventually(
      async () => {
        await sockets.review();
        return client.socket.readyState;
      },
      (state) => state !== client.socket.OPEN,
    );
    expect(await client.closed).toEqual({ code: 1008, reason: "This key may no longer receive events" });
    expect(other.socket.readyState).toBe(other.socket.OPEN);
  });
});

test("a review asks about several callers at a time, so that many of them do not make it long", async () => {
  let asked = 0;
  const bothAreAsked = Promise.withResolvers<void>();
  const { access } = identity;
  const {
    url,
    stop,
    sockets: reviewing,
  } = await startProcess(
    () => 2,
    {},
    {
      originAllowed: access.originAllowed,
      async authenticate(headers) {
        if (opened.length === 2 && ++asked === 2) bothAreAsked.resolve();
        if (opened.length === 2) await bothAreAsked.promise;
        return access.authenticate(headers);
      },
    },
  );
  const clients = [await dial({ url }), await dial({ url, key: api.other.key })];

  await reviewing.review();

  expect(clients.map(({ socket }) => socket.readyState)).toEqual(clients.map(({ socket }) => socket.OPEN));
  await stop();
});

test("a stop lets attempts come back, then tells everybody to connect again", async () => {
  const stopping = await startProcess(() => 2);
  const session = sessionId();
  const client = await dial({ url: stopping.url, session });
  const asked = stopping.sockets.exchange(keyOf(session), attempt());
  await client.arrivals(1);

  const stopped = stopping.sockets.stop();
  client.answer({ attempt_id: "atm_1", status: 200, data: "in time" });
  await stopped;

  expect((await asked).result).toEqual({ status: 200, data: "in time" });
  expect(await client.closed).toEqual({ code: 1001, reason: "The server is stopping, connect again" });
  expect(await storedSession(session)).toMatchObject({ process_id: null });
  expect(await refusal(dial({ url: stopping.url, session }))).toEqual({
    status: 503,
    message: "Temporarily unavailable, try again",
  });
  const late = await stopping.sockets.exchange(keyOf(session), attempt());
  expect(late.result).toEqual({ failure: "CLI_UNAVAILABLE" });
  await stopping.stop();
});

test("a change of a session that could not be read is read by the next review", async () => {
  let isAway = false;
  const db: GivenAccess["db"] = {
    ...identity.db,
    query: (text, values) => (isAway ? Promise.reject(new Error("away")) : identity.db.query(text, values)),
  };
  const table = createCliSessionTable(db);
  const other = createCliSockets({
    ...identity,
    db,
    log: createLog(() => undefined),
    sessions: table,
    owner: () => 2,
  });
  const session = sessionId();
  await dial({ session });

  isAway = true;
  await expect(other.changed(keyOf(session))).rejects.toThrow("away");
  expect(table.byKey(keyOf(session))).toBeUndefined();
  isAway = false;
  await other.review();

  expect(table.byKey(keyOf(session))).toMatchObject({ processId: 1 });
});

test("a process that got another number takes its sessions along", async () => {
  let owner = 2;
  const moving = await startProcess(() => owner);
  const session = sessionId();
  await dial({ session, url: moving.url });

  owner = 7;
  await moving.sockets.reattach();

  expect(await storedSession(session)).toMatchObject({ process_id: 7 });
  await moving.stop();
});

test("sessions are opened for connections that lead to a CLI, by members and more", async () => {
  const open = (body: unknown) => api.call("POST", "/cli-sessions", { body });
  const http = await api.call("POST", "/connections", {
    body: { name: "c", source: { name: "s" }, destination: { name: "d", config: { url: "https://x.test" } } },
  });
  const foreign = await givenCliConnection(identity.db, api.other.team_id);
  const deleted = await givenCliConnection(identity.db, api.team_id);
  await identity.db.query(`update connections set deleted_at = now() where id = $1`, [deleted.connection]);

  const made = await open({ webhook_ids: [connection.webhook_id] });
  expect(made.status).toBe(200);
  expect(made.body).toEqual({ id: expect.stringMatching(/^ses_\w{22}$/) });
  expect(await storedSession(made.body.id)).toEqual({
    process_id: null,
    disconnected_at: null,
    webhook_ids: [connection.connection],
    filters: {},
    device_name: "unknown device",
  });
  expect((await open({ webhook_ids: [foreign.webhook_id] })).status).toBe(404);
  expect((await open({ webhook_ids: ["nothing"] })).body).toMatchObject({
    code: "NOT_FOUND",
    data: { id: "nothing" },
  });
  expect((await open({ webhook_ids: [deleted.webhook_id] })).status).toBe(410);
  expect((await open({ webhook_ids: [connection.webhook_id, http.body.id] })).body).toMatchObject({
    status: 422,
    message: "webhook_ids[1] must be a connection with a CLI destination",
  });
  expect((await open({ webhook_ids: [] })).status).toBe(422);
  expect((await open({ webhook_ids: Array.from({ length: 256 }, () => connection.webhook_id) })).status).toBe(
    422,
  );
  expect(
    (await open({ webhook_ids: [connection.webhook_id], filters: { body: { a: { $ref: "$..x" } } } })).body,
  ).toMatchObject({ status: 422, message: "Filter is too complex" });
  expect((await open({ webhook_ids: [connection.webhook_id], filters: { form: {} } })).status).toBe(422);
});

const named = () => ({ "x-team-id": publicId("project", api.team_id) });

async function clientsOf(...ids: string[]): Promise<string[]> {
  const { rows } = await identity.db.query<{ cli_id: string }>(
    "select cli_id from cli_sessions where id = any($1::uuid[])",
    [ids.map(keyOf)],
  );
  return rows.map((row) => row.cli_id);
}

describe("with the CLI key of a person", () => {
  let user_id: string;
  let key: string;
  let cli_id: string;
  beforeEach(async () => {
    const organization_id = newId();
    user_id = newId();
    await identity.db.query(
      "insert into users (id, name, email, email_verified) values ($1, 'Ada', $2, true)",
      [user_id, `${user_id}@example.com`],
    );
    await identity.db.query("insert into organizations (id, name, slug) values ($1, 'Engines', $2)", [
      organization_id,
      organization_id,
    ]);
    await identity.db.query("update projects set organization_id = $2 where id = $1", [
      api.team_id,
      organization_id,
    ]);
    await identity.db.query(
      "insert into members (id, organization_id, user_id, role) values ($1, $2, $3, 'member')",
      [newId(), organization_id, user_id],
    );
    const { team_id } = api;
    cli_id = await recogniseCliClient(identity.db, { team_id, device_name: "ada's laptop", user_id });
    key = await issueCliKey(identity.db, { user_id, api_key_id: null, team_id, cli_id });
  });

  test("sessions are the machine's that the key was given to, whatever the headers call it", async () => {
    const headers = { ...named(), "x-hookdeck-cli-telemetry": '{"device_name":"another"}' };
    const body = { webhook_ids: [connection.webhook_id] };
    const created = await api.call("POST", "/cli-sessions", { key, body, headers });
    const session = sessionId();

    await dial({ key, session, headers });

    expect(created.status).toBe(200);
    expect(await clientsOf(created.body.id, session)).toEqual([cli_id, cli_id]);
  });

  test("a viewer may not listen, and whoever loses their role is told", async () => {
    const client = await dial({ key, headers: named() });
    await identity.db.query("update members set role = 'viewer' where user_id = $1", [user_id]);

    await sockets.review();

    expect(await client.closed).toEqual({ code: 1008, reason: "This key may no longer receive events" });
    expect((await refusal(dial({ key, headers: named() }))).status).toBe(403);
  });

  test("whoever leaves the organization receives nothing any more", async () => {
    const [client, stays] = [await dial({ key, headers: named() }), await dial()];

    await identity.db.query("delete from members where user_id = $1", [user_id]);
    await sockets.review();

    expect(await client.closed).toEqual({ code: 1008, reason: "This key may no longer receive events" });
    expect((await refusal(dial({ key, headers: named() }))).status).toBe(401);
    expect(stays.socket.readyState).toBe(stays.socket.OPEN);
  });

  test("whoever was removed from a private project receives nothing of it any more", async () => {
    await updateProject(identity.db, api.team_id, { private: true });
    const { rows } = await identity.db.query<{ id: string }>("select id from members where user_id = $1", [
      user_id,
    ]);
    const member_id = rows[0]?.id ?? "";
    const id = await insertProjectMember(identity.db, { team_id: api.team_id, member_id, role: "member" });
    const client = await dial({ key, headers: named() });

    await deleteProjectMember(identity.db, { team_id: api.team_id, id: id ?? "" });
    await sockets.review();

    expect(await client.closed).toEqual({ code: 1008, reason: "This key may no longer receive events" });
    expect((await refusal(dial({ key, headers: named() }))).status).toBe(404);
    await updateProject(identity.db, api.team_id, { private: false });
  });

  test("a project of others is not there", async () => {
    const headers = { "x-team-id": publicId("project", api.other.team_id) };

    expect((await refusal(dial({ key, headers }))).status).toBe(404);
  });
});

test("one machine is one client, however often its CLI is started", async () => {
  const { connection: id, webhook_id } = connection;
  const body = { webhook_ids: [webhook_id] };
  const headers = { "x-hookdeck-cli-telemetry": '{"device_name":"ada"}' };

  await Promise.all([1, 2, 3].map(() => api.call("POST", "/cli-sessions", { body, headers })));
  await api.call("POST", "/cli-sessions", { body });

  const { rows } = await identity.db.query<{ device_name: string; sessions: number }>(
    `select device_name, count(cli_sessions.id)::int as sessions
     from cli_clients join cli_sessions on cli_id = cli_clients.id
     where webhook_ids = array[$1::uuid] group by cli_clients.id order by 1`,
    [id],
  );
  expect(rows).toEqual([
    { device_name: "ada", sessions: 3 },
    { device_name: "unknown device", sessions: 1 },
  ]);
});
