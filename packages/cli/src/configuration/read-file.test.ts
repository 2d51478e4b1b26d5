import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Failure } from "../failure.ts";
import { readFileText } from "./read-file.ts";
import { wantedConfiguration } from "./wanted.ts";

/** The configuration that a file asks for, or what is wrong with it. */
function read(text: string, env: Record<string, string> = {}) {
  const { content, refusal } = readFileText("posthorn.yaml", text, env);
  const codes = Object.entries(content.transformations ?? {}).map(
    ([name, { code = "" }]) => [name, code] as const,
  );
  const { wanted, problems } = wantedConfiguration(content, new Map(codes));
  if (problems.length > 0) throw refusal(problems);
  return wanted;
}

function refusalOf(text: string, env?: Record<string, string>): string {
  try {
    read(text, env);
  } catch (error) {
    if (error instanceof Failure) return [error.message, error.why].join("\n");
    throw error;
  }
  throw new Error("It was accepted");
}

test("an entry that says nothing has the defaults of the API", () => {
  const wanted = read(
    "version: 1\nsources: { shop: {} }\ndestinations: { mock: { type: MOCK_API } }\nconnections: { main: { source: shop, destination: mock } }\nissue_triggers: { slow: { type: backpressure } }",
  );

  expect(wanted.source.get("shop")).toEqual({
    type: "WEBHOOK",
    description: null,
    disabled: false,
    config: {
      allowed_http_methods: ["POST", "PUT", "PATCH", "DELETE"],
      custom_response: null,
      redaction: [],
      auth_type: null,
      auth: null,
    },
  });
  expect(wanted.destination.get("mock")?.config).toMatchObject({
    url: null,
    rate_limit_period: null,
    auth_type: "HOOKDECK_SIGNATURE",
    auth: null,
  });
  expect(wanted.connection.get("shop/main")).toMatchObject({ rules: [], paused: false });
  expect(wanted.issue_trigger.get("slow")).toMatchObject({ channels: null, configs: { destinations: "*" } });
});

const SHOP = "version: 1\nsources:\n  shop: {}\ndestinations:\n  erp: { type: MOCK_API }\n";

test.each([
  [
    "version: 1\nsources:\n  shop:\n    typ: HTTP",
    "posthorn.yaml:4: sources.shop.typ is no field here. Did you mean type?",
  ],
  ["version: 1\nsource:\n  shop: {}", "posthorn.yaml:2: source is no field here. Did you mean sources?"],
  [
    "version: 1\nsources:\n  shop:\n    config:\n      custom_respons: null",
    "posthorn.yaml:5: sources.shop.config.custom_respons is no field here. Did you mean custom_response?",
  ],
  [
    "version: 1\nsources:\n  shop: { config: { auth_type: HMAC, auth: { algorithm: sha256, encoding: hex, header_kee: x, header_key: x, webhook_secret_key: x } } }",
    "posthorn.yaml:3: sources.shop.config.auth.header_kee is no field here. Did you mean header_key?",
  ],
  [
    `${SHOP}connections:\n  main:\n    source: shop\n    destination: erp\n    rules:\n      - type: delay\n        delai: 5\n        delay: 5`,
    "posthorn.yaml:12: connections.main.rules[0].delai is no field here. Did you mean delay?",
  ],
  [
    `${SHOP}connections:\n  main:\n    source: shop\n    destination: erp\n    rules:\n      - type: delai\n        delay: 5`,
    "posthorn.yaml:11: connections.main.rules[0].type",
  ],
  [
    "version: 1\nissue_triggers:\n  a:\n    type: request\n    configs: { per_minut: 3 }",
    "posthorn.yaml:5: issue_triggers.a.configs.per_minut is no field here. Did you mean per_minute?",
  ],
  [
    "version: 1\nsources:\n  a b: {}",
    "posthorn.yaml:3: sources.a b may contain only letters, digits, hyphens and underscores",
  ],
  [
    "version: 1\nsources:\n  a:\n    type: STRIP",
    "posthorn.yaml:4: sources.a.type is not valid. Did you mean STRIPE?",
  ],
  ["sources: {}", "version is required"],
  ["version: 2", "posthorn.yaml:1: version is 2; this client reads 1. Update the client"],
  ["- a", "the file must be an object"],
  ["version: 1\nsources:\n  a: {}\n  a: {}", "posthorn.yaml:4: Map keys must be unique"],
  ["version: 1\nsources: { a: [", "posthorn.yaml is not YAML."],
  ["version: 1\nsources:\n  __proto__: {}", "sources.__proto__ is no name"],
  [
    `${SHOP}connections:\n  main: { source: shopp, destination: erp }`,
    'connections.main.source is "shopp", which is not among the sources of this file. Did you mean shop?',
  ],
  [
    `${SHOP}connections:\n  main: { destination: erp }`,
    "posthorn.yaml:7: connections.main.source is required",
  ],
  [
    `${SHOP}connections:\n  main: { source: shop, destination: erp }\n  shop/main: { source: shop, destination: erp }`,
    "posthorn.yaml:8: connections.shop/main is the same connection as main: a source has one connection of a name",
  ],
  [
    `${SHOP}connections:\n  other/main: { source: shop, destination: erp }`,
    "connections.other/main.source is shop, but the name of the connection begins with another source",
  ],
  [
    `${SHOP}connections:\n  main: { source: shop, destination: erp, rules: [{ type: transform, transformation: x }] }`,
    'connections.main.rules[0].transformation is "x", which is not among the transformations of this file.',
  ],
  [
    `${SHOP}connections:\n  main: { source: shop, destination: erp, rules: [{ type: delay, delay: 1 }, { type: delay, delay: 2 }] }`,
    "connections.main.rules[1] is not allowed, there is one of this type already",
  ],
  [
    "version: 1\nsources:\n  a: { disabled: true }\ndestinations:\n  b: { type: MOCK_API }\nconnections:\n  c: { source: a, destination: b }",
    "connections.c.disabled must be true, because its source is disabled",
  ],
  [
    "version: 1\nissue_triggers:\n  a: { type: delivery, configs: { connections: [nothing] } }",
    'issue_triggers.a.configs.connections[0] is "nothing", which is not among the connections of this file',
  ],
  ["version: 1\ntransformations:\n  a: {}", "transformations.a must have either code or code_file"],
  ["version: 1\ndestinations:\n  a: {}", "destinations.a.config.url is required for type HTTP"],
  [
    "version: 1\ndestinations:\n  a: { type: MOCK_API, config: { url: 'https://a.example.com' } }",
    "destinations.a.config.url is not a setting of type MOCK_API",
  ],
  [
    "version: 1\ndestinations:\n  a: { type: MOCK_API, config: { auth_type: BASIC_AUTH } }",
    "destinations.a.config.auth is required for BASIC_AUTH",
  ],
  [
    "version: 1\nsources:\n  a: { config: { auth: { webhook_secret_key: x } } }",
    "sources.a.config.auth_type is required beside auth",
  ],
  [
    "version: 1\nsources:\n  a: { config: { auth_type: HMAC } }",
    "sources.a.config.auth is required beside auth_type",
  ],
  [
    "version: 1\nsources:\n  a: { type: STRIPE, config: { auth_type: HMAC, auth: {} } }",
    "sources.a.config.auth_type cannot be HMAC for type STRIPE",
  ],
  [
    "version: 1\nsources:\n  a: { type: MANAGED, config: { allowed_http_methods: [GET] } }",
    "sources.a.config.allowed_http_methods is not a setting of type MANAGED",
  ],
])("%j is refused: %s", (text, complaint) => expect(refusalOf(text)).toContain(complaint));

