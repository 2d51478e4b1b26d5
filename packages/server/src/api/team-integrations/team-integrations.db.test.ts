import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type GivenApi, givenApi } from "../../testing/given-api.ts";

const PATH = "//dashboard-api/team-integrations";
let problem: string | null = null;
let api: GivenApi;
beforeAll(async () => {
  api = await givenApi({
    metricsPush: { verify: async () => problem },
    notifier: { hasMailServer: true, verify: async () => problem, sendTest: async () => problem },
  });
});
afterAll(() => api.stop());
beforeEach(async () => {
  problem = null;
  await api.db.query("delete from team_integrations");
});

const connect = (body: unknown, key = api.key) => api.call("POST", PATH, { body, key });
const scrape = (token: string) =>
  fetch(`${api.url}/metrics`, { headers: { authorization: `Bearer ${token}` } });

const DATADOG = { provider: "datadog", configs: { site: "datadoghq.eu", api_key: "dd-secret" } };
const OTEL = {
  provider: "opentelemetry",
  configs: { url: "https://otel.example.com/otlp", headers: { "x-api-key": "otel-secret" } },
};

test("a project's token opens its own counters and nothing else, until it is disconnected", async () => {
  await api.call("POST", "/sources", { body: { name: "ours" } });
  await api.call("POST", "/sources", { body: { name: "theirs" }, key: api.other.key });
  for (const { team_id } of [api, api.other])
    await api.db.query(
      `insert into requests (team_id, id, source_id, accepted_by)
       select $1, id, id, 0 from sources where team_id = $1`,
      [team_id],
    );
  const { body: created } = await connect({ provider: "prometheus" });

  const text = await (await scrape(created.token)).text();
  expect(text).toMatch(/^posthorn_project_requests_total\{source_id="src_\w+",source="ours"\} 1$/m);
  expect(text).not.toContain("theirs");
  expect(text).not.toContain("posthorn_ingest");

  const { body: listed } = await api.call("GET", PATH);
  expect(listed.has_mail_server).toBe(true);
  expect(listed.models).toEqual([
    {
      id: created.id,
      provider: "prometheus",
      features: ["metrics"],
      configs: {},
      succeeded_at: null,
      error: null,
      next_push_at: null,
      created_at: expect.any(String),
    },
  ]);
  await api.call("DELETE", `${PATH}/${created.id}`);
  expect((await scrape(created.token)).status).toBe(401);
});

/** Each channel with its secrets, and what a reply shows of them. */
const CHANNELS = [
  [{ provider: "slack", configs: { token: "xoxb-secret" } }, {}],
  [
    { provider: "slack", configs: { webhook_url: "https://hooks.slack.com/services/secret" } },
    { host: "hooks.slack.com" },
  ],
  [
    { provider: "microsoft_teams", configs: { webhook_url: "https://flow.example.com/x?sig=secret" } },
    { host: "flow.example.com" },
  ],
  [
    { provider: "discord", configs: { webhook_url: "https://discord.com/api/webhooks/1/secret" } },
    { host: "discord.com" },
  ],
  [{ provider: "pagerduty", configs: { routing_key: "secret" } }, {}],
  [{ provider: "opsgenie", configs: { region: "eu", api_key: "secret" } }, { region: "eu" }],
] as const;

test.each(CHANNELS)("a channel is connected and shown without its secrets: %j", async (input, shown) => {
  const { status, body } = await connect(input);
  const listed = await api.call("GET", PATH);
  const { rows } = await api.db.query<{ configs: Buffer }>("select configs from team_integrations");

  expect(status).toBe(200);
  expect(body).toMatchObject({
    provider: input.provider,
    features: ["notification"],
    configs: shown,
    next_push_at: null,
    token: null,
  });
  expect(body.configs).toEqual(shown);
  expect(JSON.stringify([body, listed.body])).not.toContain("secret");
  expect(rows[0]?.configs.includes("secret")).toBe(false);
  expect(api.logged.join("\n")).not.toContain("secret");
});

test("a channel that fails its first contact is not stored", async () => {
  problem = "Slack does not accept the token.";

  const { status, body } = await connect(CHANNELS[0][0]);

  expect([status, body.code, body.message]).toEqual([
    400,
    "BAD_REQUEST",
    "Verification failed. Slack does not accept the token.",
  ]);
  expect((await api.call("GET", PATH)).body.models).toEqual([]);
});

test("what a provider needs goes in and never comes out", async () => {
  const datadog = await connect(DATADOG);
  const otel = await connect(OTEL);
  const listed = await api.call("GET", PATH);
  const { rows } = await api.db.query<{ configs: Buffer }>("select configs from team_integrations");

  expect(datadog.body).toMatchObject({ configs: { site: "datadoghq.eu" }, token: null });
  expect(otel.body.configs).toEqual({ url: "https://otel.example.com/otlp", header_names: ["x-api-key"] });
  expect(listed.body.models).toHaveLength(2);
  expect(JSON.stringify([datadog.body, otel.body, listed.body])).not.toContain("secret");
  for (const { configs } of rows) expect(configs.includes("secret")).toBe(false);
  expect(api.logged.join("\n")).not.toContain("secret");
});

test("nothing is stored until the provider has answered well", async () => {
  problem = "The provider refused the credentials (403).";

  const { status, body } = await connect(DATADOG);

  expect(status).toBe(400);
  expect(body).toMatchObject({
    code: "BAD_REQUEST",
    message: "Verification failed. The provider refused the credentials (403).",
  });
  expect((await api.call("GET", PATH)).body.models).toEqual([]);
});

test("a project has one integration of each provider", async () => {
  await connect(DATADOG);

  expect((await connect(DATADOG)).status).toBe(409);
  expect((await connect(DATADOG, api.other.key)).status).toBe(200);
});

test.each([
  [{ provider: "grafana", configs: {} }],
  [{ provider: "slack", configs: {} }],
  [{ provider: "slack", configs: { token: "x", webhook_url: "https://a.test" } }],
  [{ provider: "slack", configs: { token: "two\nlines" } }],
  [{ provider: "discord", configs: { webhook_url: "ftp://a.test" } }],
  [{ provider: "opsgenie", configs: { region: "mars", api_key: "x" } }],
  [{ provider: "email", configs: {} }],
  [{ provider: "datadog", configs: { site: "evil.example.com", api_key: "x" } }],
  [{ provider: "datadog", configs: { site: "datadoghq.eu", api_key: "two\nlines" } }],
  [{ provider: "opentelemetry", configs: { url: "ftp://otel.example.com" } }],
  [{ provider: "opentelemetry", configs: { url: "https://a.test", headers: { Host: "b.test" } } }],
  [{ provider: "opentelemetry", configs: { url: "https://a.test", headers: { "x y": "z" } } }],
])("%j is refused", async (body) => {
  expect((await connect(body)).status).toBe(422);
});

test("another project can neither see nor end it", async () => {
  const { body } = await connect(DATADOG);

  expect((await api.call("GET", PATH, { key: api.other.key })).body.models).toEqual([]);
  expect((await api.call("DELETE", `${PATH}/${body.id}`, { key: api.other.key })).status).toBe(404);
});
