/** `hookdeck gateway connection …`: every command, with every flag, and what the flags become on the wire. */
import { generateKeyPairSync } from "node:crypto";
import { expect } from "vitest";
import type { ApiCall } from "../testing/api-call.ts";
import { type Command, type Flags, type Scene, flagsOf, testCommands } from "../testing/hookdeck-commands.ts";

const URL = "http://127.0.0.1:9/orders";
const NEVER_MADE = "web_034xuIRvzVwdzSCfGq6ZsV";
const CODE = 'addHandler("transform", (request) => request);';
const RETRY = { type: "retry", strategy: "linear", count: 3, interval: 60_000, response_status_codes: null };
const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const SERVICE_ACCOUNT = JSON.stringify({
  type: "service_account",
  client_email: "posthorn@example.test",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }),
  token_uri: "http://127.0.0.1:9/token",
});
const FILTER = { type: "filter", body: { kind: "order" } };

type BroughtSource = [flags: Flags, type: string, config: object];
type BroughtDestination = [flags: Flags, config: object];
type BroughtRules = [flags: Flags, rules: object[]];

/** Flags of the source (after `--source-`), and the resulting source. */
const SOURCES: BroughtSource[] = [
  [{ type: "WEBHOOK" }, "WEBHOOK", { allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"] }],
  [
    { type: "HTTP", "hmac-secret": "s3", "hmac-algo": "SHA256" },
    "HTTP",
    {
      auth_type: "HMAC",
      auth: {
        algorithm: "sha256",
        encoding: "hex",
        header_key: "x-webhook-signature",
        webhook_secret_key: "s3",
      },
    },
  ],
  [{ type: "WEBHOOK", "api-key": "k1" }, "WEBHOOK", { auth_type: "API_KEY", auth: { api_key: "k1" } }],
  [
    { type: "HTTP", "api-key": "k1" },
    "HTTP",
    { auth_type: "API_KEY", auth: { header_key: "x-api-key", api_key: "k1" } },
  ],
  [
    { type: "HTTP", "basic-auth-user": "ada", "basic-auth-pass": "secret" },
    "HTTP",
    { auth_type: "BASIC_AUTH", auth: { username: "ada", password: "secret" } },
  ],
  [
    {
      type: "HTTP",
      "allowed-http-methods": "POST,GET",
      "custom-response-content-type": "text",
      "custom-response-body": "thanks",
    },
    "HTTP",
    { allowed_http_methods: ["POST", "GET"], custom_response: { content_type: "text", body: "thanks" } },
  ],
  [{ type: "HTTP", config: '{"allowed_http_methods":["PUT"]}' }, "HTTP", { allowed_http_methods: ["PUT"] }],
];

/** Flags of the destination (after `--destination-`), and its config in the canonical version of the API. */
const DESTINATIONS: BroughtDestination[] = [
  [
    {
      "rate-limit": "5",
      "rate-limit-period": "minute",
      "http-method": "PUT",
      "path-forwarding-disabled": "true",
    },
    {
      url: URL,
      rate_limit: 5,
      rate_limit_period: "minute",
      http_method: "PUT",
      path_forwarding_disabled: true,
    },
  ],
  [{ "auth-method": "hookdeck" }, { auth_type: "HOOKDECK_SIGNATURE" }],
  [
    { "auth-method": "bearer", "bearer-token": "t1" },
    { auth_type: "BEARER_TOKEN", auth: { token: "t1" } },
  ],
  [
    { "auth-method": "basic", "basic-auth-user": "ada", "basic-auth-pass": "secret" },
    { auth_type: "BASIC_AUTH", auth: { username: "ada", password: "secret" } },
  ],
  [
    { "auth-method": "api_key", "api-key": "k1", "api-key-header": "x-key", "api-key-to": "query" },
    { auth_type: "API_KEY", auth: { key: "x-key", api_key: "k1", to: "query" } },
  ],
  [
    { "auth-method": "custom_signature", "custom-signature-key": "x-sig", "custom-signature-secret": "s1" },
    { auth_type: "CUSTOM_SIGNATURE", auth: { key: "x-sig", signing_secret: "s1" } },
  ],
  [
    {
      "auth-method": "oauth2_client_credentials",
      "oauth2-auth-server": URL,
      "oauth2-client-id": "c1",
      "oauth2-client-secret": "s1",
      "oauth2-scopes": "read,write",
      "oauth2-auth-type": "bearer",
    },
    {
      auth_type: "OAUTH2_CLIENT_CREDENTIALS",
      auth: {
        auth_server: URL,
        client_id: "c1",
        client_secret: "s1",
        scope: "read,write",
        authentication_type: "bearer",
      },
    },
  ],
  [
    {
      "auth-method": "oauth2_authorization_code",
      "oauth2-auth-server": URL,
      "oauth2-client-id": "c1",
      "oauth2-client-secret": "s1",
      "oauth2-refresh-token": "r1",
    },
    {
      auth_type: "OAUTH2_AUTHORIZATION_CODE",
      auth: { auth_server: URL, client_id: "c1", client_secret: "s1", refresh_token: "r1" },
    },
  ],
  [
    {
      "auth-method": "aws",
      "aws-access-key-id": "AKIA",
      "aws-secret-access-key": "s1",
      "aws-region": "eu-central-1",
      "aws-service": "lambda",
    },
    {
      auth_type: "AWS_SIGNATURE",
      auth: { access_key_id: "AKIA", secret_access_key: "s1", region: "eu-central-1", service: "lambda" },
    },
  ],
  [
    {
      "auth-method": "gcp",
      "gcp-scope": "https://example.test/scope",
      "gcp-service-account-key": SERVICE_ACCOUNT,
    },
    {
      auth_type: "GCP_SERVICE_ACCOUNT",
      auth: { service_account_key: SERVICE_ACCOUNT, scope: "https://example.test/scope" },
    },
  ],
];

/** Flags of rules, and the resulting rules, in the client's own order. */
const RULES: BroughtRules[] = [
  [
    {
      "rule-retry-strategy": "exponential",
      "rule-retry-count": "3",
      "rule-retry-interval": "60000",
      "rule-retry-response-status-codes": "500,502",
      "rule-delay": "1000",
      "rule-filter-body": '{"kind":"order"}',
      "rule-filter-headers": '{"x-shop":"1"}',
      "rule-filter-query": '{"page":"1"}',
      "rule-filter-path": "/orders",
      "rule-transform-name": "known",
      "rule-deduplicate-window": "60000",
      "rule-deduplicate-include-fields": "body.id,headers.x-shop",
    },
    [
      { type: "deduplicate", window: 60_000, include_fields: ["body.id", "headers.x-shop"] },
      { type: "transform", transformation_id: expect.stringMatching(/^trs_/) },
      {
        type: "filter",
        body: { kind: "order" },
        headers: { "x-shop": "1" },
        query: { page: "1" },
        path: "/orders",
      },
      { type: "delay", delay: 1000 },
      { ...RETRY, strategy: "exponential", response_status_codes: ["500", "502"] },
    ],
  ],
  [
    { "rule-transform-name": "inline", "rule-transform-code": CODE, "rule-transform-env": '{"REGION":"eu"}' },
    [{ type: "transform", transformation_id: expect.stringMatching(/^trs_/) }],
  ],
  [
    { "rule-deduplicate-window": "1000", "rule-deduplicate-exclude-fields": "body.at" },
    [{ type: "deduplicate", window: 1000, exclude_fields: ["body.at"] }],
  ],
  [{ rules: JSON.stringify([FILTER, RETRY]) }, [FILTER, RETRY]],
];

/** What a connection brings when all sources, destinations or rules were brought. */
const PLAIN_SOURCE: BroughtSource = [{ type: "WEBHOOK" }, "WEBHOOK", {}];
const PLAIN_DESTINATION: BroughtDestination = [{}, { url: URL }];
const NO_RULES: BroughtRules = [{}, []];

const inline = (name: string) => ({
  name,
  source: { name },
  destination: { name, config: { url: URL } },
});

/** Shared by `create` and `upsert`: a connection with an inline source, destination and rules. */
async function makesWhatItBrings(
  { api, cli }: Scene,
  make: (name: string, flags: string[]) => Promise<{ id: string }>,
): Promise<void> {
  await api("POST", "/transformations", { name: "known", code: CODE });

  // Each connection brings the next source, the next destination and the next rules: flags of one do not change another.
  const count = Math.max(SOURCES.length, DESTINATIONS.length, RULES.length);
  for (let index = 0; index < count; index++) {
    const name = `brought-${index}`;
    const [from, type, sourceConfig] = SOURCES[index] ?? PLAIN_SOURCE;
    const [to, destinationConfig] = DESTINATIONS[index] ?? PLAIN_DESTINATION;
    const [through, rules] = RULES[index] ?? NO_RULES;
    const { id } = await make(name, [
      ...named(name),
      ...flagsOf(from, "source-"),
      ...flagsOf({ type: "HTTP", url: URL, ...to }, "destination-"),
      ...flagsOf(through),
    ]);
    const made = await api("GET", `/connections/${id}`);
    const source = await api("GET", `/sources/${made.source.id}?include=config.auth`);
    const destination = await api("GET", `/destinations/${made.destination.id}?include=config.auth`);
    expect(source).toMatchObject({ name, type, config: sourceConfig });
    expect(destination).toMatchObject({ name, type: "HTTP", config: destinationConfig });
    expect(made.rules).toEqual(rules);
  }
  expect((await api("GET", "/transformations?name=inline")).models).toMatchObject([
    { code: CODE, env: { REGION: "eu" } },
  ]);

  const laptop: Flags = {
    description: "For tests",
    "source-type": "HTTP",
    "source-description": "From the shop",
    "source-config-file": await cli.file("source.json", '{"allowed_http_methods":["PATCH"]}'),
    "destination-type": "CLI",
    "destination-cli-path": "/hooks",
    "destination-description": "On a laptop",
    "rules-file": await cli.file("rules.json", JSON.stringify([FILTER])),
  };
  const { id } = await make("laptop", [...named("laptop"), ...flagsOf(laptop)]);
  expect(await api("GET", `/connections/${id}`)).toMatchObject({
    name: "laptop",
    full_name: "laptop -> laptop",
    description: "For tests",
    source: { description: "From the shop", config: { allowed_http_methods: ["PATCH"] } },
    destination: { description: "On a laptop", type: "CLI", config: { path: "/hooks" } },
    rules: [FILTER],
  });
}

const named = (name: string) => ["--source-name", name, "--destination-name", name];

async function refusesWhatIsNotThereYet(refused: (flags: string[]) => Promise<string>): Promise<void> {
  const repay = flagsOf({ type: "REPAY", "webhook-secret": "whsec_1" }, "source-");
  const toUrl = flagsOf({ type: "HTTP", url: URL }, "destination-");
  expect(await refused([...named("pay"), ...repay, ...toUrl])).toContain(
    "Verification of REPAY requests is not available",
  );
}

async function takesGroups(run: (flags: string[]) => Promise<Made>): Promise<void> {
  const groups = {
    "rate-limit": "10",
    "rate-limit-period": "second",
    "delivery-group-key": "body.customer",
    "delivery-group-rate": "5",
    "delivery-group-rate-period": "minute",
    "delivery-group-overrides": '{"big":{"rate":50,"rate_period":"minute"}}',
  };
  const ends = [
    ...flagsOf({ type: "WEBHOOK" }, "source-"),
    ...flagsOf({ type: "HTTP", url: URL }, "destination-"),
  ];
  const made = await run([...named("groups"), ...ends, ...flagsOf(groups, "destination-")]);
  expect(made.destination.config.delivery_policy).toEqual({
    rate: 10,
    period: "second",
    groups: {
      key: "body.customer",
      rate: 5,
      rate_period: "minute",
      overrides: { big: { rate: 50, rate_period: "minute" } },
    },
  });
}

interface Made {
  destination: { config: { delivery_policy: unknown } };
}

async function givenTwo(api: ApiCall) {
  const source = await api("POST", "/sources", { name: "shop" });
  const destination = await api("POST", "/destinations", { name: "orders", config: { url: URL } });
  return { ids: ["--source-id", source.id, "--destination-id", destination.id], source, destination };
}

const namesIn =
  (run: Command) =>
  async (...args: string[]) =>
    (await run.json(...args)).models.map((connection: { name: string }) => connection.name);

testCommands(["gateway", "connection"], {
  async list({ run, api }) {
    const { source, destination } = await givenTwo(api);
    const quiet = await api("POST", "/connections", inline("quiet"));
    await api("PUT", `/connections/${quiet.id}/disable`);
    await api("POST", "/connections", { name: "both", source_id: source.id, destination_id: destination.id });
    await api("POST", "/connections", { ...inline("in"), source: undefined, source_id: source.id });
    await api("POST", "/connections", {
      ...inline("out"),
      destination: undefined,
      destination_id: destination.id,
    });
    const names = namesIn(run);

    expect(await names()).toEqual(["out", "in", "both"]);
    expect(await names("--disabled")).toEqual(["out", "in", "both", "quiet"]);
    expect(await names("--source-id", source.id)).toEqual(["in", "both"]);
    expect(await names("--destination-id", destination.id)).toEqual(["out", "both"]);
    expect(await names("--source-id", source.id, "--destination-id", destination.id)).toEqual(["both"]);
    expect(await names("--name", "both")).toEqual(["both"]);
    expect(await run.json("--limit", "2")).toMatchObject({
      models: [{ name: "out" }, { name: "in" }],
      pagination: { limit: 2, next: expect.stringMatching(/.+/), prev: null },
    });
    expect(await run.text()).toContain("Found 3 connection(s)");
  },

  async get({ run, api }) {
    const made = await api("POST", "/connections", {
      ...inline("shop"),
      source: {
        name: "shop",
        config: { auth_type: "BASIC_AUTH", auth: { username: "ada", password: "secret of the source" } },
      },
      destination: {
        name: "orders",
        config: { url: URL, auth_type: "BEARER_TOKEN", auth: { token: "secret of the destination" } },
      },
      rules: [FILTER, RETRY],
    });

    const byId = await run.json(made.id);
    expect(byId).toMatchObject({
      id: made.id,
      team_id: made.team_id,
      name: "shop",
      full_name: "shop -> shop",
      source: { id: made.source.id, url: made.source.url, config: { auth_type: "BASIC_AUTH" } },
      destination: { id: made.destination.id, config: { url: URL, auth_type: "BEARER_TOKEN" } },
      rules: [FILTER, RETRY],
      disabled_at: null,
      paused_at: null,
    });
    expect(JSON.stringify(byId)).not.toMatch(/secret of/);
    expect(await run.json("shop")).toEqual(byId);
    const withSecrets = await run.json(made.id, "--include-source-auth", "--include-destination-auth");
    expect(withSecrets).toMatchObject({
      source: { config: { auth: { username: "ada", password: "secret of the source" } } },
      destination: { config: { auth: { token: "secret of the destination" } } },
    });
    expect(await run.text("shop")).toContain(made.source.url);
    expect(await run.refused("nobody")).toContain("connection not found: 'nobody'");
    expect(await run.refused(NEVER_MADE)).toContain(`connection not found: '${NEVER_MADE}'`);
    await api("DELETE", `/connections/${made.id}`);
    expect(await run.refused(made.id)).toContain(`connection not found: '${made.id}'`);
  },

  async create(scene) {
    const { run, api } = scene;
    const make = (name: string, flags: string[]) => run.json("--name", name, ...flags);
    const { ids, source, destination } = await givenTwo(api);

    await makesWhatItBrings(scene, make);
    expect(await make("by-id", ids)).toMatchObject({
      id: expect.stringMatching(/^web_/),
      name: "by-id",
      source: { id: source.id },
      destination: { id: destination.id },
    });
    expect(await run.refused("--name", "by-id", ...ids)).toContain("Resource already exists");
    await refusesWhatIsNotThereYet((flags) => run.refused("--name", "pay", ...flags));
    await takesGroups((flags) => run.json("--name", "grouped", ...flags));
  },

  async upsert(scene) {
    const { run, api } = scene;
    const make = (name: string, flags: string[]) => run.json(name, ...flags);
    const { ids, source, destination } = await givenTwo(api);

    await makesWhatItBrings(scene, make);
    const made = await make("by-id", ids);
    expect(made).toMatchObject({
      name: "by-id",
      source: { id: source.id },
      destination: { id: destination.id },
    });
    const filtered = await run.json("by-id", "--rule-filter-body", '{"kind":"order"}');
    expect(filtered).toMatchObject({ id: made.id, source: { id: source.id }, rules: [FILTER] });
    expect(await run.json("by-id", "--description", "Again")).toMatchObject({
      id: made.id,
      description: "Again",
      destination: { id: destination.id },
      rules: [FILTER],
    });
    const dry = await run.text("by-id", "--description", "Dry", "--dry-run");
    expect(dry).toContain("Operation: UPDATE");
    expect(await run.text("other", ...ids, "--dry-run")).toContain("Operation: CREATE");
    expect(await api("GET", `/connections/${made.id}`)).toMatchObject({ description: "Again" });
    await refusesWhatIsNotThereYet((flags) => run.refused("pay", ...flags));
    await takesGroups((flags) => run.json("grouped", ...flags));
  },

  async update({ run, api, cli }) {
    const { id, source, destination } = await api("POST", "/connections", inline("shop"));
    await api("POST", "/transformations", { name: "known", code: CODE });

    expect(await run.json(id, "--name", "store", "--description", "Moved")).toMatchObject({
      id,
      name: "store",
      description: "Moved",
      rules: [],
    });
    for (const [flags, rules] of RULES) expect((await run.json(id, ...flagsOf(flags))).rules).toEqual(rules);
    const rulesFile = await cli.file("rules.json", JSON.stringify([RETRY]));
    expect((await run.json(id, "--rules-file", rulesFile)).rules).toEqual([RETRY]);
    // The source and destination of a connection cannot be changed afterwards.
    expect(await run.refused(id, "--source-id", source.id)).toContain("Unknown field: source_id");
    expect(await run.refused(id, "--destination-id", destination.id)).toContain(
      "Unknown field: destination_id",
    );
    expect(await run.refused(NEVER_MADE, "--name", "x")).toContain("Not Found");
    expect(await api("GET", `/connections/${id}`)).toMatchObject({ name: "store", rules: [RETRY] });
  },

  async pause({ run, api }) {
    const { id } = await api("POST", "/connections", inline("shop"));

    expect(await run.text(id)).toContain(`Connection paused: shop (${id})`);
    expect((await api("GET", `/connections/${id}`)).paused_at).toEqual(expect.any(String));
    expect(await run.refused(NEVER_MADE)).toContain("Not Found");
  },

  async unpause({ run, api }) {
    const { id } = await api("POST", "/connections", inline("shop"));
    await api("PUT", `/connections/${id}/pause`);

    expect(await run.text(id)).toContain(`Connection unpaused: shop (${id})`);
    expect((await api("GET", `/connections/${id}`)).paused_at).toBeNull();
    expect(await run.refused(NEVER_MADE)).toContain("Not Found");
  },

  async disable({ run, api }) {
    const { id } = await api("POST", "/connections", inline("shop"));

    expect(await run.text(id)).toContain(`Connection disabled: shop (${id})`);
    expect((await api("GET", `/connections/${id}`)).disabled_at).toEqual(expect.any(String));
    expect(await run.refused(NEVER_MADE)).toContain("Not Found");
  },

  async enable({ run, api }) {
    const { id, source } = await api("POST", "/connections", inline("shop"));
    await api("PUT", `/sources/${source.id}/disable`);

    expect(await run.text(id)).toContain(`Connection enabled: shop (${id})`);
    expect(await api("GET", `/connections/${id}`)).toMatchObject({
      disabled_at: null,
      source: { disabled_at: null },
    });
    expect(await run.refused(NEVER_MADE)).toContain("Not Found");
  },

  async delete({ run, api }) {
    const { id } = await api("POST", "/connections", inline("shop"));

    expect(await run.text(id, "--force")).toContain(`Connection 'shop' (${id}) deleted successfully`);
    expect((await api("GET", "/connections?disabled=true")).models).toEqual([]);
    expect(await run.refused(id, "--force")).toContain("Resource was deleted");
    expect(await run.refused(NEVER_MADE, "--force")).toContain("Not Found");
  },
});
