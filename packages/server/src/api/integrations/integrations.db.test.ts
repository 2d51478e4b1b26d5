/** Integrations: their secrets, the sources that have them, and what becomes of both. */
import { internalId } from "@posthorn/contract/ids";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ApiWithGateway, givenApiWithGateway } from "../../testing/given-api-with-gateway.ts";
import type { Answer } from "../../testing/given-api.ts";

let given: ApiWithGateway;
beforeAll(async () => {
  given = await givenApiWithGateway();
});
afterAll(() => given.stop());

const call = (method: string, path: string, body?: object) => given.api.call(method, path, body && { body });
const BASIC = { username: "shop", password: "s3cret" };

async function givenIntegration(more: object = {}): Promise<Answer["body"]> {
  const body = { provider: "BASIC_AUTH", configs: BASIC, ...more };
  const { status, body: integration } = await call("POST", "/integrations", body);
  expect([status, integration]).toEqual([200, integration]);
  return integration;
}

let made = 0;
async function givenSource(more: object = {}): Promise<Answer["body"]> {
  return (await call("POST", "/sources", { name: `source-${++made}`, ...more })).body;
}

const attach = (integration: { id: string }, source: { id: string }) =>
  call("PUT", `/integrations/${integration.id}/attach/${source.id}`);
const detach = (integration: { id: string }, source: { id: string }) =>
  call("PUT", `/integrations/${integration.id}/detach/${source.id}`);
const sourceOf = async ({ id }: { id: string }) =>
  (await call("GET", `/sources/${id}?include=config.auth`)).body;
const sourcesOf = async ({ id }: { id: string }) => (await call("GET", `/integrations/${id}`)).body.sources;

test("an integration is created, found, changed and deleted, and shows its secrets only to those who ask", async () => {
  const created = await givenIntegration({ label: "Shops", features: ["HANDSHAKE", "HANDSHAKE"] });

  expect(created).toEqual({
    id: expect.stringMatching(/^int_/),
    team_id: expect.stringMatching(/^tm_/),
    label: "Shops",
    provider: "BASIC_AUTH",
    features: ["HANDSHAKE"],
    configs: BASIC,
    sources: [],
    updated_at: expect.any(String),
    created_at: expect.any(String),
  });
  const { configs: _, ...shown } = created;
  expect((await call("GET", `/integrations/${created.id}`)).body).toEqual(shown);
  expect((await call("GET", `/integrations/${created.id}?include=configs`)).body).toEqual(created);
  expect((await call("GET", "/integrations?label=Shops&provider=BASIC_AUTH")).body.models).toEqual([shown]);
  expect((await call("GET", "/integrations?label=Shops&provider=HMAC")).body.models).toEqual([]);

  const changed = await call("PUT", `/integrations/${created.id}`, { label: "Stores" });
  expect(changed.body).toMatchObject({ label: "Stores", features: ["HANDSHAKE"], configs: BASIC });

  expect((await call("DELETE", `/integrations/${created.id}`)).body).toEqual({ id: created.id });
  expect((await call("GET", `/integrations/${created.id}`)).status).toBe(404);
  expect((await call("DELETE", `/integrations/${created.id}`)).status).toBe(404);
});

test("without a label it is called like its provider, and it verifies", async () => {
  const created = await givenIntegration();

  expect(created).toMatchObject({ label: "BASIC_AUTH", features: ["VERIFICATION"] });
});

test("secrets are sealed", async () => {
  const { id } = await givenIntegration({ configs: { username: "shop", password: "findable" } });

  const { rows } = await given.api.db.query<{ text: string }>(
    "select encode(configs, 'escape') as text from integrations where id = $1",
    [internalId("integration", id)],
  );
  expect(rows[0]?.text).not.toContain("findable");
});

