/** From a request at a source URL to a developer's machine and back, all parts real. */
import { internalId } from "@posthorn/contract/ids";
import { RESPONSE_BODY_KEPT_BYTES } from "@posthorn/contract/limits";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { deregisterProcess, registerProcess } from "../store/processes.ts";
import { takeOverStep } from "../store/take-over.ts";
import { type CliClient, type ClientOptions, connectCli, sessionId } from "../testing/cli-client.ts";
import { eventually, startGateway } from "../testing/gateway.ts";
import { type GivenAccess, givenAccess } from "../testing/given-access.ts";
import { givenManyEvents } from "../testing/given-events.ts";
import { type GivenApi, givenApi } from "../testing/given-api.ts";

type Gateway = Awaited<ReturnType<typeof startGateway>>;

let identity: GivenAccess;
let gateway: Gateway;
let api: GivenApi;
let opened: CliClient[] = [];
let connection: { id: string; path: string };
let names = 0;

const databaseOf = (access: GivenAccess) => ({
  db: access.db,
  url: access.databaseUrl,
  drop: async () => undefined, // the identity drops it
});
const start = (roles: readonly ("ingest" | "worker" | "api")[]) =>
  startGateway(databaseOf(identity), { roles, sealer: identity.sealer });

beforeAll(async () => {
  identity = await givenAccess();
  gateway = await start(["ingest", "worker", "api"]);
  api = await givenApi({ identity, cli: gateway.cli });
});
afterAll(async () => {
  await gateway.stop();
  await api.stop();
});
beforeEach(async () => {
  connection = await givenConnection({});
});
afterEach(() => {
  for (const client of opened) client.socket.terminate();
  opened = [];
});

async function givenConnection(settings: { path?: string; rules?: unknown[]; config?: object }) {
  const name = `n-${++names}`;
  const { path = "/hooks", rules = [], config = {} } = settings;
  const { status, body } = await api.call("POST", "/connections", {
    body: { name, source: { name }, destination: { name, type: "CLI", config: { path, ...config } }, rules },
  });
  expect([status, body]).toEqual([200, body]);
  await gateway.reload(internalId("source", body.source.id) ?? "");
  return { id: body.id as string, path: new URL(body.source.url as string).pathname };
}

async function listen(options: Partial<ClientOptions> = {}): Promise<CliClient> {
  const client = await connectCli({
    url: api.url,
    key: api.key,
    session: sessionId(),
    connections: [connection.id],
    ...options,
  });
  opened.push(client);
  return client;
}

async function post(
  text: string | Buffer,
  { path = "", type = "application/json", url = gateway.url } = {},
): Promise<string> {
  const response = await fetch(url + connection.path + path, {
    method: "POST",
    headers: { "content-type": type, "x-tag": "a\\/b" },
    body: text,
  });
  expect(response.status).toBe(200);
  return ((await response.json()) as { request_id: string }).request_id;
}

interface ShownEvent {
  id: string;
  status: string;
  attempts: number;
  error_code: string | null;
  response_status: number | null;
  cli_id: string | null;
  request_id: string;
}

/** Returns the events of a request once that many have ended. */
async function endedEvents(request: string, count: number): Promise<ShownEvent[]> {
  return eventually(
    async () => (await api.call("GET", `/events?request_id=${request}&dir=asc`)).body.models as ShownEvent[],
    (events) =>
      events.length === count && events.every(({ status }) => status === "SUCCESSFUL" || status === "FAILED"),
  );
}

/** Resolves with the session's key when no process holds its socket any more. */
async function releasedSession(session: string): Promise<string | null> {
  const key = internalId("cli_session", session);
  await eventually(
    async () =>
      (
        await identity.db.query<{ process_id: number | null }>(
          `select process_id from cli_sessions where id = $1`,
          [key],
        )
      ).rows[0]?.process_id,
    (holder) => holder === null,
  );
  return key;
}

function change(what: "pause" | "unpause"): Promise<unknown> {
  return api.call("PUT", `/connections/${connection.id}/${what}`, { body: {} });
}

async function ignoredOf(request: string): Promise<{ cause: string; meta: unknown }> {
  const [row] = await eventually(
    async () =>
      (
        await identity.db.query<{ cause: string; meta: unknown }>(
          `select cause, meta from ignored_events where request_id = $1`,
          [internalId("request", request)],
        )
      ).rows,
    (rows) => rows.length === 1,
  );
  return row ?? { cause: "", meta: null };
}

