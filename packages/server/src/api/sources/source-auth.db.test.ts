/** Do the secrets of sources stay secret? Over real HTTP, with a look into the database. */
import { internalId } from "@posthorn/contract/ids";
import { SOURCE_TYPES } from "@posthorn/contract/source-types";
import { afterAll, beforeAll, expect, test } from "vitest";
import { givenApi, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const SECRET = "whsec-that-nobody-sees";
const auth = { algorithm: "sha256", encoding: "hex", header_key: "X-Signature", webhook_secret_key: SECRET };
const config = { auth_type: "HMAC", auth };

const write = (method: string, path: string, body: unknown) => api.call(method, path, { body });
const withAuth = async (id: string) =>
  (await api.call("GET", `/sources/${id}?include=config.auth`)).body.config;

test("a secret is shown only to those who write it or ask for it, and lies sealed in a column of its own", async () => {
  const created = (await write("POST", "/sources", { name: "signed", config })).body;

  expect(created).toMatchObject({ type: "WEBHOOK", authenticated: true });
  expect(created.config).toEqual({
    allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"],
    custom_response: null,
    auth_type: "HMAC",
    auth,
  });
  expect((await api.call("GET", `/sources/${created.id}`)).body.config).not.toHaveProperty("auth");
  expect((await withAuth(created.id)).auth).toEqual(auth);
  const { rows } = await api.db.query<{ row: string; auth: Buffer }>(
    "select to_json(sources)::text as row, auth from sources where id = $1",
    [internalId("source", created.id)],
  );
  expect(rows[0]?.auth.length).toBeGreaterThan(0);
  expect(rows[0]?.auth.toString("latin1")).not.toContain(SECRET);
  expect(rows[0]?.row).not.toContain(SECRET);
});

test("no other answer and no log line contains it", async () => {
  const { id } = (await write("PUT", "/sources", { name: "quiet", config })).body;
  const destination = { name: "far", config: { url: "https://api.example.com" } };
  const connection = { name: "c", source: { name: "quiet", config }, destination };
  const wrong = { ...config, auth: { ...auth, algorithm: SECRET, more: SECRET } };

  const answers = [
    await write("POST", "/sources", { name: "quiet", config }),
    await write("PUT", `/sources/${id}`, { type: "WEBHOOK", config: wrong }),
    await write("PUT", `/sources/${id}`, { type: "STRIPE", config: { auth } }),
    await write("PUT", "/connections", connection),
    await api.call("GET", `/sources/${id}`),
    await api.call("GET", "/sources"),
    await api.call("GET", "/sources?include=config.auth"),
    await api.call("GET", "/connections"),
    await api.call("GET", "/connections?include=config.auth"),
    await api.call("PUT", `/sources/${id}/disable`, { body: {} }),
    await api.call("PUT", `/sources/${id}/enable`, { body: {} }),
  ];

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409, 422]));
  for (const { body } of answers) {
    expect(JSON.stringify(body)).not.toContain(SECRET);
    expect(JSON.stringify(body)).not.toContain("webhook_secret_key");
  }
  const listed = answers[7]?.body.models.find((model: { source: { id: string } }) => model.source.id === id);
  expect(listed.source).toMatchObject({ authenticated: true, config: { auth_type: "HMAC" } });
  expect(api.logged.join("\n")).not.toContain(SECRET);
});

test("authentication survives whatever does not name it, and is removed by null", async () => {
  const { id } = (await write("POST", "/sources", { name: "kept-safe", config })).body;
  const destination = { name: "far", config: { url: "https://api.example.com" } };

  const kept = [
    await write("PUT", "/sources", { name: "kept-safe" }),
    await write("PUT", "/sources", { name: "kept-safe", config: { allowed_http_methods: ["POST"] } }),
    await write("PUT", `/sources/${id}`, { description: "x" }),
    await write("PUT", `/sources/${id}`, { type: "HTTP", config: { auth_type: "HMAC" } }),
  ];
  await write("PUT", "/connections", { name: "c2", source: { name: "kept-safe" }, destination });

  for (const { body } of kept) expect(body.authenticated).toBe(true);
  expect(await withAuth(id)).toEqual({
    allowed_http_methods: ["POST"],
    custom_response: null,
    auth_type: "HMAC",
    auth,
  });
  const removed = await write("PUT", `/sources/${id}`, {
    type: "WEBHOOK",
    config: { auth: null, auth_type: null },
  });
  expect(removed.body).toMatchObject({ authenticated: false, config: { auth_type: null } });
  expect((await withAuth(id)).auth).toBeNull();
});