describe("bad input", () => {
  test.each([
    [{}, "provider is required"],
    [{ provider: "NOBODY" }, "provider must be one of"],
    [{ provider: "HMAC", configs: { algorithm: "sha256" } }, "configs.encoding is required"],
    [{ provider: "STRIPE" }, "configs.webhook_secret_key is required"],
    [{ provider: "BASIC_AUTH", configs: { ...BASIC, port: 1 } }, "configs.port is not allowed"],
    [{ provider: "MANAGED", configs: { token: "t" } }, "Verification of MANAGED requests is not available"],
    [{ provider: "WEBHOOK", configs: {} }, "Verification of WEBHOOK requests is not available"],
    [{ provider: "BASIC_AUTH", configs: BASIC, features: ["FLIGHT"] }, "features[0] must be one of"],
    [{ provider: "BASIC_AUTH", configs: BASIC, label: " " }, "label is required"],
    [{ provider: "BASIC_AUTH", configs: BASIC, color: "red" }, "color is not allowed"],
  ])("%j is refused", async (body, complaint) => {
    const { status, body: answer } = await call("POST", "/integrations", body);

    expect([status, answer.data[0]]).toEqual([422, expect.stringContaining(complaint)]);
  });

  test("another provider needs configs of its own", async () => {
    const { id } = await givenIntegration();

    const refused = await call("PUT", `/integrations/${id}`, { provider: "API_KEY" });
    expect([refused.status, refused.body.data]).toEqual([422, ["configs is required"]]);
    const wrong = await call("PUT", `/integrations/${id}`, { provider: "API_KEY", configs: BASIC });
    expect([wrong.status, wrong.body.data[0]]).toEqual([422, "configs.header_key is required"]);
  });

  test("only integrations and sources of the project can be attached", async () => {
    const [integration, source] = [await givenIntegration(), await givenSource()];
    const unknown = { id: integration.id.replace(/.$/, (last: string) => (last === "0" ? "1" : "0")) };
    const deleted = await givenSource();
    await call("DELETE", `/sources/${deleted.id}`);

    for (const act of [attach, detach]) {
      expect((await act(unknown, source)).status).toBe(404);
      expect((await act(integration, { id: "src_nobody" })).status).toBe(404);
      expect((await act(integration, deleted)).status).toBe(410);
    }
  });
});