test("a CLI is told how long its local server may take", async () => {
  connection = await givenConnection({ config: { delivery_timeout: 90 } });
  const client = await listen();

  const request = await post("{}");
  const [sent] = await client.arrivals(1);
  client.answer({ attempt_id: sent?.attempt_id, cli_path: sent?.cli_path, status: 200, data: "" });
  await endedEvents(request, 1);

  expect(sent?.request.timeout).toBe(90_000);
});

test("a request goes to the connected CLI as it would to a server, and its answer is kept", async () => {
  const client = await listen();

  const request = await post('{"order":1}', { path: "/orders/42?x=1&y=a%2Fb" });
  const [sent] = await client.arrivals(1);
  client.answer({ attempt_id: sent?.attempt_id, cli_path: sent?.cli_path, status: 201, data: '{"ok":true}' });

  const [event] = await endedEvents(request, 1);
  expect(event).toMatchObject({
    status: "SUCCESSFUL",
    attempts: 1,
    error_code: null,
    response_status: 201,
    cli_id: expect.stringMatching(/^cli_/),
  });
  expect(sent).toMatchObject({
    cli_path: "/hooks/orders/42?x=1&y=a%2Fb",
    event_id: event?.id,
    webhook_id: connection.id,
    request: { method: "POST", timeout: 60_000, data_string: '{"order":1}' },
  });
  expect(sent?.request.headers).toMatchObject({
    "content-type": "application/json",
    "x-tag": "a\\/b",
    "x-posthorn-eventid": event?.id,
    "x-posthorn-requestid": request,
    "x-posthorn-attempt-count": "1",
    "x-posthorn-attempt-trigger": "INITIAL",
    "x-posthorn-signature": expect.any(String),
  });
  expect(sent?.request.headers).not.toHaveProperty("host");
  const { models } = (await api.call("GET", `/attempts?event_id=${event?.id}`)).body;
  expect(models).toHaveLength(1);
  const attempt = (await api.call("GET", `/attempts/${sent?.attempt_id}`)).body;
  expect(attempt).toMatchObject({
    id: models[0].id,
    status: "SUCCESSFUL",
    response_status: 201,
    http_method: "POST",
    requested_url: "http://localhost/hooks/orders/42?x=1&y=a%2Fb",
    body: '{"ok":true}',
  });
  expect((await api.call("GET", `/requests/${request}`)).body).toMatchObject({
    events_count: 0,
    cli_events_count: 1,
    ignored_count: 0,
  });
});

test("every session that covers the connection gets its own event", async () => {
  const ada = await listen({ headers: { "x-hookdeck-client-user-agent": '{"uname":"Linux ada 6"}' } });
  const bob = await listen({ headers: { "x-hookdeck-client-user-agent": '{"uname":"Linux bob 6"}' } });
  const elsewhere = await givenConnection({});
  const other = await listen({ connections: [elsewhere.id] });

  const request = await post("{}");
  const [forAda, forBob] = [(await ada.arrivals(1))[0], (await bob.arrivals(1))[0]];
  ada.answer({ attempt_id: forAda?.attempt_id, status: 200, data: "" });
  bob.answer({ attempt_id: forBob?.attempt_id, status: 500, data: "no" });

  const events = await endedEvents(request, 2);
  expect(new Set(events.map(({ id }) => id))).toEqual(new Set([forAda?.event_id, forBob?.event_id]));
  expect(new Set(events.map(({ cli_id }) => cli_id)).size).toBe(2);
  const ofBob = events.find(({ id }) => id === forBob?.event_id);
  expect(ofBob).toMatchObject({ status: "FAILED", response_status: 500, error_code: null });
  expect(other.attempts).toEqual([]);
  const ids = async (query: string) =>
    (await api.call("GET", `/events?request_id=${request}&${query}`)).body.models.map(
      ({ id }: ShownEvent) => id,
    );
  expect(await ids(`cli_id=${ofBob?.cli_id}`)).toEqual([ofBob?.id]);
  expect(await ids("cli_id[any]=true")).toHaveLength(2);
  expect(await ids("cli_id[any]=false")).toHaveLength(0);
  expect(await ids("cli_id[all]=true")).toHaveLength(2);
  const requests = async (query: string) =>
    (await api.call("GET", `/requests?id=${request}&${query}`)).body.models.length;
  expect(await requests("cli_events_count=2&events_count=0")).toBe(1);
  expect(await requests("cli_events_count[gt]=2")).toBe(0);
});

