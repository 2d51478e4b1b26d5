/** Which types and credentials does a destination accept, store, show and hide? */
import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { internalId } from "@posthorn/contract/ids";
import { givenApi, givenEvent, givenRequest, type GivenApi } from "../../testing/given-api.ts";

let api: GivenApi;
beforeAll(async () => {
  api = await givenApi();
});
afterAll(() => api.stop());

const url = "https://api.example.com/hooks";
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const pem = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
const keyFile = (change: object = {}) =>
  JSON.stringify({ client_email: "robot@test", private_key: pem, private_key_id: "k1", ...change });

let number = 0;
const freshName = () => `destination-${number++}`;

const uuid = (kind: "source" | "connection", text: string) => internalId(kind, text) ?? "";
const put = (id: string, config: object) => api.call("PUT", `/destinations/${id}`, { body: { config } });

async function create(input: object) {
  return api.call("POST", "/destinations", { body: { name: freshName(), ...input } });
}
const withAuth = (auth_type: unknown, auth?: unknown) => create({ config: { url, auth_type, auth } });
async function shown(id: string) {
  return (await api.call("GET", `/destinations/${id}?include=config.auth`)).body.config;
}

const OAUTH = { auth_server: "https://id.example.com/token", client_id: "me", client_secret: "s-oauth" };
const COMPLETE: [string, Record<string, string>][] = [
  ["CUSTOM_SIGNATURE", { key: "X-Sign", signing_secret: "s-custom" }],
  ["BASIC_AUTH", { username: "ada", password: "s-basic" }],
  ["API_KEY", { key: "X-Key", api_key: "s-key" }],
  ["API_KEY", { key: "api key", api_key: "s-query", to: "query" }],
  ["BEARER_TOKEN", { token: "s-bearer" }],
  ["OAUTH2_CLIENT_CREDENTIALS", { ...OAUTH, scope: "a b", authentication_type: "bearer" }],
  ["OAUTH2_AUTHORIZATION_CODE", { ...OAUTH, refresh_token: "s-refresh" }],
  ["AWS_SIGNATURE", { access_key_id: "AKIA", secret_access_key: "s-aws", region: "eu-1", service: "sns" }],
  ["GCP_SERVICE_ACCOUNT", { service_account_key: keyFile() }],
];

test.each(COMPLETE)("%s is kept, and shown only to those who write it or ask", async (auth_type, auth) => {
  const created = await withAuth(auth_type, auth);
  const { id } = created.body;

  expect([created.status, created.body.config]).toMatchObject([200, { auth_type, auth }]);
  expect(await shown(id)).toMatchObject({ auth_type, auth });
  for (const path of [`/destinations/${id}`, `/destinations?id=${id}`]) {
    const { body } = await api.call("GET", path);
    expect((body.models?.[0] ?? body).config).toMatchObject({ auth_type, auth: {} });
  }
});

test("a viewer sees that a destination has credentials, and not which", async () => {
  const { cookie } = await api.signUp();
  const headers = { cookie, origin: "http://127.0.0.1:4400" };
  const call = (method: string, path: string, body?: unknown) =>
    api.call(method, path, { key: null, headers, ...(body !== undefined && { body }) });
  const config = { url, auth_type: "BEARER_TOKEN", auth: { token: "s-guarded" } };
  const { id } = (await call("POST", "/destinations", { name: "guarded", config })).body;

  for (const [role, status] of [
    ["viewer", 403],
    ["member", 200],
    ["admin", 200],
    ["owner", 200],
  ] as const) {
    await api.setRole(role);
    const plain = await call("GET", `/destinations/${id}`);
    const asked = await call("GET", `/destinations/${id}?include=config.auth`);
    expect([plain.status, plain.body.config.auth_type, asked.status]).toEqual([200, "BEARER_TOKEN", status]);
    expect(JSON.stringify(asked.body).includes("s-guarded")).toBe(status === 200);
    expect(JSON.stringify(plain.body)).not.toContain("s-guarded");
  }
});

