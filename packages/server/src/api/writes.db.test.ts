/**
 * Do writes keep the rules that clients rely on?
 *
 * Each row of a table is one call and its exact result. Concurrent writers are tested beside each resource.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { givenApi, type Answer, type GivenApi } from "../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const URL_CONFIG = { url: "https://api.example.com/hooks" };
const NEW: Record<string, object> = {
  sources: {},
  destinations: { config: URL_CONFIG },
  transformations: { code: "1" },
};
let made = 0;

async function put(path: string, body: unknown): Promise<Answer["body"]> {
  const answer = await api.call("PUT", path, { body });
  expect([path, answer.status, answer.status === 200 || answer.body]).toEqual([path, 200, true]);
  return answer.body;
}

async function givenConnection(more: object = {}): Promise<Answer["body"]> {
  made += 1;
  return put("/connections", {
    name: `c-${made}`,
    source: { name: `s-${made}` },
    destination: { name: `d-${made}`, config: URL_CONFIG },
    ...more,
  });
}

describe.each(Object.entries(NEW))("%s", (kind, fields) => {
  const name = `one-of-${kind}`;

  test("are made by an upsert and found by the next one; a second creation is a conflict", async () => {
    const first = await put(`/${kind}`, { name, ...fields });
    const again = await put(`/${kind}`, { name, ...fields });
    const taken = await api.call("POST", `/${kind}`, { body: { name, ...fields } });

    expect(again).toMatchObject({ id: first.id, name });
    expect(taken.body).toEqual({
      code: "RESOURCE_ALREADY_EXISTS",
      status: 409,
      message: "Resource already exists",
      data: { id: first.id, resource_type: kind.slice(0, -1) },
    });
    expect((await api.call("GET", `/${kind}/count?name=${name}`)).body).toEqual({ count: 1 });
  });

  test("need a name, and keep every other field when they are upserted or updated without it", async () => {
    const { id } = await put(`/${kind}`, { name: `${name}-kept`, ...fields });
    const before = (await api.call("GET", `/${kind}/${id}?include=config.auth`)).body;

    const nameless = await api.call("PUT", `/${kind}`, { body: fields });
    const { updated_at: _first, ...unchanged } = await put(`/${kind}/${id}`, {});

    expect([nameless.status, nameless.body.message, nameless.body.data]).toEqual([
      422,
      "name is required",
      ["name is required"],
    ]);
    expect(before).toMatchObject(unchanged);
  });

  test("are gone once they are deleted, and free their name", async () => {
    const { id } = await put(`/${kind}`, { name: `${name}-gone`, ...fields });

    expect((await api.call("DELETE", `/${kind}/${id}`)).body).toEqual({ id });

    for (const [method, path] of [
      ["GET", id],
      ["PUT", id],
      ["DELETE", id],
    ] as const) {
      const { body } = await api.call(method, `/${kind}/${path}`, { ...(method === "PUT" && { body: {} }) });
      expect(body).toEqual({
        code: "GONE",
        status: 410,
        message: "Resource was deleted",
        data: { deleted: true },
      });
    }
    expect((await put(`/${kind}`, { name: `${name}-gone`, ...fields })).id).not.toBe(id);
  });

  test("that never were are not found", async () => {
    for (const id of ["nothing", "src_0", "run2"]) {
      expect((await api.call("GET", `/${kind}/${id}`)).body).toEqual({
        code: "NOT_FOUND",
        status: 404,
        message: "Not Found",
        data: { id },
      });
    }
  });
});

describe("what a client may send for nothing", () => {
  test("null for a description clears it, and for a config or rules leaves them", async () => {
    const rules = [{ type: "delay", delay: 1_000 }];
    const { id, source, destination } = await givenConnection({ description: "x", rules });
    await put(`/sources/${source.id}`, { description: "x" });

    expect(await put(`/sources/${source.id}`, { description: null, config: null })).toMatchObject({
      description: null,
      config: source.config,
    });
    expect(await put(`/destinations/${destination.id}`, { description: null, config: null })).toMatchObject({
      config: URL_CONFIG,
    });
    expect(await put(`/connections/${id}`, { name: null, description: null, rules: null })).toMatchObject({
      name: null,
      description: null,
      full_name: source.name,
      rules,
    });
  });

  test("null for what is given in the other way", async () => {
    const { id, name, source, destination } = await givenConnection();

    const byId = { source_id: source.id, source: null, destination_id: destination.id, destination: null };
    const inline = {
      source_id: null,
      source: { name: source.name, description: null, config: null },
      destination_id: null,
      destination: { name: destination.name, config: null },
    };

    expect((await put("/connections", { name, ...byId })).id).toBe(id);
    expect((await put("/connections", { name, ...inline })).id).toBe(id);
    const neither = await api.call("PUT", "/connections", { body: { name, source: null } });
    expect(neither.body.data).toEqual(["source is required", "destination is required"]);
  });

  test("null for the fields of other types of destinations", async () => {
    const mock = await put("/destinations", {
      name: "mock",
      type: "MOCK_API",
      config: { url: null, path: null },
    });

    expect(mock).toMatchObject({ type: "MOCK_API" });
    const bare = await api.call("PUT", "/destinations", { body: { name: "bare", config: { url: null } } });
    expect([bare.status, bare.body.data]).toEqual([422, ["config.url is required"]]);
    expect((await put("/destinations", { name: "mock", config: { url: null } })).type).toBe("MOCK_API");
  });

  test("null for both halves of an authentication removes it", async () => {
    const auth = { auth_type: "BASIC_AUTH", auth: { username: "u", password: "p" } };
    const nothing = { auth_type: null, auth: null };
    const { source, destination } = await givenConnection();
    const [sourcePath, destinationPath] = [`/sources/${source.id}`, `/destinations/${destination.id}`];

    expect(await put(sourcePath, { type: "WEBHOOK", config: auth })).toMatchObject({ authenticated: true });
    expect(await put(destinationPath, { config: auth })).toMatchObject({
      config: { auth_type: "BASIC_AUTH" },
    });
    expect(await put(sourcePath, { type: "WEBHOOK", config: nothing })).toMatchObject({
      authenticated: false,
      config: { auth_type: null, allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"] },
    });
    expect(await put(destinationPath, { config: nothing })).toMatchObject({
      config: { ...URL_CONFIG, auth_type: "HOOKDECK_SIGNATURE", auth: {} },
    });
    const shown = await api.call("GET", `${sourcePath}?include[]=config.auth`);
    expect(shown.body.config.auth).toBeNull();
  });
});

test("a config is merged field by field, so that one field can be sent alone", async () => {
  const config = { path: "/hooks", http_method: "PUT", path_forwarding_disabled: true };
  const { id } = await put("/destinations", { name: "laptop", type: "CLI", config });

  expect((await put(`/destinations/${id}`, { config: { path: "/x" } })).config).toMatchObject({
    ...config,
    path: "/x",
  });
});

describe("rules", () => {
  test("of every type come back in their order, with nothing added but the codes of a retry", async () => {
    const { id: transformation_id } = await put("/transformations", { name: "tidy", code: "1" });
    const sent = [
      { type: "deduplicate", window: 1_000, include_fields: ["body.id", "headers.x-id"] },
      { type: "filter", body: { a: { $gte: 1 } }, path: "/orders", headers: null },
      { type: "transform", transformation: { name: "tidy" } },
      { type: "delay", delay: 0 },
      { type: "retry", strategy: "linear", count: 2, interval: 1_000, response_status_codes: [500, "!503"] },
    ];

    const { id, rules } = await givenConnection({ rules: sent });

    const kept = [
      ...sent.slice(0, 2),
      { type: "transform", transformation_id },
      sent[3],
      { ...sent[4], response_status_codes: ["500", "!503"] },
    ];
    expect(rules).toEqual(kept);
    expect((await put(`/connections/${id}`, { description: "y" })).rules).toEqual(kept);
    expect(
      (await put(`/connections/${id}`, { rules: [{ type: "retry", strategy: "linear" }] })).rules,
    ).toEqual([{ type: "retry", strategy: "linear", response_status_codes: null }]);
    expect((await put(`/connections/${id}`, { rules: [] })).rules).toEqual([]);
  });
});

/** Whether a connection, its source and its destination are disabled. */
const isDisabled = (connection: Answer["body"]): boolean[] =>
  [connection, connection.source, connection.destination].map(({ disabled_at }) => disabled_at !== null);