test("a session's filters decide what it gets; others are not asked", async () => {
  const orders = await listen({ filters: { body: { type: "order" }, path: { $startsWith: "/a" } } });
  const refunds = await listen({ filters: { body: { type: "refund" } } });

  const request = await post('{"type":"order"}', { path: "/a/b" });
  const [sent] = await orders.arrivals(1);
  orders.answer({ attempt_id: sent?.attempt_id, status: 200, data: "" });

  expect(await endedEvents(request, 1)).toHaveLength(1);
  expect(refunds.attempts).toEqual([]);
  expect((await api.call("GET", `/requests/${request}`)).body).toMatchObject({ ignored_count: 0 });
});

test("what no session wants is ignored as filtered, with the parts that kept it out", async () => {
  await listen({ filters: { body: { type: "order" } } });
  await listen({ filters: { path: "/a" } });

  expect(await ignoredOf(await post('{"type":"refund"}'))).toEqual({
    cause: "FILTERED",
    meta: ["body", "path"],
  });
});

test("without a session a request is ignored, and retrying it later finds the CLI", async () => {
  const request = await post("{}");
  expect(await ignoredOf(request)).toEqual({ cause: "CLI_DISCONNECTED", meta: null });

  const client = await listen();
  const [row] = (
    await identity.db.query<{ team_id: string; id: string; source_id: string }>(
      `select team_id, id, source_id from requests where id = $1`,
      [internalId("request", request)],
    )
  ).rows;
  if (!row) throw new Error("the request is stored");
  await gateway.reroute.reroute(
    {
      ...row,
      payload_id: row.id,
      payload: {
        method: "POST",
        path: "/",
        query: null,
        headers: [],
        client_ip: null,
        body: Buffer.from("{}"),
      },
    },
    [internalId("connection", connection.id) ?? ""],
  );
  const [sent] = await client.arrivals(1);
  client.answer({ attempt_id: sent?.attempt_id, status: 200, data: "" });

  expect(await endedEvents(request, 1)).toMatchObject([{ status: "SUCCESSFUL" }]);
});

test("a session that dropped a moment ago still gets an event, which fails", async () => {
  const client = await listen();
  await client.close();

  const request = await post("{}");

  const events = await endedEvents(request, 1);
  expect(events).toMatchObject([{ status: "FAILED", error_code: "CLI_UNAVAILABLE", attempts: 1 }]);
  expect(events[0]?.cli_id).not.toBeNull();
});

const on = (machine: string) => ({
  session: sessionId(),
  headers: { "x-hookdeck-client-user-agent": JSON.stringify({ uname: `Linux ${machine} 6.1` }) },
});

test("a CLI that is started anew takes the place of its session that dropped; other machines' stay", async () => {
  const [laptop, desk] = [on("laptop"), on("desk")];
  for (const machine of [laptop, desk]) {
    await (await listen(machine)).close();
    await releasedSession(machine.session);
  }
  const anew = await listen({ ...laptop, session: sessionId() });

  const request = await post("{}");
  const [sent] = await anew.arrivals(1);
  anew.answer({ attempt_id: sent?.attempt_id, status: 200, data: "" });

  const events = await endedEvents(request, 2);
  expect(events.map(({ status }) => status).toSorted()).toEqual(["FAILED", "SUCCESSFUL"]);
  expect(new Set(events.map(({ cli_id }) => cli_id)).size).toBe(2);
});

test("an event whose CLI goes away while it has it fails; retried, it goes to the CLI that is back", async () => {
  const session = sessionId();
  const client = await listen({ session });

  const request = await post("{}");
  await client.arrivals(1);
  client.socket.terminate();
  const [event] = await endedEvents(request, 1);
  expect(event).toMatchObject({ status: "FAILED", error_code: "CLI_UNAVAILABLE", response_status: null });

  const back = await listen({ session });
  expect((await api.call("POST", `/events/${event?.id}/retry`, { body: {} })).status).toBe(200);
  const [sent] = await back.arrivals(1);
  back.answer({ attempt_id: sent?.attempt_id, status: 200, data: "" });

  expect(sent?.request.headers).toMatchObject({
    "x-posthorn-attempt-count": "2",
    "x-posthorn-attempt-trigger": "MANUAL",
  });
  expect(await endedEvents(request, 1)).toMatchObject([{ id: event?.id, status: "SUCCESSFUL", attempts: 2 }]);
});