test("no secret is in a list, a connection, the log, an error or the open part of the table", async () => {
  for (const [auth_type, auth] of COMPLETE) await withAuth(auth_type, auth);
  const connection = await api.call("PUT", "/connections", {
    body: {
      source: { name: "s" },
      destination: { name: "d", config: { url, auth_type: "BEARER_TOKEN", auth: { token: "s-bearer" } } },
    },
  });
  const refused = await withAuth("BASIC_AUTH", { username: "a:b", password: "s-refused" });
  const twice = await api.call("POST", "/destinations", {
    body: { name: "d", config: { url, auth_type: "BEARER_TOKEN", auth: { token: "s-taken" } } },
  });
  const { rows } = await api.db.query("select config, encode(auth, 'escape') as auth from destinations");

  expect([refused.status, twice.status]).toEqual([422, 409]);
  const everything = JSON.stringify([
    connection.body,
    refused.body,
    twice.body,
    (await api.call("GET", "/destinations?limit=250")).body,
    (await api.call("GET", "/connections")).body,
    api.logged,
    rows,
  ]);
  expect(everything).not.toMatch(
    /s-(custom|basic|key|query|bearer|oauth|refresh|aws|refused|taken)|PRIVATE KEY/,
  );
  expect(connection.body.destination.config).toMatchObject({ auth_type: "BEARER_TOKEN", auth: {} });
});

test("what an attempt sends names the credentials and hides them", async () => {
  const config = { url, auth_type: "API_KEY", auth: { key: "X-Key", api_key: "s-key" } };
  const made = await api.call("PUT", "/connections", {
    body: { source: { name: "shown" }, destination: { name: "shown", config } },
  });
  const { source, destination, id } = made.body;
  const request_id = await givenRequest(api.db, {
    team_id: api.team_id,
    source_id: uuid("source", source.id),
  });
  await givenEvent(api.db, { team_id: api.team_id, request_id, webhook_id: uuid("connection", id) });
  const data = async () =>
    (await api.call("GET", `/events?webhook_id=${id}&include=data`)).body.models[0].data;

  const inHeader = await data();
  const query = { key: "token", api_key: "s-key", to: "query" };
  await api.call("PUT", `/destinations/${destination.id}`, { body: { config: { auth: query } } });
  const inQuery = await data();

  expect(inHeader.headers["x-key"]).toBe("[redacted]");
  expect(inHeader.appended_headers).toContain("x-key");
  expect(inHeader.appended_headers).not.toContain("x-posthorn-signature");
  expect(inQuery.url).toBe(`${url}/orders?token=%5Bredacted%5D`);
  expect(JSON.stringify([inHeader, inQuery])).not.toContain("s-key");
});

