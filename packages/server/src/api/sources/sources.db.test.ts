import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { INGEST_URL } from "../../testing/given-access.ts";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

test("a new source has its URL, its default methods and every documented field", async () => {
  const { status, body } = await api.call("POST", "/sources", {
    body: { name: "shop", description: "orders" },
  });

  expect(status).toBe(200);
  expect(body).toEqual({
    id: expect.stringMatching(/^src_[0-9a-z]{25}$/),
    team_id: expect.stringMatching(/^tm_/),
    name: "shop",
    description: "orders",
    url: `${INGEST_URL}/e/${String(body.id).slice(4)}`,
    type: "WEBHOOK",
    authenticated: false,
    config: {
      allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"],
      custom_response: null,
      auth_type: null,
      auth: null,
    },
    disabled_at: null,
    updated_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
  });
  expect(body.updated_at).toBe(body.created_at);
  expect((await api.call("GET", `/sources/${body.id}?include=config.auth`)).body).toEqual(body);
});

test("a name can be taken only once, and the answer says by whom", async () => {
  const { id } = (await api.call("POST", "/sources", { body: { name: "taken" } })).body;

  const { status, body } = await api.call("POST", "/sources", { body: { name: "taken" } });

  expect(status).toBe(409);
  expect(body).toEqual({
    code: "RESOURCE_ALREADY_EXISTS",
    status: 409,
    message: "Resource already exists",
    data: { id, resource_type: "source" },
  });
  const renamed = (await api.call("POST", "/sources", { body: { name: "free" } })).body;
  const rename = await api.call("PUT", `/sources/${renamed.id}`, { body: { name: "taken" } });
  expect([rename.status, rename.body.data]).toEqual([409, { id, resource_type: "source" }]);
});

test("an upsert keeps what it does not mention", async () => {
  const config = { allowed_http_methods: ["GET", "GET", "POST"] };
  const created = (await api.call("PUT", "/sources", { body: { name: "kept", description: "x", config } }))
    .body;

  const again = (await api.call("PUT", "/sources", { body: { name: "kept" } })).body;

  expect(again).toMatchObject({ id: created.id, description: "x" });
  expect(again.config.allowed_http_methods).toEqual(["GET", "POST"]);
});

test("many upserts of one name at once make one source", async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => api.call("PUT", "/sources", { body: { name: "crowded" } })),
  );

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
});

test("an update changes what it mentions and nothing else", async () => {
  const { id } = (await api.call("POST", "/sources", { body: { name: "update-me", description: "a" } })).body;

  const cleared = await api.call("PUT", `/sources/${id}`, { body: { description: null } });
  const methods = await api.call("PUT", `/sources/${id}`, {
    body: { type: "WEBHOOK", config: { allowed_http_methods: ["GET"] } },
  });
  const refused = await api.call("PUT", `/sources/${id}`, { body: { config: {} } });

  expect(cleared.body).toMatchObject({ name: "update-me", description: null });
  expect(methods.body).toMatchObject({ name: "update-me", config: { allowed_http_methods: ["GET"] } });
  expect([refused.status, refused.body.data]).toEqual([422, ["config is not allowed"]]);
});

test("disabled sources are listed only when they are asked for", async () => {
  const { id } = (await api.call("POST", "/sources", { body: { name: "off" } })).body;

  const disabled = await api.call("PUT", `/sources/${id}/disable`);
  const listed = (query: string) => api.call("GET", `/sources?id=${id}${query}`);

  expect(disabled.body.disabled_at).not.toBeNull();
  expect((await listed("")).body.count).toBe(0);
  expect((await listed("&disabled=true")).body.count).toBe(1);
  expect((await listed("&disabled_at[any]=true")).body.count).toBe(1);
  expect((await api.call("GET", `/sources/count?id=${id}`)).body).toEqual({ count: 0 });
  expect((await api.call("PUT", `/sources/${id}/enable`)).body.disabled_at).toBeNull();
  expect((await api.call("PUT", `/sources/${id}/archive`)).body.disabled_at).not.toBeNull();
  expect((await api.call("PUT", `/sources/${id}/unarchive`)).body.disabled_at).toBeNull();
});

test("a deleted source is gone, its name is free", async () => {
  const { id } = (await api.call("POST", "/sources", { body: { name: "short-lived" } })).body;

  const deleted = await api.call("DELETE", `/sources/${id}`);

  expect([deleted.status, deleted.body]).toEqual([200, { id }]);
  for (const [method, path] of [
    ["GET", ""],
    ["PUT", ""],
    ["DELETE", ""],
    ["PUT", "/disable"],
    ["PUT", "/enable"],
  ] as const) {
    const { status, body } = await api.call(method, `/sources/${id}${path}`, {
      ...(method === "PUT" && { body: {} }),
    });
    expect([status, body.code, body.data]).toEqual([410, "GONE", { deleted: true }]);
  }
  expect((await api.call("POST", "/sources", { body: { name: "short-lived" } })).status).toBe(200);
});