test("an attached source lets in only senders that the integration knows, and a detached one lets in all", async () => {
  const integration = await givenIntegration();
  const { connection, url } = await given.connect();
  const send = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`shop:${password}`).toString("base64")}`;
    return (await fetch(url, { method: "POST", headers: { authorization } })).status;
  };
  const known = () => given.reload(connection.source.id);

  expect(await attach(integration, connection.source)).toMatchObject({
    status: 200,
    body: { success: true },
  });
  await known();
  expect([await send("s3cret"), await send("wrong")]).toEqual([200, 401]);

  await call("PUT", `/integrations/${integration.id}`, { configs: { ...BASIC, password: "n3w" } });
  await known();
  expect([await send("n3w"), await send("s3cret")]).toEqual([200, 401]);

  expect(await detach(integration, connection.source)).toMatchObject({ status: 200, body: {} });
  await known();
  expect(await send("wrong")).toBe(200);
});

/** How a new source of this type checks its senders once it has the integration. */
async function attached(integration: { id: string }, type: string) {
  const source = await givenSource({ type });
  expect((await attach(integration, source)).status).toBe(200);
  const { type: now, authenticated, config } = await sourceOf(source);
  return [now, authenticated, config.auth_type, config.auth];
}

test("a source keeps its type where that can use the method, and becomes a WEBHOOK where it cannot", async () => {
  const [basic, stripe] = [
    await givenIntegration(),
    await givenIntegration({ provider: "STRIPE", configs: { webhook_secret_key: "whsec_1" } }),
  ];
  const webhook_secret_key = "whsec_1";

  expect(await attached(basic, "HTTP")).toEqual(["HTTP", true, "BASIC_AUTH", BASIC]);
  expect(await attached(basic, "GITHUB")).toEqual(["WEBHOOK", true, "BASIC_AUTH", BASIC]);
  expect(await attached(stripe, "STRIPE")).toEqual(["STRIPE", true, undefined, { webhook_secret_key }]);
  expect(await attached(stripe, "WEBHOOK")).toEqual(["WEBHOOK", true, "STRIPE", { webhook_secret_key }]);
});

test("the integration replaces any other authentication, and is replaced by it", async () => {
  const integration = await givenIntegration();
  const other = await givenIntegration({ provider: "API_KEY", configs: { header_key: "k", api_key: "v" } });
  const own = { auth_type: "BASIC_AUTH", auth: { username: "own", password: "own" } };
  const source = await givenSource({ type: "WEBHOOK", config: own });

  await attach(integration, source);
  await attach(other, source);
  expect([await sourcesOf(integration), await sourcesOf(other)]).toEqual([[], [source.id]]);

  await call("PUT", `/sources/${source.id}`, { type: "WEBHOOK", config: own });
  expect(await sourcesOf(other)).toEqual([]);

  // It is not this integration's any more.
  expect((await detach(other, source)).status).toBe(200);
  expect((await sourceOf(source)).config.auth).toEqual(own.auth);
});

test("an edit that says nothing of authentication leaves the integration in place", async () => {
  const [integration, source] = [await givenIntegration(), await givenSource()];
  await attach(integration, source);

  await call("PUT", `/sources/${source.id}`, { description: "Orders" });

  expect(await sourcesOf(integration)).toEqual([source.id]);
});

test("a deleted integration lets in no stranger: its sources keep the authentication as their own", async () => {
  const integration = await givenIntegration();
  const { connection, url } = await given.connect();
  await attach(integration, connection.source);

  expect((await call("DELETE", `/integrations/${integration.id}`)).body).toEqual({ id: integration.id });

  const source = await sourceOf(connection.source);
  expect(source).toMatchObject({ authenticated: true, config: { auth_type: "BASIC_AUTH", auth: BASIC } });
  await given.reload(connection.source.id);
  expect((await fetch(url, { method: "POST" })).status).toBe(401);
});

test("a deleted source is no longer listed", async () => {
  const [integration, source] = [await givenIntegration(), await givenSource()];
  await attach(integration, source);

  await call("DELETE", `/sources/${source.id}`);

  expect(await sourcesOf(integration)).toEqual([]);
  expect((await call("DELETE", `/integrations/${integration.id}`)).status).toBe(200);
});

test("whatever happens at the same time, a source has the secrets of the integration that it shows", async () => {
  const [first, second] = [
    await givenIntegration({ configs: { username: "first", password: "p" } }),
    await givenIntegration({ configs: { username: "second", password: "p" } }),
  ];
  const source = await givenSource();

  for (let round = 0; round < 5; round++) {
    await Promise.all([
      attach(first, source),
      attach(second, source),
      call("PUT", `/integrations/${first.id}`, { configs: { username: "first", password: `${round}` } }),
      detach(second, source),
    ]);
    const { username } = (await sourceOf(source)).config.auth ?? {};
    const shown = { first: await sourcesOf(first), second: await sourcesOf(second) };
    expect(shown).toEqual({
      first: username === "first" ? [source.id] : [],
      second: username === "second" ? [source.id] : [],
    });
  }
});

test("a person who may only look does not see secrets", async () => {
  const { cookie } = await given.api.signUp();
  const headers = { cookie, origin: "http://127.0.0.1:4400" };
  const asPerson = (method: string, path: string, body?: object) =>
    given.api.call(method, path, { key: null, headers, ...(body && { body }) });
  const input = { provider: "BASIC_AUTH", configs: BASIC };
  const { id } = (await asPerson("POST", "/integrations", input)).body;

  await given.api.setRole("viewer");
  const plain = await asPerson("GET", `/integrations/${id}`);
  expect([plain.status, plain.body.configs]).toEqual([200, undefined]);
  expect((await asPerson("GET", `/integrations/${id}?include=configs`)).status).toBe(403);
  await given.api.setRole("member");
  expect((await asPerson("GET", `/integrations/${id}?include=configs`)).body.configs).toEqual(BASIC);
});

test("older versions call the secret of Vercel's log drains by its older name", async () => {
  const configs = { webhook_secret_key: "w", vercel_log_drains_secret: "s" };
  const { status, body } = await call("POST", "//2024-09-01/integrations", {
    provider: "VERCEL_LOG_DRAINS",
    configs,
  });

  expect([status, body.configs]).toEqual([200, configs]);
  expect((await call("GET", `/integrations/${body.id}?include=configs`)).body.configs).toEqual({
    webhook_secret_key: "w",
    log_drains_secret: "s",
  });
  const old = await call("PUT", `//2024-03-01/integrations/${body.id}`, {
    provider: "VERCEL_LOG_DRAINS",
    configs,
  });
  expect(old.body.configs).toEqual(configs);
});

test("the oldest version takes what Shopify's configs once had", async () => {
  const configs = { webhook_secret_key: "s", shop: "shop", api_key: "k", rate_limit: 5 };
  const { status, body } = await call("POST", "//2024-03-01/integrations", { provider: "SHOPIFY", configs });

  expect([status, body.configs]).toEqual([200, { webhook_secret_key: "s" }]);
  expect((await call("POST", "/integrations", { provider: "SHOPIFY", configs })).status).toBe(422);
});