describe("a connection", () => {
  test("is brought back by an upsert, and switched by its older names", async () => {
    const { id, name, source, destination } = await givenConnection();
    expect(isDisabled(await put(`/connections/${id}/archive`, {}))).toEqual([true, false, false]);
    expect(isDisabled(await put(`/connections/${id}/unarchive`, {}))).toEqual([false, false, false]);
    await put(`/sources/${source.id}/disable`, {});
    const upserted = await put("/connections", {
      name,
      source_id: source.id,
      destination_id: destination.id,
    });
    expect([upserted.id, ...isDisabled(upserted)]).toEqual([id, false, false, false]);
  });

  test("keeps its ends: neither an upsert nor an update moves it", async () => {
    const { id, name, source } = await givenConnection();
    const other = await givenConnection();

    const moved = await api.call("PUT", "/connections", {
      body: { name, source_id: source.id, destination_id: other.destination.id },
    });
    const updated = await api.call("PUT", `/connections/${id}`, { body: { source_id: other.source.id } });

    expect([moved.status, moved.body.data]).toEqual([
      422,
      ["destination_id cannot be changed, the connection of this name has another destination"],
    ]);
    expect([updated.status, updated.body.data]).toEqual([422, ["source_id is not allowed"]]);
    // The same name on another source is another connection.
    const elsewhere = { name, source_id: other.source.id, destination_id: other.destination.id };
    expect((await put("/connections", elsewhere)).id).not.toBe(id);
  });

  test("without a name is found by its ends, and another one beside it is made by a creation only", async () => {
    const { source, destination } = await givenConnection();
    const ends = { source_id: source.id, destination_id: destination.id };

    const first = await put("/connections", ends);
    const again = await put("/connections", { ...ends, name: null });
    const created = await api.call("POST", "/connections", { body: ends });

    expect(again.id).toBe(first.id);
    expect([created.status, created.body.id === first.id]).toEqual([200, false]);
  });
});

