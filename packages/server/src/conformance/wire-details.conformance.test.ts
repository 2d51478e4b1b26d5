/**
 * Are the small things on the wire as the vendor's clients expect them?
 *
 * Its CLI and its Terraform provider rely on texts, keys and tolerances that no schema of an SDK checks. Each test here is
 * one such detail, over plain HTTP, in the versions that have it.
 */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { VERSIONS } from "../api/versions/versions.ts";
import { eventually, startFarEnd } from "../testing/gateway.ts";
import { type GivenProject, givenProject } from "../testing/given-project.ts";

let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
let project: GivenProject;
beforeAll(async () => {
  farEnd = await startFarEnd();
  project = await givenProject();
});
afterAll(() => farEnd.close());

const MAIN = "2025-07-01";
const VERSION_NAMES = VERSIONS.map(({ name }) => name);
const of2024 = (version: string) => version.startsWith("2024-");

// oxlint-disable-next-line typescript/no-explicit-any -- the far side of the wire has no types
type Json = any;

async function call(method: string, path: string, body?: unknown, version = MAIN): Promise<Json> {
  const response = await fetch(`${project.publicUrl}/${version}${path}`, {
    method,
    headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const reply: Json = await response.json();
  expect([method, path, response.status, reply]).toEqual([method, path, 200, reply]);
  return reply;
}

let made = 0;
/** A connection with ends of its own, to the far end unless the destination says otherwise. */
async function connected({ rules = [], config }: { rules?: object[]; config?: object } = {}): Promise<Json> {
  const name = `c${(made += 1)}`;
  return call("POST", "/connections", {
    name,
    source: { name },
    destination: { name, config: { url: farEnd.url, ...config } },
    rules,
  });
}

async function send(connection: Json, body: string, path = ""): Promise<string> {
  const response = await fetch(connection.source.url + path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body,
  });
  return ((await response.json()) as { request_id: string }).request_id; // what a source answers
}

/** The only event of a request, once it has this status. */
async function eventOf(request: string, status: string): Promise<Json> {
  const { models } = await eventually(
    () => call("GET", `/requests/${request}/events?include=data`),
    ({ models: [first] }) => first?.status === status,
  );
  return models[0];
}

describe("what a write answers", () => {
  test("a source has its secret, so that Terraform can keep the reply as its state", async () => {
    const auth = { username: "ada", password: "s1" };
    const config = { auth_type: "BASIC_AUTH", auth };

    const created = await call("POST", "/sources", { name: "secret", type: "WEBHOOK", config });
    const upserted = await call("PUT", "/sources", { name: "secret", description: "x" });
    const path = `/sources/${created.id}`;
    const updated = await call("PUT", path, { type: "WEBHOOK", config: { allowed_http_methods: ["POST"] } });

    for (const reply of [created, upserted, updated]) expect(reply.config).toMatchObject(config);
    expect((await call("GET", path)).config).not.toHaveProperty("auth");
    const open = await call("PUT", path, { type: "WEBHOOK", config: { auth: null, auth_type: null } });
    expect(open.config).toMatchObject({ auth: null, auth_type: null });
  });

  test("a source takes settings that it does not have, as Terraform may send them, and names them", async () => {
    const config = { allowed_http_methods: ["POST"], custom_response: null, colour: "red" };

    const plain = await call("POST", "/sources", { name: "plain", type: "WEBHOOK", config: {} });
    const created = await call("POST", "/sources", { name: "odd", type: "WEBHOOK", config });
    const updated = await call("PUT", `/sources/${created.id}`, { type: "WEBHOOK", config });

    for (const { warnings, ...reply } of [created, updated]) {
      expect(warnings).toEqual(["config.colour is not a setting of sources, so it was ignored"]);
      expect(Object.keys(reply)).toEqual(Object.keys(plain));
      expect(Object.keys(reply.config)).toEqual(Object.keys(plain.config));
    }
  });

  test("a trial of a transformation has the fields that the vendor's has, and no others", async () => {
    const request = { headers: {}, body: {} };

    for (const version of VERSION_NAMES) {
      const tried = await call("PUT", "/transformations/run", { code: "throw 1", request }, version);
      expect([version, Object.keys(tried).toSorted()]).toEqual([
        version,
        ["console", "execution_id", "log_level", "request", "request_id", "transformation_id"],
      ]);
    }
  });

  test("a destination has its credentials", async () => {
    const config = { url: farEnd.url, auth_type: "BEARER_TOKEN", auth: { token: "s2" } };

    const created = await call("POST", "/destinations", { name: "secret", config });
    const upserted = await call("PUT", "/destinations", { name: "secret", description: "x" });
    const path = `/destinations/${created.id}`;
    const updated = await call("PUT", path, { config: { http_method: "PUT" } });

    for (const reply of [created, upserted, updated]) expect(reply.config).toMatchObject(config);
    expect((await call("GET", path)).config.auth).toEqual({});
  });
});

describe("what a request shows", () => {
  const KEYS = [
    "id",
    "team_id",
    "source_id",
    "verified",
    "rejection_cause",
    "original_event_data_id",
    "ingested_at",
    "events_count",
    "cli_events_count",
    "ignored_count",
    "created_at",
    "updated_at",
    "data",
  ];
  const headers = expect.objectContaining({ "content-type": "application/json" });

  test.each(VERSION_NAMES)("%s: the vendor's keys, and nothing of ours", async (version) => {
    const request = await send(await connected(), '{"a":1}');

    const shown = await call("GET", `/requests/${request}`, undefined, version);

    const hasPriority = of2024(version) || version === "2025-01-01";
    expect(Object.keys(shown).toSorted()).toEqual(
      [...KEYS, ...(hasPriority ? ["ingest_priority"] : [])].toSorted(),
    );
    expect(shown.verified).toBe(false);
    expect(shown.data).toEqual({
      path: "",
      query: "",
      parsed_query: {},
      headers,
      body: { a: 1 },
      is_large_payload: false,
    });
    const { models } = await call("GET", `/requests?id=${request}`, undefined, version);
    expect(models[0]).toMatchObject({ id: request, verified: false });
    expect(models[0]).not.toHaveProperty("retried");
    expect((await call("GET", `/requests?id=${request}&verified=false`, undefined, version)).count).toBe(1);
  });

  test.each(VERSION_NAMES)("%s: a path, a query, and a scalar body as text", async (version) => {
    const request = await send(await connected(), "12.50", "/orders?a=1");
    await eventOf(request, "SUCCESSFUL");

    const shown = await call("GET", `/requests/${request}`, undefined, version);
    const { models } = await call("GET", `/requests/${request}/events?include=data`, undefined, version);

    expect(shown.data).toMatchObject({
      path: "/orders",
      query: "a=1",
      parsed_query: { a: "1" },
      body: "12.5",
    });
    expect(models[0].data).toMatchObject({ query: "a=1", body: "12.5" });
  });

  test("an event without a query has an empty one", async () => {
    const { data } = await eventOf(await send(await connected(), "[true]"), "SUCCESSFUL");

    expect(data).toMatchObject({ query: "", parsed_query: {}, body: [true] });
  });
});

describe("what an ignored event shows", () => {
  test.each(VERSION_NAMES)("%s: a duplicate is filtered, and found among the filtered", async (version) => {
    const connection = await connected({ rules: [{ type: "deduplicate", window: 3_600_000 }] });
    await eventOf(await send(connection, '{"same":1}'), "SUCCESSFUL");
    const request = await send(connection, '{"same":1}');
    const { models } = await eventually(
      () => call("GET", `/requests/${request}/ignored_events`, undefined, version),
      ({ count }) => count === 1,
    );

    expect(models[0]).toMatchObject({ cause: "FILTERED", meta: null, request_id: request });
    expect("updated_at" in models[0]).toBe(version === "2024-03-01");

    const query = { cause: "FILTERED", webhook_id: connection.id };
    const asked = encodeURIComponent(JSON.stringify(query));
    const plan = await call("GET", `/bulk/ignored-events/retry/plan?query=${asked}`, undefined, version);
    expect(plan.estimated_count).toBe(1);
    const retry = await call("POST", "/bulk/ignored-events/retry", { query }, version);
    expect(retry.query).toEqual(query);
  });
});

describe("what is taken in", () => {
  test.each(VERSION_NAMES)("%s: a plan takes its query as JSON", async (version) => {
    const connection = await connected();
    await eventOf(await send(connection, "{}"), "SUCCESSFUL");
    const planned = async (family: string, query: object) => {
      const asked = encodeURIComponent(JSON.stringify(query));
      return (await call("GET", `/bulk/${family}/plan?query=${asked}`, undefined, version)).estimated_count;
    };

    expect(await planned("events/retry", { status: ["SUCCESSFUL"], webhook_id: connection.id })).toBe(1);
    expect(await planned("events/retry", { status: "FAILED", webhook_id: [connection.id] })).toBe(0);
    expect(await planned("requests/retry", { status: "rejected", source_id: connection.source.id })).toBe(0);
  });

  test("retries and rates as large and as fine as the vendor's", async () => {
    const retry = { type: "retry", strategy: "linear", interval: 1000, response_status_codes: null };
    const rules = [{ ...retry, count: 1000.5 }];

    const connection = await connected({ rules, config: { rate_limit: 0.5, rate_limit_period: "minute" } });

    expect(connection.rules).toEqual(rules);
    const { id, config } = connection.destination;
    expect(config).toMatchObject({ rate_limit: 0.5, rate_limit_period: "minute" });
    const fast = await call("PUT", `/destinations/${id}`, { config: { rate_limit: 2_000_000 } });
    expect(fast.config.rate_limit).toBe(2_000_000);
    await eventOf(await send(connection, "{}"), "SUCCESSFUL");
  });

  test("a retry rule of 2024 without codes comes back without them", async () => {
    const retry = { type: "retry", strategy: "linear", interval: 1000, count: 2 };
    const { id } = await connected({ rules: [retry] });
    const rulesIn = async (version: string) =>
      (await call("GET", `/connections/${id}`, undefined, version)).rules;

    expect(await rulesIn("2024-03-01")).toEqual([retry]);
    expect(await rulesIn("2024-09-01")).toEqual([retry]);
    expect(await rulesIn(MAIN)).toEqual([{ ...retry, response_status_codes: null }]);
  });

  test.each(VERSION_NAMES)("%s: the path of a CLI destination gets its slash", async (version) => {
    const name = `cli-${version}`;
    const input = of2024(version) ? { cli_path: "hook" } : { type: "CLI", config: { path: "hook" } };

    const { id } = await call("PUT", "/destinations", { name, ...input }, version);

    expect((await call("GET", `/destinations/${id}`)).config.path).toBe("/hook");
  });

  test("keys that a source's config does not know are left out", async () => {
    const config = { allowed_http_methods: ["POST"], color: "red" };

    const reply = await call("PUT", "/sources", { name: "coloured", type: "WEBHOOK", config });

    expect(reply.config).toEqual({
      allowed_http_methods: ["POST"],
      custom_response: null,
      auth_type: null,
      auth: null,
    });
  });

  test.each(["response_status=", "response_status=null"])("events without an answer: %s", async (filter) => {
    const refusing = await connected({ config: { url: "http://127.0.0.1:1" } });
    const failed = await eventOf(await send(refusing, "{}"), "FAILED");
    const list = (query: string) => call("GET", `/events?webhook_id=${refusing.id}&${query}`);

    expect((await list(filter)).models.map(({ id }: Json) => id)).toEqual([failed.id]);
    expect((await list("response_status=500")).count).toBe(0);
  });

  test("a Google key that cannot be read is stored, and its deliveries say that there is no token", async () => {
    const config = { auth_type: "GCP_SERVICE_ACCOUNT", auth: { service_account_key: "{no key" } };

    const event = await eventOf(await send(await connected({ config }), "{}"), "FAILED");

    expect(event).toMatchObject({ error_code: "OAUTH2_HANDSHAKE_FAILED", response_status: null });
  });

  test("code with an exported async handler is a transformation", async () => {
    const code = `exports.handler = async (request, context) => {
      request.body = { from: context.connection.name };
      return request;
    };`;
    const rules = [{ type: "transform", transformation: { name: "exported", code } }];
    const connection = await connected({ rules });

    const { data } = await eventOf(await send(connection, "{}"), "SUCCESSFUL");

    expect(data.body).toEqual({ from: connection.name });
    const request = { headers: { "content-type": "application/json" }, body: {} };
    const tried = await call("PUT", "/transformations/run", { code, request, webhook_id: connection.id });
    expect(tried).toMatchObject({ log_level: "info", request: { body: { from: connection.name } } });
  });
});

test("a destination of 2024 that signs by a header of its own has a config, and keeps its secret", async () => {
  const auth = { key: "x-sig", signing_secret: "s3" };
  const { destination } = await connected({ config: { auth_type: "CUSTOM_SIGNATURE", auth } });
  const path = `/destinations/${destination.id}`;

  const { auth_method } = await call("GET", path, undefined, "2024-03-01");
  const written = await call("PUT", path, { auth_method }, "2024-03-01");

  expect(auth_method).toEqual({ type: "CUSTOM_SIGNATURE", config: { key: "" } });
  expect(written.auth_method).toEqual(auth_method);
  expect((await call("GET", `${path}?include=config.auth`)).config.auth).toEqual(auth);
});