test("all problems are said at once", () => {
  const refusal = refusalOf("version: 1\nsources:\n  a: { typ: 1 }\n  b: { descripton: x }");

  expect(refusal).toContain("sources.a.typ");
  expect(refusal).toContain("sources.b.descripton");
});

const SECRET =
  "version: 1\nsources:\n  a: { type: STRIPE, config: { auth: { webhook_secret_key: 'x-${ONE}-$${TWO}' } } }\n";

test("references are read from the environment, in secrets, variables and URLs", () => {
  const wanted = read(
    `${SECRET}transformations:\n  t: { code: "\${ONE}", env: { A: "\${TWO}" } }\ndestinations:\n  d: { config: { url: "https://\${HOST}/\${x.y}" } }`,
    { ONE: "1", TWO: "2", HOST: "erp.example.com" },
  );

  expect(wanted.source.get("a")?.config.auth).toEqual({ webhook_secret_key: "x-1-${TWO}" });
  // Code has its own dollars.
  expect(wanted.transformation.get("t")).toEqual({ code: "${ONE}", env: { A: "2" } });
  expect(wanted.destination.get("d")?.config.url).toBe("https://erp.example.com/${x.y}");
});

test("all variables that are missing or empty are named at once, before other complaints", () => {
  const text = `${SECRET}transformations:\n  t: { code: x, env: { A: "\${B}\${A}", C: "\${C}" } }`;

  expect(refusalOf(text, { ONE: "", C: "c" })).toContain(
    "posthorn.yaml needs variables that are not set: A, B, ONE.",
  );
  expect(refusalOf(SECRET)).toContain("posthorn.yaml needs a variable that is not set: ONE.");
});

test("the file of the guide is one that can be applied", () => {
  const guide = join(import.meta.dirname, "../../../../docs/guides/configuration-as-a-file.md");
  const [, yaml = ""] = /```yaml\n(# yaml-language-server.*?)```/s.exec(readFileSync(guide, "utf8")) ?? [];

  const wanted = read(yaml.replace("code_file: transformations/to-erp.js", "code: x"), {
    SOURCE_SHOP_WEBHOOK_SECRET_KEY: "s",
    TRANSFORMATION_TO_ERP_API_KEY: "k",
  });

  expect([...wanted.connection.keys(), ...wanted.issue_trigger.keys()]).toEqual([
    "shop/orders",
    "orders-fail",
  ]);
});