test("ids that are unknown, foreign or of another kind look the same", async () => {
  const foreign = (await api.call("POST", "/sources", { body: { name: "foreign" }, key: api.other.key })).body
    .id;
  const unknown = `src_${"0".repeat(25)}`;

  for (const id of [foreign, unknown, "des_1", "null", "%00", "x".repeat(300)]) {
    for (const [method, path] of [
      ["GET", ""],
      ["PUT", ""],
      ["DELETE", ""],
      ["PUT", "/disable"],
      ["PUT", "/enable"],
    ] as const) {
      const { status, body } = await api.call(method, `/sources/${id}${path}`, {
        ...(method === "PUT" && { body: {} }),
      });
      expect([status, body.code]).toEqual([404, "NOT_FOUND"]);
      expect(body.data).toEqual({ id: decodeURIComponent(id) });
    }
  }
  expect((await api.call("GET", `/sources?id=${foreign}`)).body.count).toBe(0);
  expect(internalId("source", foreign)).not.toBeNull();
});

const ignored = (path: string) =>
  ["colour", "nested"].map((name) => `${path}.${name} is not a setting of sources, so it was ignored`);

describe("a setting that no source has", () => {
  const config = { allowed_http_methods: ["POST"], colour: "red", nested: { depth: 1 } };

  test("is ignored, and the reply to every write names it", async () => {
    const body = { name: "warned", type: "WEBHOOK", config };
    const created = await api.call("POST", "/sources", { body });
    const upserted = await api.call("PUT", "/sources", { body });
    const updated = await api.call("PUT", `/sources/${created.body.id}`, { body });

    for (const { status, body: reply } of [created, upserted, updated]) {
      expect([status, reply.warnings]).toEqual([200, ignored("config")]);
      expect(reply.config).toEqual({
        allowed_http_methods: ["POST"],
        custom_response: null,
        auth_type: null,
        auth: null,
      });
    }
  });

  test("is named with its path if the source comes with its connection", async () => {
    const body = { source: { name: "inline", config }, destination: { name: "d", type: "MOCK_API" } };

    for (const method of ["POST", "PUT"]) {
      const { status, body: reply } = await api.call(method, "/connections", {
        body: { ...body, name: method },
      });
      expect([status, reply.warnings]).toEqual([200, ignored("source.config")]);
    }
  });

  test("is logged by its name, without its value", async () => {
    const { body } = await api.call("POST", "/sources", {
      body: { name: "logged", config: { hue: "scarlet" } },
    });

    const line = api.logged.find((logged) => logged.includes("config.hue")) ?? "{}";
    expect(JSON.parse(line)).toMatchObject({
      level: "warn",
      event: "source.settings_ignored",
      team_id: api.team_id,
      names: ["config.hue"],
    });
    expect(body.warnings).toHaveLength(1);
    expect(api.logged.join()).not.toContain("scarlet");
  });

  test("is the only reason for a warning", async () => {
    const { body } = await api.call("POST", "/sources", {
      body: { name: "plain", type: "WEBHOOK", config: { allowed_http_methods: ["PUT"], auth: null } },
    });

    expect(body).not.toHaveProperty("warnings");
    expect((await api.call("GET", `/sources/${body.id}`)).body).not.toHaveProperty("warnings");
  });
});

test("a redaction list stays until a caller who knows it ends it, and its mistakes are said in words", async () => {
  const redaction = ["body.email", 'headers["X-Token"]', "body.email"];
  const body = { name: "redacting", type: "WEBHOOK", config: { redaction } };
  const { id, config } = (await api.call("POST", "/sources", { body })).body;
  expect(config.redaction).toEqual(redaction.slice(0, 2));
  const update = async (change: object, path = `/sources/${id}`) =>
    (await api.call("PUT", path, { body: { type: "WEBHOOK", config: change } })).body;

  expect((await update({ allowed_http_methods: ["POST"] })).config.redaction).toHaveLength(2);
  expect((await update({ redaction: [] }, `//2025-01-01/sources/${id}`)).config).not.toHaveProperty(
    "redaction",
  );
  expect((await api.call("GET", `/sources/${id}`)).body.config.redaction).toHaveLength(2);
  expect((await update({ redaction: ["email", "headers.host"] })).data).toEqual([
    "config.redaction[0] must begin with body, headers or query, such as body.customer.email",
  ]);
  expect((await update({ redaction: null })).config).not.toHaveProperty("redaction");
});