test("a failed answer is retried by the connection's rule", async () => {
  connection = await givenConnection({
    rules: [{ type: "retry", strategy: "linear", count: 1, interval: 1 }],
  });
  const client = await listen();

  const request = await post("{}");
  const [first] = await client.arrivals(1);
  client.answer({ attempt_id: first?.attempt_id, error: true });
  const [, second] = await client.arrivals(2);
  client.answer({ attempt_id: second?.attempt_id, status: 200, data: "" });

  expect(second?.request.headers["x-posthorn-attempt-trigger"]).toBe("AUTOMATIC");
  expect(await endedEvents(request, 1)).toMatchObject([{ status: "SUCCESSFUL", attempts: 2 }]);
});

test("a body that is no text is not changed to fit: the attempt fails and says why", async () => {
  const client = await listen();

  const request = await post(Buffer.from([0x89, 0x50, 0x4e, 0x47, 0xff]), { type: "text/plain" });

  expect(await endedEvents(request, 1)).toMatchObject([
    { status: "FAILED", error_code: "INVALID_CHARACTER" },
  ]);
  expect(client.attempts).toEqual([]);
});

test("of a long answer the beginning is kept", async () => {
  const client = await listen();

  const request = await post("{}");
  const [sent] = await client.arrivals(1);
  client.answer({
    attempt_id: sent?.attempt_id,
    status: 200,
    data: "x".repeat(RESPONSE_BODY_KEPT_BYTES + 1),
  });
  await endedEvents(request, 1);

  expect((await api.call("GET", `/attempts/${sent?.attempt_id}`)).body.body).toBe(
    "x".repeat(RESPONSE_BODY_KEPT_BYTES),
  );
});

test("an answer that cannot be read fails its attempt", async () => {
  const client = await listen();

  const request = await post("{}");
  const [sent] = await client.arrivals(1);
  client.answer({ attempt_id: sent?.attempt_id, status: "fine" });

  expect(await endedEvents(request, 1)).toMatchObject([{ status: "FAILED", error_code: "CLI" }]);
});

test("a paused connection holds its events, and each goes to its session afterwards", async () => {
  const [ada, bob] = [await listen(), await listen()];
  await change("pause");

  const request = await eventually(
    async () => {
      const id = await post("{}");
      const events = await eventually(
        async () => (await api.call("GET", `/events?request_id=${id}`)).body.models as ShownEvent[],
        (models) => models.length === 2,
      );
      return events.every(({ status }) => status === "HOLD") ? id : null;
    },
    (id) => id !== null,
  );
  await change("unpause");

  const ofRequest = (client: CliClient) =>
    eventually(
      async () =>
        client.attempts.find((attempt) => attempt.request.headers["x-posthorn-requestid"] === request),
      (attempt) => attempt !== undefined,
    );
  for (const client of [ada, bob])
    client.answer({ attempt_id: (await ofRequest(client))?.attempt_id, status: 200, data: "" });
  expect(await endedEvents(request ?? "", 2)).toMatchObject([
    { status: "SUCCESSFUL" },
    { status: "SUCCESSFUL" },
  ]);
});

test("a CLI that answers nothing keeps events from no other CLI, on its own connection or another", async () => {
  const { db } = identity;
  const hanging = sessionId();
  const [colleague, other] = [sessionId(), sessionId()];
  const shared = connection;
  const lone = await givenConnection({});
  const silent = await listen({ session: hanging });
  const [near, far] = [
    await listen({ session: colleague }),
    await listen({ session: other, connections: [lone.id] }),
  ];
  /** Events that are due for the session; the later ones are due later. */
  const givenDue = async (to: { id: string }, session: string, count: number) => {
    const { rows } = await db.query<{ id: string; project: string; source: string }>(
      "select id, team_id as project, source_id as source from connections where id = $1",
      [internalId("connection", to.id)],
    );
    const [row] = rows;
    if (!row) throw new Error("the connection is not there");
    const ids = await givenManyEvents(db, { ...row, connection: row.id }, count, "QUEUED");
    await db.query(
      "update events set cli_session_id = $2, next_attempt_at = clock_timestamp() where id = any ($1::uuid[])",
      [ids, internalId("cli_session", session)],
    );
  };

  await givenDue(shared, hanging, 1_200);
  await silent.arrivals(1);
  await givenDue(shared, colleague, 1);
  await givenDue(lone, other, 1);

  for (const [client, to] of [
    [near, shared],
    [far, lone],
  ] as const) {
    const [sent] = await client.arrivals(1);
    expect(sent?.webhook_id).toBe(to.id);
    client.answer({ attempt_id: sent?.attempt_id, status: 200, data: "" });
  }
  const { rows } = await eventually(
    () =>
      db.query<{ count: number }>(
        "select count(*) as count from events where cli_session_id = any ($1::uuid[]) and status = 'SUCCESSFUL'",
        [[colleague, other].map((session) => internalId("cli_session", session))],
      ),
    (found) => found.rows[0]?.count === 2,
  );
  expect(rows).toHaveLength(1);
  await silent.close();
  await eventually(
    () =>
      db.query("select from events where cli_session_id = $1 and status <> 'FAILED'", [
        internalId("cli_session", hanging),
      ]),
    ({ rowCount }) => rowCount === 0, // all of them end, and leave nothing to later tests
  );
});

