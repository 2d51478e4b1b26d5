import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { DESTINATION_AUTH } from "@posthorn/contract/destination-auth";
import { GENERIC_AUTH } from "@posthorn/contract/source-auth";
import { expect, test } from "vitest";
import type { Configuration } from "./configuration.ts";
import { readFileText } from "./read-file.ts";
import { createVariableNames, isPlainField } from "./secrets.ts";
import { wantedConfiguration } from "./wanted.ts";
import { AUTH_OF_ITS_OWN } from "./wanted-ends.ts";
import { writtenFile } from "./write-file.ts";

const NOTHING: Configuration = {
  transformation: new Map(),
  source: new Map(),
  destination: new Map(),
  connection: new Map(),
  issue_trigger: new Map(),
};

type Thing<Part extends keyof Configuration> =
  Configuration[Part] extends ReadonlyMap<string, infer One> ? One : never;

const SOURCE: Thing<"source"> = {
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
};
const DESTINATION: Thing<"destination"> = {
  type: "MOCK_API",
  description: null,
  disabled: false,
  config: {
    url: null,
    path: null,
    http_method: null,
    path_forwarding_disabled: false,
    rate_limit: null,
    rate_limit_period: null,
    delivery_groups: null,
    delivery_timeout: null,
    auth_type: "HOOKDECK_SIGNATURE",
    auth: null,
  },
};
const CONNECTION: Thing<"connection"> = {
  source: "a",
  destination: "d",
  description: null,
  disabled: false,
  paused: false,
  rules: [],
};

test("the file has what is not usual, in the order of names, and secrets as references", () => {
  const { yaml, codeFiles, variables } = writtenFile(
    {
      configuration: {
        transformation: new Map([
          ["B", { code: "b;", env: {} }],
          ["a-1", { code: "a;\n", env: { KEY: "k", EMPTY: "" } }],
          ["b", { code: "other;", env: {} }],
        ]),
        source: new Map<string, Thing<"source">>([
          ["b", SOURCE],
          [
            "a",
            {
              ...SOURCE,
              disabled: true,
              config: {
                ...SOURCE.config,
                allowed_http_methods: ["GET"],
                auth_type: "BASIC_AUTH",
                auth: { username: "${me}", password: "p" },
              },
            },
          ],
        ]),
        destination: new Map([["d", DESTINATION]]),
        connection: new Map([
          ["b/same", { ...CONNECTION, source: "b" }],
          ["a/same", { ...CONNECTION, rules: [{ type: "filter", body: { a: null } }] }],
          ["a/own", { ...CONNECTION, paused: true }],
        ]),
        issue_trigger: new Map([
          [
            "t",
            {
              type: "delivery",
              configs: { strategy: "first_attempt", connections: ["a/own", "b/same"] },
              channels: { email: {} },
              disabled: false,
            },
          ],
        ]),
      },
      unmanaged: [{ kind: "connection", id: "web_1", key: null, why: "has no name (a → d)", uses: [] }],
    },
    { hasCodeFiles: true },
  );

  expect(yaml).toMatchInlineSnapshot(`
    "# yaml-language-server: $schema=./posthorn.schema.json

    # The configuration of a Posthorn project. What an entry leaves out has its default.
    # posthorn diff shows what posthorn apply would change.

    # Secrets are not in here. Set these variables first:
    #   TRANSFORMATION_A_1_KEY
    #   SOURCE_A_PASSWORD

    # Not in here, and never changed by this file:
    #   connection web_1 has no name (a → d)

    version: 1

    transformations:
      B:
        code_file: transformations/B.js
      a-1:
        code_file: transformations/a-1.js
        env:
          KEY: \${TRANSFORMATION_A_1_KEY}
          EMPTY: ""
      b:
        code: other;

    sources:
      a:
        type: WEBHOOK
        disabled: true
        config:
          allowed_http_methods:
            - GET
          auth_type: BASIC_AUTH
          auth:
            username: $\${me}
            password: \${SOURCE_A_PASSWORD}
      b:
        type: WEBHOOK

    destinations:
      d:
        type: MOCK_API

    connections:
      own:
        source: a
        destination: d
        paused: true
      a/same:
        source: a
        destination: d
        rules:
          - type: filter
            body:
              a: null
      b/same:
        source: b
        destination: d

    issue_triggers:
      t:
        type: delivery
        configs:
          connections:
            - own
            - b/same
        channels:
          email: {}
    "
  `);
  expect([...codeFiles]).toEqual([
    ["transformations/B.js", "b;"],
    ["transformations/a-1.js", "a;\n"],
  ]);
  expect(variables).toEqual(["TRANSFORMATION_A_1_KEY", "SOURCE_A_PASSWORD"]);
});

test.each([
  "a\r\nb",
  "\n\na\n\n",
  " a",
  "a ",
  "${x}\n",
  "---\n",
  "# a",
  "\t\ta\n\tb",
  "💥",
  "`\u2028`",
  "a\u0001b",
])("code comes back as it was, also inside the file: %j", (code) => {
  const { yaml } = writtenFile(
    { configuration: { ...NOTHING, transformation: new Map([["t", { code, env: {} }]]) }, unmanaged: [] },
    { hasCodeFiles: false },
  );
  expect(readFileText("f", yaml, {}).content.transformations?.["t"]?.code).toBe(code);
});

test("texts that look like references come back as they were", () => {
  const destination = {
    ...DESTINATION,
    type: "HTTP",
    config: { ...DESTINATION.config, url: "https://a.example.com/${HOME}/$${x}/$$${y}" },
  } as const;

  const { yaml } = writtenFile(
    { configuration: { ...NOTHING, destination: new Map([["d", destination]]) }, unmanaged: [] },
    { hasCodeFiles: false },
  );

  const { wanted } = wantedConfiguration(readFileText("f", yaml, {}).content, new Map());
  expect(wanted.destination.get("d")).toEqual(destination);
});

test("every secret of every way to prove something is taken for one, and nothing else", () => {
  const details = Object.values(SOURCE_TYPE_ENTRIES).flatMap(({ auth = {} }) => Object.entries(auth));
  // A name that is a secret somewhere is treated as one everywhere.
  const secret = new Set(details.flatMap(([field, { is_secret }]) => (is_secret ? [field] : [])));
  for (const [field] of details) expect([field, isPlainField(field)]).toEqual([field, !secret.has(field)]);
  const fields = [GENERIC_AUTH, DESTINATION_AUTH].flatMap((methods) =>
    Object.values(methods).flatMap(({ shape }) => Object.keys(shape)),
  );
  expect([...new Set(fields)].filter((field) => !isPlainField(field)).toSorted()).toEqual([
    "api_key",
    "client_secret",
    "password",
    "refresh_token",
    "secret_access_key",
    "service_account_key",
    "signing_secret",
    "token",
    "webhook_secret_key",
  ]);
});

test("the types that get a secret without the file are those that the catalogue says", () => {
  const learning = Object.entries(SOURCE_TYPE_ENTRIES).flatMap(([type, { alert = "" }]) =>
    alert.includes("this source learns the secret") ? [type] : [],
  );

  expect([...AUTH_OF_ITS_OWN].toSorted()).toEqual(["MANAGED", ...learning].toSorted());
});

test("no two secrets have one variable", () => {
  const nameOf = createVariableNames();

  expect([
    nameOf("source", "a-b", "token"),
    nameOf("source", "a_b", "token"),
    nameOf("source", "c", "token"),
  ]).toEqual(["SOURCE_A_B_TOKEN", "SOURCE_A_B_TOKEN_2", "SOURCE_C_TOKEN"]);
});
