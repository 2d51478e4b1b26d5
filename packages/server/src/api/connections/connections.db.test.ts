import { internalId } from "@posthorn/contract/ids";
import { DELAY_MAX_MS, RETRY_MAX_AGE_MS } from "@posthorn/contract/limits";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventsFollowed } from "../../testing/followed-events.ts";
import { readHeldCounts } from "../dashboard-api/held-counts.sql.ts";
import { givenApi, givenEvent, givenRequest, type Answer, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const config = { url: "https://api.example.com/hooks" };
let made = 0;

/** A connection with its own source and destination. */
async function givenConnection(name: string | null = "c"): Promise<Answer["body"]> {
  made += 1;
  const { body } = await api.call("POST", "/connections", {
    body: { name, source: { name: `s-${made}` }, destination: { name: `d-${made}`, config } },
  });
  return body;
}

const uuidOf = (id: string) => internalId("connection", id) ?? "";

async function givenPendingEvent(connection: Answer["body"], status: string): Promise<string> {
  const source_id = internalId("source", connection.source.id) ?? "";
  const request_id = await givenRequest(api.db, { team_id: api.team_id, source_id });
  return givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id: uuidOf(connection.id), status });
}

async function eventRow(id: string) {
  await eventsFollowed(api.db);
  const { rows } = await api.db.query<{ status: string; error_code: string | null; trigger: string }>(
    "select status, error_code, trigger from events where id = $1",
    [id],
  );
  return rows[0];
}

test("a connection comes with both its ends", async () => {
  const body = {
    name: "orders",
    description: "x",
    source: { name: "stripe" },
    destination: { name: "backend", config },
    rules: [],
  };

  const { status, body: connection } = await api.call("POST", "/connections", { body });

  expect(status).toBe(200);
  expect(connection).toMatchObject({
    id: expect.stringMatching(/^web_/),
    name: "orders",
    full_name: "stripe -> orders",
    description: "x",
    source: { name: "stripe" },
    destination: { name: "backend", config },
    rules: [],
    disabled_at: null,
    paused_at: null,
  });
  expect((await api.call("GET", `/connections/${connection.id}`)).body).toEqual(connection);
  expect((await api.call("GET", `/sources/${connection.source.id}`)).body).toEqual(connection.source);
  expect((await api.call("GET", `/destinations/${connection.destination.id}`)).body).toEqual(
    connection.destination,
  );
});

test("ends can be named by their ids, which must be there", async () => {
  const { source, destination } = await givenConnection();
  const post = (ends: object) => api.call("POST", "/connections", { body: { name: "by-id", ...ends } });

  const unknown = await post({ source_id: "src_1", destination_id: destination.id });
  const created = await post({ source_id: source.id, destination_id: destination.id });
  await api.call("DELETE", `/destinations/${destination.id}`);
  const deleted = await post({ source_id: source.id, destination_id: destination.id });

  expect([unknown.status, unknown.body.data]).toEqual([404, { id: "src_1" }]);
  expect(created.body).toMatchObject({ source: { id: source.id }, destination: { id: destination.id } });
  expect(deleted.status).toBe(410);
});

test("without a name it is called after its source", async () => {
  const { name, full_name, source } = await givenConnection(null);

  expect([name, full_name]).toEqual([null, source.name]);
});

test("a taken name gives 409 and leaves nothing of what came inline", async () => {
  const { id, source } = await givenConnection("taken");

  const { status, body } = await api.call("POST", "/connections", {
    body: { name: "taken", source: { name: source.name }, destination: { name: "left-behind", config } },
  });

  expect([status, body.data]).toEqual([409, { id, resource_type: "connection" }]);
  expect((await api.call("GET", "/destinations?name=left-behind")).body.count).toBe(0);
});

const upsertLike = (connection: Answer["body"], extra: object) =>
  api.call("PUT", "/connections", {
    body: {
      name: connection.name,
      source: { name: connection.source.name },
      destination: { name: connection.destination.name },
      ...extra,
    },
  });

test("an upsert finds a connection by its name and source, or by its ends", async () => {
  const named = await givenConnection("again");
  const unnamed = await givenConnection(null);
  expect((await upsertLike(named, { description: "new" })).body).toMatchObject({
    id: named.id,
    description: "new",
  });
  expect((await upsertLike(named, {})).body).toMatchObject({ id: named.id, description: "new" });
  expect((await upsertLike(unnamed, {})).body.id).toBe(unnamed.id);
  const moved = await upsertLike(named, { destination: { name: "elsewhere", config } });
  expect(moved.status).toBe(422);
});