describe("what is missing or wrong is told by its field", () => {
  test.each<[string, unknown, string]>([
    ["BASIC_AUTH", undefined, "config.auth is required"],
    ["BASIC_AUTH", null, "config.auth is required"],
    ["BASIC_AUTH", {}, "config.auth.username is required"],
    ["BASIC_AUTH", { username: "a", password: "b", token: "c" }, "config.auth.token is not allowed"],
    ["BASIC_AUTH", { username: "a:b", password: "c" }, "config.auth.username may not contain a colon"],
    ["BASIC_AUTH", { username: "", password: "c" }, "config.auth.username is not allowed to be empty"],
    ["CUSTOM_SIGNATURE", { key: "a b" }, "config.auth.key must be a valid HTTP header name"],
    ["CUSTOM_SIGNATURE", { key: "Host" }, "config.auth.key is a header that every request sets itself"],
    ["API_KEY", { key: "k\r\nx", api_key: "v" }, "config.auth.key must be a valid HTTP header name"],
    ["API_KEY", { key: "k", api_key: "v", to: "body" }, "config.auth.to must be one of [header, query]"],
    [
      "API_KEY",
      { key: "k", api_key: "v\nx" },
      "config.auth.api_key contains a character that HTTP headers cannot carry",
    ],
    [
      "API_KEY",
      { key: "k", api_key: "日本" },
      "config.auth.api_key contains a character that HTTP headers cannot carry",
    ],
    [
      "BEARER_TOKEN",
      { token: "a\r\nb: c" },
      "config.auth.token contains a character that HTTP headers cannot carry",
    ],
    ["OAUTH2_CLIENT_CREDENTIALS", { ...OAUTH, auth_server: "ftp://x" }, "Must be a valid HTTP url"],
    [
      "OAUTH2_CLIENT_CREDENTIALS",
      { ...OAUTH, authentication_type: "x" },
      "config.auth.authentication_type must be one of [basic, bearer, x-www-form-urlencoded]",
    ],
    ["OAUTH2_AUTHORIZATION_CODE", OAUTH, "config.auth.refresh_token is required"],
    [
      "AWS_SIGNATURE",
      { access_key_id: "a", secret_access_key: "b", region: "c" },
      "config.auth.service is required",
    ],
    [
      "GCP_SERVICE_ACCOUNT",
      { service_account_key: "" },
      "config.auth.service_account_key is not allowed to be empty",
    ],
    ["API_KEY", { key: "k", api_key: "\ud800", to: "query" }, "config.auth.api_key is not well-formed text"],
    ["HOOKDECK_SIGNATURE", { token: "x" }, "config.auth.token is not allowed"],
    [
      "MAGIC",
      {},
      "config.auth_type must be one of [HOOKDECK_SIGNATURE, CUSTOM_SIGNATURE, BASIC_AUTH, API_KEY, BEARER_TOKEN, OAUTH2_CLIENT_CREDENTIALS, OAUTH2_AUTHORIZATION_CODE, AWS_SIGNATURE, GCP_SERVICE_ACCOUNT, POSTHORN_SIGNATURE]",
    ],
  ])("%s %j", async (auth_type, auth, sentence) => {
    const { status, body } = await withAuth(auth_type, auth);

    expect([status, body.data?.[0]]).toEqual([422, sentence]);
  });

  test("inside a connection the path begins with the destination", async () => {
    const destination = { name: freshName(), config: { url, auth_type: "BASIC_AUTH", auth: {} } };

    const { body } = await api.call("POST", "/connections", { body: { source: { name: "x" }, destination } });

    expect(body.data[0]).toBe("destination.config.auth.username is required");
  });
});

test.each([
  ["no JSON", "x"],
  ["no key file", "{}"],
  ["a key that is none", keyFile({ private_key: "x" })],
  ["a token URL that is none", keyFile({ token_uri: "x" })],
])("a service account's key is stored as it is: %s", async (_what, service_account_key) => {
  const { status, body } = await withAuth("GCP_SERVICE_ACCOUNT", { service_account_key });

  expect([status, await shown(body.id)]).toMatchObject([200, { auth: { service_account_key } }]);
});

test("addresses that credentials would be sent to are checked like every other", async () => {
  const strict = await givenApi({ egressAllow: [] });
  const inward = "http://169.254.169.254/token";
  for (const [auth_type, auth] of [
    ["OAUTH2_CLIENT_CREDENTIALS", { ...OAUTH, auth_server: inward }],
    ["OAUTH2_AUTHORIZATION_CODE", { ...OAUTH, auth_server: inward, refresh_token: "r" }],
    ["GCP_SERVICE_ACCOUNT", { service_account_key: keyFile({ token_uri: inward }) }],
  ] as const) {
    const body = { name: freshName(), config: { url, auth_type, auth } };
    const refused = await strict.call("POST", "/destinations", { body });

    expect([auth_type, refused.status, refused.body.message]).toEqual([
      auth_type,
      422,
      "This address is not allowed",
    ]);
  }
  await strict.stop();
});