test("an event for a CLI that another process holds is delivered by that process", async () => {
  const routing = await start(["ingest", "worker"]);
  const session = sessionId();
  const client = await listen({ session });
  await eventually(
    async () => routing.cli.sessions.covering(internalId("connection", connection.id) ?? ""),
    (sessions) => sessions.length === 1,
  );

  const request = await post("{}", { url: routing.url });
  const [sent] = await client.arrivals(1);
  client.answer({ attempt_id: sent?.attempt_id, status: 200, data: "" });

  expect(await endedEvents(request, 1)).toMatchObject([{ status: "SUCCESSFUL", attempts: 1 }]);
  await routing.stop();
});

test("a process that only serves the API delivers to its own CLIs, and leaves the rest to workers", async () => {
  const serving = await start(["api"]);
  const door = await givenApi({ identity: { ...identity, stop: async () => undefined }, cli: serving.cli });
  const client = await listen({ url: door.url });
  await eventually(
    async () => gateway.cli.sessions.covering(internalId("connection", connection.id) ?? ""),
    (sessions) => sessions.length === 1,
  );

  const request = await post("{}");
  const [sent] = await client.arrivals(1);
  client.answer({ attempt_id: sent?.attempt_id, status: 200, data: "" });
  expect(await endedEvents(request, 1)).toMatchObject([{ status: "SUCCESSFUL" }]);

  await client.close();
  await eventually(
    async () => gateway.cli.sessions.covering(internalId("connection", connection.id) ?? ""),
    ([first]) => first?.processId === null,
  );
  expect(await endedEvents(await post("{}"), 1)).toMatchObject([
    { status: "FAILED", error_code: "CLI_UNAVAILABLE" },
  ]);
  await door.stop();
  await serving.stop();
});

test("after a restart a CLI comes back with the id it had, and gets events again", async () => {
  const first = await start(["ingest", "worker", "api"]);
  const before = await givenApi({ identity: { ...identity, stop: async () => undefined }, cli: first.cli });
  const { body } = await api.call("POST", "/cli-sessions", { body: { webhook_ids: [connection.id] } });
  const client = await listen({ url: before.url, session: body.id });

  await before.stop();
  await first.stop();
  expect((await client.closed).code).toBe(1001);
  await identity.db.query(`delete from cli_sessions where id = $1`, [internalId("cli_session", body.id)]);
  const second = await start(["ingest", "worker", "api"]);
  const after = await givenApi({ identity: { ...identity, stop: async () => undefined }, cli: second.cli });
  const back = await listen({ url: after.url, session: body.id });
  const request = await post("{}", { url: second.url });
  const [sent] = await back.arrivals(1);
  back.answer({ attempt_id: sent?.attempt_id, status: 200, data: "" });

  expect(await endedEvents(request, 1)).toMatchObject([{ status: "SUCCESSFUL" }]);
  await after.stop();
  await second.stop();
});

test("the sockets of a process that died are nobody's any more", async () => {
  const { db } = identity;
  const session = sessionId();
  const client = await listen({ session });
  await client.close();
  const [heir, dead] = [await registerProcess(db, newId()), await registerProcess(db, newId())];
  await db.query(`update processes set heartbeat_at = now() - interval '1 hour' where id = $1`, [dead]);
  const key = await releasedSession(session);
  await db.query(`update cli_sessions set process_id = $2, disconnected_at = null where id = $1`, [
    key,
    dead,
  ]);

  // The gateway of this file may take over instead; the effect is the same.
  await takeOverStep(db, {
    heir,
    silentForMs: 60_000,
    ended: [],
    except: [],
    limit: 10,
    adoptions: 1,
    adopting: () => undefined,
  });

  const { rows } = await db.query<{ process_id: number | null; is_dropped: boolean }>(
    `select process_id, disconnected_at is not null as is_dropped from cli_sessions where id = $1`,
    [key],
  );
  expect(rows).toEqual([{ process_id: null, is_dropped: true }]);
  await deregisterProcess(db, heir);
});