test("an upsert brings a disabled connection back, with its ends", async () => {
  const { id, name, source, destination } = await givenConnection("revived");
  await api.call("PUT", `/sources/${source.id}/disable`);
  await api.call("PUT", `/destinations/${destination.id}/disable`);

  const { body } = await api.call("PUT", "/connections", {
    body: { name, source_id: source.id, destination_id: destination.id },
  });

  expect(body).toMatchObject({ id, disabled_at: null, source: { disabled_at: null } });
  expect(body.destination.disabled_at).toBeNull();
});

test.each([
  ["named", "same"],
  ["without a name", null],
])("many upserts of one connection at once, %s, make one connection", async (_title, name) => {
  const body = {
    name,
    source: { name: `crowd-source-${name}` },
    destination: { name: `crowd-destination-${name}`, config },
  };

  const answers = await Promise.all(
    Array.from({ length: 12 }, () => api.call("PUT", "/connections", { body })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map((answer) => answer.body.id)).size).toBe(1);
});

test("changes to the two ends and their connection at once never block each other", async () => {
  const { id, source, destination } = await givenConnection("busy");
  const paths = [
    `/sources/${source.id}/disable`,
    `/destinations/${destination.id}/disable`,
    `/connections/${id}/enable`,
    `/connections/${id}/pause`,
    `/connections/${id}/unpause`,
    `/connections/${id}/disable`,
  ];

  const answers = await Promise.all(
    Array.from({ length: 60 }, (_item, at) => api.call("PUT", paths[at % paths.length] ?? "")),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
});

test("an update changes name and description, and tells when the name is taken", async () => {
  const first = await givenConnection("first");
  const second = (
    await api.call("POST", "/connections", {
      body: { name: "second", source_id: first.source.id, destination_id: first.destination.id },
    })
  ).body;

  const renamed = await api.call("PUT", `/connections/${second.id}`, {
    body: { name: "third", description: "d" },
  });
  const cleared = await api.call("PUT", `/connections/${second.id}`, { body: { name: null } });
  const taken = await api.call("PUT", `/connections/${second.id}`, { body: { name: "first" } });

  expect(renamed.body).toMatchObject({ name: "third", description: "d" });
  expect(cleared.body).toMatchObject({ name: null, description: "d", full_name: first.source.name });
  expect([taken.status, taken.body.data]).toEqual([409, { id: first.id, resource_type: "connection" }]);
});

test("rules are kept in order and as given, replaced as a whole, and left alone when absent", async () => {
  const rules = [
    { type: "filter", body: { type: { $startsWith: "order." } } },
    { type: "retry", strategy: "linear", interval: 60_000, count: 3 },
    { type: "delay", delay: 1_000 },
  ];
  const kept = rules.map((rule) => (rule.type === "retry" ? { ...rule, response_status_codes: null } : rule));
  const { id } = await givenConnection();

  const updated = await api.call("PUT", `/connections/${id}`, { body: { rules } });
  const renamed = await api.call("PUT", `/connections/${id}`, { body: { description: "y" } });
  const codes = [{ type: "retry", strategy: "exponential", response_status_codes: [500, "!503"] }];
  const replaced = await api.call("PUT", `/connections/${id}`, { body: { rules: codes } });

  expect(updated.body.rules).toEqual(kept);
  expect(renamed.body.rules).toEqual(kept);
  expect(replaced.body.rules).toEqual([
    { type: "retry", strategy: "exponential", response_status_codes: ["500", "!503"] },
  ]);
});

test("waits that an earlier version has accepted are shown as they count today, and can be sent back", async () => {
  const { id } = await givenConnection();
  const rules = [
    { type: "delay", delay: 8_640_000_000_000_000 },
    { type: "retry", strategy: "linear", interval: 8_640_000_000_000_000, response_status_codes: null },
  ];
  await api.db.query("update connections set rules = $2 where id = $1", [
    internalId("connection", id),
    JSON.stringify(rules),
  ]);

  const shown = await api.call("GET", `/connections/${id}`);
  const sentBack = await api.call("PUT", `/connections/${id}`, { body: { rules: shown.body.rules } });

  expect(shown.body.rules).toMatchObject([{ delay: DELAY_MAX_MS }, { interval: RETRY_MAX_AGE_MS }]);
  expect([sentBack.status, sentBack.body.rules]).toEqual([200, shown.body.rules]);
});

test("disabling cancels what is pending; enabling brings both ends back", async () => {
  const connection = await givenConnection();
  const pending = await givenPendingEvent(connection, "QUEUED");
  const done = await givenPendingEvent(connection, "SUCCESSFUL");

  const disabled = await api.call("PUT", `/connections/${connection.id}/disable`);

  expect(disabled.body.disabled_at).not.toBeNull();
  expect(await eventRow(pending)).toMatchObject({ status: "FAILED", error_code: "CANCELLED" });
  expect(await eventRow(done)).toMatchObject({ status: "SUCCESSFUL", error_code: null });
  await api.call("PUT", `/sources/${connection.source.id}/disable`);
  const enabled = await api.call("PUT", `/connections/${connection.id}/enable`);
  expect(enabled.body).toMatchObject({ disabled_at: null, source: { disabled_at: null } });
});

test.each(["source", "destination"] as const)("disabling a %s disables its connections", async (end) => {
  const connection = await givenConnection();
  const pending = await givenPendingEvent(connection, "HOLD");

  await api.call("PUT", `/${end}s/${connection[end].id}/disable`);

  const { body } = await api.call("GET", `/connections/${connection.id}`);
  expect([body.disabled_at, body[end].disabled_at]).not.toContain(null);
  expect(await eventRow(pending)).toMatchObject({ status: "FAILED", error_code: "CANCELLED" });
});

test.each(["source", "destination"] as const)("deleting a %s deletes its connections", async (end) => {
  const connection = await givenConnection();
  const pending = await givenPendingEvent(connection, "QUEUED");

  await api.call("DELETE", `/${end}s/${connection[end].id}`);

  expect((await api.call("GET", `/connections/${connection.id}`)).status).toBe(410);
  expect((await api.call("GET", `/connections?id=${connection.id}&disabled=true`)).body.count).toBe(0);
  expect(await eventRow(pending)).toMatchObject({ status: "FAILED", error_code: "CANCELLED" });
});

test("a pause holds what is pending, and the end of it lets everything go", async () => {
  const connection = await givenConnection();
  const pending = await givenPendingEvent(connection, "QUEUED");

  const paused = await api.call("PUT", `/connections/${connection.id}/pause`);
  const held = await eventRow(pending);
  const again = await api.call("PUT", `/connections/${connection.id}/pause`);
  const unpaused = await api.call("PUT", `/connections/${connection.id}/unpause`);

  expect(paused.body.paused_at).not.toBeNull();
  expect(again.body.paused_at).toBe(paused.body.paused_at);
  expect(held).toMatchObject({ status: "HOLD" });
  expect(unpaused.body.paused_at).toBeNull();
  expect(await eventRow(pending)).toMatchObject({ status: "QUEUED", trigger: "UNPAUSE" });
});

test("a deleted connection is gone, a foreign one was never there", async () => {
  const { id } = await givenConnection();
  const actions = ["", "/disable", "/enable", "/pause", "/unpause"];

  for (const action of actions) {
    const foreign = await api.call("PUT", `/connections/${id}${action}`, { body: {}, key: api.other.key });
    expect([foreign.status, foreign.body.data]).toEqual([404, { id }]);
  }
  expect((await api.call("DELETE", `/connections/${id}`)).body).toEqual({ id });
  for (const action of actions) {
    expect((await api.call("PUT", `/connections/${id}${action}`, { body: {} })).status).toBe(410);
  }
  expect((await api.call("DELETE", `/connections/${id}`)).status).toBe(410);
});

test("connections are found by what they are called and what they connect", async () => {
  const { id, source, destination } = await givenConnection("findable-orders");
  const found = async (query: string) =>
    (await api.call("GET", `/connections?${query}`)).body.models.map((model: { id: string }) => model.id);

  expect(await found(`source_id=${source.id}`)).toEqual([id]);
  expect(await found(`destination_id[0]=${destination.id}`)).toEqual([id]);
  expect(await found("name=findable-orders")).toEqual([id]);
  expect(await found("name[contains]=ABLE-ord")).toEqual([id]);
  expect(await found(`full_name=${source.name}%20-%3E%20findable`)).toEqual([id]);
  expect(await found("paused_at[any]=true&name=findable-orders")).toEqual([]);
  expect((await api.call("GET", `/connections/count?source_id=${source.id}`)).body).toEqual({ count: 1 });
});

test("the dashboard finds connections by words of the source, the connection and the destination", async () => {
  const { body } = await api.call("POST", "/connections", {
    body: { name: "nightly", source: { name: "stripe-eu" }, destination: { name: "ledger_100", config } },
  });
  const found = async (query: string) =>
    (await api.call("GET", `//dashboard-api/connections?${query}`)).body.models.map(
      (model: { id: string }) => model.id,
    );

  for (const search of [
    "STRIPE-eu",
    "nightly",
    "ledger",
    "ledger stripe",
    "stripe-eu -> ledger_1",
    "eu→ledger",
  ])
    expect(await found(`search=${encodeURIComponent(search)}`), search).toEqual([body.id]);
  expect(await found("search=stripe%20nowhere")).toEqual([]);
  expect(await found("search=ledger%25100")).toEqual([]);
  expect(await found("search=ledger&paused_at[any]=true")).toEqual([]);
  expect((await api.call("GET", "/connections?full_name=ledger_100")).body.models).toEqual([]);
});

test("a paused connection says how many events it holds", async () => {
  const paused = await givenConnection("held");
  const active = await givenConnection("not-held");
  await api.call("PUT", `/connections/${paused.id}/pause`);
  for (const status of ["HOLD", "HOLD", "SUCCESSFUL"]) await givenPendingEvent(paused, status);
  await givenPendingEvent(active, "QUEUED");

  const { counts } = (await api.call("GET", "//dashboard-api/held-events")).body;

  expect([counts[paused.id], counts[active.id]]).toEqual([2, undefined]);
  // However many a connection holds, the read stops at its bound.
  expect(await readHeldCounts(api.db, api.team_id, 1)).toContainEqual({ id: uuidOf(paused.id), count: 1 });
});

test("the dashboard's questions: is a name used, how many events", async () => {
  const connection = await givenConnection("asked-for");
  await api.db.query(
    `insert into event_news (team_id, webhook_id, at, status, response_status, error_code, count, attempts, scheduled_retries)
     select $1, $2, at, status, 0, '', count, 0, 0
     from (values (now(), 'SUCCESSFUL', 4), (now() - interval '1 hour', 'QUEUED', 2),
       (now() - interval '25 hours', 'SUCCESSFUL', 100)) as news (at, status, count)`,
    [api.team_id, uuidOf(connection.id)],
  );
  const used = async (query: string) => (await api.call("GET", `//dashboard-api/name-is-used?${query}`)).body;

  expect(await used(`kind=source&name=${connection.source.name}`)).toEqual({ used: true });
  expect(await used("kind=source&name=free")).toEqual({ used: false });
  expect(await used(`kind=destination&name=${connection.destination.name}`)).toEqual({ used: true });
  expect(await used(`kind=connection&name=asked-for&source_id=${connection.source.id}`)).toEqual({
    used: true,
  });
  expect(await used("kind=connection&name=asked-for")).toEqual({ used: false });
  const { body } = await api.call("GET", "//dashboard-api/events-24h");
  expect(body.counts[connection.id]).toBe(6);
  expect((await api.call("GET", "//dashboard-api/events-24h", { key: api.other.key })).body).toMatchObject({
    counts: {},
    buckets: {},
  });
});

test("a filter keeps the order of its keys, and a version that knows no order changes the rules all the same", async () => {
  const rules = [{ type: "filter", body: { zeta: 1, total: { $lt: 9, $gte: 5 }, a: 2 } }];
  const text = JSON.stringify(rules[0]?.body);
  const ordered = await givenConnection("ordered");
  const bodyTexts = async () => {
    const one = await api.call("GET", `/connections/${ordered.id}`);
    const list = await api.call("GET", `/connections?id=${ordered.id}`);
    return [one.body, list.body.models[0]].map((shown) => JSON.stringify(shown.rules[0].body));
  };

  const saved = await api.call("PUT", `/connections/${ordered.id}`, { body: { rules } });

  expect(JSON.stringify(saved.body.rules[0].body)).toBe(text);
  expect(await bodyTexts()).toEqual([text, text]);
  await api.db.query("update connections set rules = $2 where id = $1", [
    uuidOf(ordered.id),
    JSON.stringify([{ type: "filter", body: { older: true } }]),
  ]);
  expect(await bodyTexts()).toEqual(['{"older":true}', '{"older":true}']);
});