describe("an update", () => {
  const basic = { auth_type: "BASIC_AUTH", auth: { username: "ada", password: "s-basic" } };

  test("keeps credentials that it does not name, or writes back as they were shown", async () => {
    const { id, config } = (await create({ config: { url, ...basic } })).body;

    await put(id, { http_method: "PUT" });
    const writtenBack = await put(id, config);

    expect(writtenBack.status).toBe(200);
    expect(await shown(id)).toMatchObject({ ...basic, http_method: null });
  });

  test("replaces them as a whole", async () => {
    const { id } = (await create({ config: { url, ...basic } })).body;

    const half = await put(id, { auth: { password: "other" } });
    await put(id, { auth: { username: "bob", password: "other" } });

    expect([half.status, half.body.data]).toEqual([422, ["config.auth.username is required"]]);
    expect((await shown(id)).auth).toEqual({ username: "bob", password: "other" });
  });

  test("to another method needs its credentials", async () => {
    const { id } = (await create({ config: { url, ...basic } })).body;

    const changed = await put(id, { auth_type: "BEARER_TOKEN" });

    expect([changed.status, changed.body.data]).toEqual([422, ["config.auth is required"]]);
    expect(await shown(id)).toMatchObject(basic);
  });

  test.each([
    { auth: null, auth_type: null },
    { auth_type: "HOOKDECK_SIGNATURE" },
    { auth_type: "POSTHORN_SIGNATURE", auth: {} },
  ])("%j goes back to the default and forgets the rest", async (reset) => {
    const { id } = (await create({ config: { url, ...basic } })).body;

    await put(id, reset);

    expect(await shown(id)).toMatchObject({ auth_type: "HOOKDECK_SIGNATURE", auth: {} });
    const { rows } = await api.db.query("select auth from destinations where id = $1", [
      internalId("destination", id),
    ]);
    expect(rows).toEqual([{ auth: null }]);
  });

  test("of many fields at once loses none of them", async () => {
    const { id } = (await create({ config: { url } })).body;

    await Promise.all([
      put(id, { rate_limit: 5 }),
      put(id, { http_method: "PUT" }),
      put(id, { path_forwarding_disabled: true }),
      put(id, { rate_limit_period: "concurrent" }),
    ]);

    expect(await shown(id)).toMatchObject({
      rate_limit: 5,
      rate_limit_period: "concurrent",
      http_method: "PUT",
      path_forwarding_disabled: true,
    });
  });
});

test("a custom signature without a secret gets one, and keeps it under another header", async () => {
  const { id } = (await withAuth("CUSTOM_SIGNATURE", { key: "X-A" })).body;
  const made = (await shown(id)).auth;

  await api.call("PUT", `/destinations/${id}`, {
    body: { config: { auth: { key: "X-B", signing_secret: "" } } },
  });

  expect(Buffer.from(made.signing_secret, "base64url")).toHaveLength(32);
  expect((await shown(id)).auth).toEqual({ key: "X-B", signing_secret: made.signing_secret });
});