describe("bodies as programs write them", () => {
  test("with escapes that JSON allows", async () => {
    const escaped = String.raw`{"name":"escaped","description":"a \u003e b \u0026 c"}`;

    expect((await put("/sources", escaped)).description).toBe("a > b & c");
  });

  test("of routes whose last part is a word are not taken for ids", async () => {
    for (const path of [
      "/sources/count",
      "/destinations/count",
      "/connections/count",
      "/transformations/count",
      "/bulk/events/retry/plan",
      "/bulk/events/cancel/plan",
      "/bulk/ignored-events/retry/plan",
      "/bulk/requests/retry/plan",
    ]) {
      expect([path, (await api.call("GET", path)).status]).toEqual([path, 200]);
    }
    const code = 'addHandler("transform", (request) => request);';
    const request = { headers: { "content-type": "application/json" }, body: {} };
    expect((await put("/transformations/run", { code, request })).request).toMatchObject({ body: {} });
  });

  test.each<[string, string, unknown, string[]]>([
    ["POST", "/sources", {}, ["name is required"]],
    ["POST", "/sources", { name: "a", x: 1 }, ["x is not allowed"]],
    ["POST", "/sources", { name: "a", config: "x" }, ["config must be of type object"]],
    ["POST", "/destinations", { name: "a" }, ["config.url is required"]],
    ["POST", "/destinations", { name: "a", type: "http" }, ["type must be one of [HTTP, CLI, MOCK_API]"]],
    [
      "POST",
      "/destinations",
      { name: "a", config: { ...URL_CONFIG, auth_type: "BASIC_AUTH" } },
      ["config.auth is required"],
    ],
    [
      "POST",
      "/destinations",
      { name: "a", config: { ...URL_CONFIG, auth_type: "BASIC_AUTH", auth: { password: "x" } } },
      ["config.auth.username is required"],
    ],
    [
      "POST",
      "/destinations",
      { name: "a", config: { ...URL_CONFIG, rate_limit: 0 } },
      ["Must be greater than 0"],
    ],
    ["PUT", "/connections", { source: {}, destination: { name: "d" } }, ["source.name is required"]],
    [
      "PUT",
      "/connections",
      { source: { name: "s" }, destination: { name: "new" } },
      ["destination.config.url is required"],
    ],
    [
      "PUT",
      "/connections",
      { source: { name: "s", type: "HTTP", config: { auth_type: "HMAC" } }, destination: { name: "d" } },
      ["source.config.auth is required"],
    ],
    [
      "POST",
      "/connections",
      { source: { name: "s" }, destination: { name: "d" }, rules: [{ type: "repeat" }] },
      ["rules[0].type must be one of [retry, delay, filter, deduplicate, transform]"],
    ],
    [
      "POST",
      "/connections",
      {
        source: { name: "s" },
        destination: { name: "d" },
        rules: [{ type: "retry", strategy: "linear", response_status_codes: ["600"] }],
      },
      ["rules[0].response_status_codes[0] must be a status code, an exclusion, a comparison or a range"],
    ],
    ["POST", "/transformations", { name: "a" }, ["code is required"]],
    ["POST", "/transformations", { name: "a", code: "1", env: { A: 1 } }, ["env.A must be of type string"]],
    ["POST", "/bookmarks", {}, ["event_data_id is required", "webhook_id is required", "label is required"]],
    ["POST", "/bulk/events/retry", { query: { colour: "red" } }, ["query.colour is not allowed"]],
    ["GET", "/requests?status=ACCEPTED", undefined, ["status must be one of [accepted, rejected]"]],
    ["GET", "/events?created_at[near]=x", undefined, ["created_at.near is not allowed"]],
    ["GET", "/events?include=body", undefined, ["include must be one of [data]"]],
  ])("%s %s with %j is refused by the field's path", async (method, path, body, data) => {
    const answer = await api.call(method, path, { body });

    expect(answer.body).toEqual({
      code: "UNPROCESSABLE_ENTITY",
      status: 422,
      message: data[0]?.replace(/^(\S+) is not allowed$/, "Unknown field: $1"),
      data,
    });
  });
});