test("two writers at once leave one whole secret", async () => {
  const { id } = (await write("POST", "/sources", { name: "contested" })).body;
  const basic = { auth_type: "BASIC_AUTH", auth: { username: "u", password: "p" } };

  await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      write("PUT", `/sources/${id}`, { type: "WEBHOOK", config: at % 2 === 0 ? config : basic }),
    ),
  );

  const { auth_type, auth: left } = await withAuth(id);
  expect([config, basic]).toContainEqual({ auth_type, auth: left });
});

test("a viewer sees that a source is authenticated, and not how", async () => {
  const { cookie } = await api.signUp();
  const headers = { cookie, origin: "http://127.0.0.1:4400" };
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, path, { key: null, headers, ...(body !== undefined && { body }) });
  const { id } = (await call("POST", "/sources", { name: "guarded", config })).body;

  for (const [role, status] of [
    ["viewer", 403],
    ["member", 200],
    ["admin", 200],
    ["owner", 200],
  ] as const) {
    await api.setRole(role);
    const plain = await call("GET", `/sources/${id}`);
    const asked = await call("GET", `/sources/${id}?include=config.auth`);
    expect([plain.status, plain.body.authenticated, asked.status]).toEqual([200, true, status]);
    expect(JSON.stringify(asked.body).includes(SECRET)).toBe(status === 200);
  }
});

test("a managed source gets a token that nobody can guess", async () => {
  const make = async (name: string) =>
    (await write("POST", "/sources", { name, type: "MANAGED", config: {} })).body;
  const [first, second] = [await make("managed-1"), await make("managed-2")];

  expect(first).toMatchObject({ type: "MANAGED", authenticated: true, config: {} });
  const tokens = [(await withAuth(first.id)).auth.token, (await withAuth(second.id)).auth.token];
  expect(tokens[0]).toMatch(/^[\w-]{32}$/);
  expect(tokens[0]).not.toBe(tokens[1]);
  await write("PUT", "/sources", { name: "managed-1", description: "x" });
  expect(await withAuth(first.id)).toEqual({ auth: { token: tokens[0] } });
});

test("every type can be made, found by type, and shown as it is written back", async () => {
  const made = await Promise.all(
    SOURCE_TYPES.map((type) => write("POST", "/sources", { name: `type-${type}`, type })),
  );

  for (const [at, { status, body }] of made.entries()) {
    expect([status, body.type]).toEqual([200, SOURCE_TYPES[at]]);
    const again = await write("PUT", `/sources/${body.id}`, { type: body.type, config: body.config });
    expect([body.type, again.status, again.body.config]).toEqual([body.type, 200, body.config]);
  }
  const found = (await api.call("GET", "/sources?type=PROPERTY-FINDER")).body.models;
  expect(found.map(({ name }: { name: string }) => name)).toEqual(["type-PROPERTY-FINDER"]);
});

test("a custom response is kept, checked, and removed by null", async () => {
  const custom_response = { content_type: "json", body: '{"é":"\\u0000"}' };
  const { id, config: kept } = (
    await write("POST", "/sources", { name: "polite", type: "STRIPE", config: { custom_response } })
  ).body;
  expect(kept).toEqual({
    allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"],
    custom_response,
    auth: null,
  });

  const told = async (response: unknown) =>
    (await write("PUT", `/sources/${id}`, { type: "STRIPE", config: { custom_response: response } })).body
      .data;
  const field = "config.custom_response";
  expect(await told({ content_type: "json", body: "{" })).toEqual(["Invalid JSON"]);
  expect(await told({ content_type: "json", body: "" })).toEqual(["Invalid JSON"]);
  expect(await told({ content_type: "html", body: "" })).toEqual([
    `${field}.content_type must be one of [json, text, xml]`,
  ]);
  expect(await told({ content_type: "text" })).toEqual([`${field}.body is required`]);
  expect(await told({ content_type: "text", body: "x".repeat(1001) })).toEqual([
    `${field}.body length must be less than or equal to 1000 characters long`,
  ]);
  expect(await told({ content_type: "text", body: "a\u0000" })).toEqual([
    `${field}.body may not contain a null character`,
  ]);
  expect(await told({ content_type: "text", body: "\ud800" })).toEqual([
    `${field}.body must be valid Unicode`,
  ]);
  expect(await told("ok")).toEqual([`${field} must be of type object`]);

  const kept2 = (await write("PUT", "/sources", { name: "polite", type: "STRIPE" })).body.config;
  expect(kept2.custom_response).toEqual(custom_response);
  const removed = await write("PUT", `/sources/${id}`, { type: "STRIPE", config: { custom_response: null } });
  expect(removed.body.config.custom_response).toBeNull();
});