describe("types", () => {
  test("a CLI destination has a path and no rate, a mock API neither URL nor path", async () => {
    const cli = await create({ type: "CLI", config: { path: "/webhooks" } });
    const mock = await create({ type: "MOCK_API" });

    const rest = {
      http_method: null,
      path_forwarding_disabled: false,
      auth: {},
      auth_type: "HOOKDECK_SIGNATURE",
    };
    expect(cli.body).toMatchObject({ type: "CLI", config: { path: "/webhooks" } });
    expect(cli.body.config).toEqual({ path: "/webhooks", ...rest });
    expect(mock.body.config).toEqual({ rate_limit: null, rate_limit_period: "second", ...rest });
  });

  test.each<[object, string]>([
    [{ type: "CLI" }, "config.path is required"],
    [{ type: "CLI", config: { path: "//evil.test" } }, 'Must be a valid pathname and start with "/"'],
    [{ type: "CLI", config: { path: "/a b" } }, 'Must be a valid pathname and start with "/"'],
    [{ type: "CLI", config: { path: "/", url } }, "config.url is not allowed"],
    [{ type: "CLI", config: { path: "/", rate_limit: 3 } }, "config.rate_limit is not allowed"],
    [
      { type: "CLI", config: { path: "/", delivery_groups: { key: "path", rate: 1, rate_period: "hour" } } },
      "config.delivery_groups is not allowed",
    ],
    [{ type: "MOCK_API", config: { url } }, "config.url is not allowed"],
    [{ config: { url, path: "/" } }, "config.path is not allowed"],
    [{ type: "HTTP" }, "config.url is required"],
    [{ type: "SMTP" }, "type must be one of [HTTP, CLI, MOCK_API]"],
    [{ config: { url, rate_limit: 0 } }, "Must be greater than 0"],
    [{ config: { url, delivery_timeout: 0 } }, "config.delivery_timeout must be larger than or equal to 1"],
    [{ config: { url, delivery_timeout: 901 } }, "config.delivery_timeout must be less than or equal to 900"],
    [{ config: { url, delivery_timeout: 1.5 } }, "config.delivery_timeout must be of type integer"],
    [{ config: { url, delivery_timeout: "9" } }, "config.delivery_timeout must be of type number"],
    [{ config: { url, rate_limit: -1 } }, "Must be greater than 0"],
    [
      { config: { url, rate_limit_period: "day" } },
      "config.rate_limit_period must be one of [second, minute, hour, concurrent]",
    ],
  ])("%j: %s", async (input, sentence) => {
    const { status, body } = await create(input);

    expect([status, body.data?.[0]]).toEqual([422, sentence]);
  });

  test.each(["second", "minute", "hour", "concurrent"])(
    "a rate per %s is kept, null takes it away",
    async (period) => {
      const { id } = (await create({ config: { url, rate_limit: 1, rate_limit_period: period } })).body;
      const before = await shown(id);

      const config = { rate_limit: null, rate_limit_period: null };
      await api.call("PUT", `/destinations/${id}`, { body: { config } });

      expect(before).toMatchObject({ rate_limit: 1, rate_limit_period: period });
      expect(await shown(id)).toMatchObject({ rate_limit: null, rate_limit_period: "second" });
    },
  );

  test.each([
    ["HTTP", { url }],
    ["CLI", { path: "/" }],
    ["MOCK_API", {}],
  ])("%s: a timeout is kept until null takes it away", async (type, rest) => {
    const { id, config } = (await create({ type, config: { ...rest, delivery_timeout: 900 } })).body;
    await put(id, { http_method: "PUT" });
    const kept = await shown(id);

    await put(id, { delivery_timeout: null });

    expect([config.delivery_timeout, kept.delivery_timeout]).toEqual([900, 900]);
    expect(await shown(id)).not.toHaveProperty("delivery_timeout");
    expect((await api.call("GET", `//2026-09-01/destinations/${id}`)).body.config).toMatchObject({
      delivery_timeout: null,
    });
  });

  test("another type drops what does not fit it and keeps the rest", async () => {
    const basic = { auth_type: "BASIC_AUTH", auth: { username: "ada", password: "p" } };
    const { id } = (await create({ config: { url, rate_limit: 3, http_method: "PUT", ...basic } })).body;

    const noPath = await api.call("PUT", `/destinations/${id}`, { body: { type: "CLI" } });
    await api.call("PUT", `/destinations/${id}`, { body: { type: "CLI", config: { path: "/x" } } });
    const asCli = await shown(id);
    const back = await api.call("PUT", `/destinations/${id}`, { body: { type: "HTTP" } });

    expect(noPath.body.data).toEqual(["config.path is required"]);
    expect(asCli).toEqual({ path: "/x", http_method: "PUT", path_forwarding_disabled: false, ...basic });
    expect(back.body.data).toEqual(["config.url is required"]);
  });

  test("an upsert keeps the type that it does not name, unless it brings a URL", async () => {
    const name = freshName();
    await api.call("PUT", "/destinations", { body: { name, type: "CLI", config: { path: "/x" } } });

    const kept = await api.call("PUT", "/destinations", { body: { name, description: "d" } });
    const turned = await api.call("PUT", "/destinations", { body: { name, config: { url } } });

    expect(kept.body).toMatchObject({ type: "CLI", config: { path: "/x" } });
    expect(turned.body).toMatchObject({ type: "HTTP", description: "d", config: { url } });
  });

  test("lists can be narrowed by type", async () => {
    const { id } = (await create({ type: "MOCK_API" })).body;

    const mocks = await api.call("GET", `/destinations?type=MOCK_API&id=${id}`);
    const cli = await api.call("GET", `/destinations?type=CLI&id=${id}`);

    expect([mocks.body.count, cli.body.count]).toEqual([1, 0]);
  });
});
