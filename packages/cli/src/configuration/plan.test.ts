import { expect, test } from "vitest";
import { unpainted } from "../output/paint.ts";
import type { Configuration, Kind } from "./configuration.ts";
import { planOf } from "./plan.ts";
import type { Present, Unmanaged } from "./present.ts";
import { readFileText } from "./read-file.ts";
import { planText } from "./show-plan.ts";
import { wantedConfiguration } from "./wanted.ts";

function wantedOf(yaml: string): { wanted: Configuration; written: ReadonlyMap<string, string> } {
  const { content, written } = readFileText("f", `version: 1\n${yaml}`, { SECRET: "s", OTHER: "o" });
  const codes = Object.entries(content.transformations ?? {}).map(
    ([name, { code = "" }]) => [name, code] as const,
  );
  const { wanted, problems } = wantedConfiguration(content, new Map(codes));
  expect(problems).toEqual([]);
  return { wanted, written };
}

/** A project that is as the file says; the id of a thing is made of its name. */
function presentOf(yaml: string, unmanaged: readonly Unmanaged[] = []): Present {
  const { wanted } = wantedOf(yaml);
  const idsOf = (kind: Kind) => new Map([...wanted[kind].keys()].map((key) => [key, `id of ${kind} ${key}`]));
  return {
    configuration: wanted,
    ids: {
      transformation: idsOf("transformation"),
      source: idsOf("source"),
      destination: idsOf("destination"),
      connection: idsOf("connection"),
      issue_trigger: idsOf("issue_trigger"),
    },
    unmanaged,
  };
}

function shown(file: string, present: Present, isPruning = false): string {
  const { wanted, written } = wantedOf(file);
  return planText(planOf(wanted, present, { isPruning }), { paint: unpainted, written });
}

const FULL = `
transformations:
  code: { code: "one\\ntwo\\nthree\\n", env: { KEY: "\${SECRET}" } }
sources:
  shop: { config: { auth_type: API_KEY, auth: { header_key: x-key, api_key: "\${SECRET}" } } }
destinations:
  erp: { config: { url: "https://erp.example.com" } }
connections:
  main: { source: shop, destination: erp, rules: [{ type: transform, transformation: code }, { type: delay, delay: 1 }] }
issue_triggers:
  slow: { type: backpressure, configs: { destinations: [erp] }, channels: { email: {} } }
`;
const EMPTY = presentOf("");

test("into an empty project everything is added, what is referred to first, and no secret is shown", () => {
  expect(shown(FULL, EMPTY)).toMatchInlineSnapshot(`
    "+ transformation code
      + code:
          @@ line 1 @@
          +one
          +two
          +three
      + env.KEY: \${SECRET}

    + source shop
      + type: "WEBHOOK"
      + config.allowed_http_methods: ["POST","PUT","PATCH","DELETE"]
      + config.auth_type: "API_KEY"
      + config.auth.header_key: "x-key"
      + config.auth.api_key: \${SECRET}

    + destination erp
      + type: "HTTP"
      + config.url: "https://erp.example.com"
      + config.auth_type: "HOOKDECK_SIGNATURE"

    + connection shop/main
      + source: "shop"
      + destination: "erp"
      + rules[0]: {"type":"transform","transformation":"code"}
      + rules[1]: {"type":"delay","delay":1}

    + issue trigger slow
      + type: "backpressure"
      + channels.email: {}
      + configs.delay: 600000
      + configs.destinations: ["erp"]

    Plan: 5 to add, 0 to change, 0 to delete.
    "
  `);
});

test("a project that is as the file says has no plan", () => {
  expect(shown(FULL, presentOf(FULL))).toBe("No changes. The project is as the file says.\n");
});

test("the order of names and methods is no difference, and neither are defaults that are written out", () => {
  const one = "sources: { a: { config: { allowed_http_methods: [PUT, GET] } } }";
  const other =
    "sources: { a: { type: WEBHOOK, disabled: false, config: { allowed_http_methods: [GET, PUT], redaction: [], custom_response: null, auth: null } } }";

  expect(planOf(wantedOf(one).wanted, presentOf(other), { isPruning: true }).steps).toEqual([]);
});

test("a change shows each field before and after, long texts line by line, and what comes from the environment not at all", () => {
  const file = FULL.replace("two", "zwei")
    .replace("delay: 1 }", "delay: 2 }, { type: filter, path: /a }")
    .replace('url: "https://erp.example.com"', 'url: "https://${OTHER}.example.com", rate_limit: 3')
    .replace("x-key", "x-other");

  expect(shown(file, presentOf(FULL))).toMatchInlineSnapshot(`
    "~ transformation code
      ~ code:
          @@ line 1 @@
           one
          -two
          +zwei
           three

    ~ source shop
      ~ config.auth.header_key: "x-key" → "x-other"

    ~ destination erp
      ~ config.url: (secret) → https://\${OTHER}.example.com
      + config.rate_limit: 3
      + config.rate_limit_period: "second"

    ~ connection shop/main
      ~ rules[1].delay: 1 → 2
      + rules[2]: {"type":"filter","path":"/a"}

    Plan: 0 to add, 4 to change, 0 to delete.
    "
  `);
});

test("what is not in the file stays; with --prune it goes, users first", () => {
  const small =
    "sources: { shop: { config: { auth_type: API_KEY, auth: { header_key: x-key, api_key: '${SECRET}' } } } }";

  expect(shown(small, presentOf(FULL))).toMatchInlineSnapshot(`
    "Not in the file, and left as they are (--prune deletes them): transformation code, destination erp, connection shop/main, issue trigger slow.

    No changes. The project is as the file says.
    "
  `);
  expect(shown(small, presentOf(FULL), true)).toMatchInlineSnapshot(`
    "- issue trigger slow

    - connection shop/main

    - destination erp

    - transformation code

    Plan: 0 to add, 0 to change, 4 to delete.
    "
  `);
});

test("what has no name is never deleted by itself, and what would go with it is said", () => {
  const unmanaged = [
    {
      kind: "connection",
      id: "web_1",
      key: null,
      why: "has no name (shop → erp)",
      uses: ["id of source shop", "id of destination erp", "id of transformation code"],
    },
  ] as const;

  const { steps, obstacles } = planOf(wantedOf("").wanted, presentOf(FULL, unmanaged), { isPruning: true });

  expect(steps.filter(({ notes }) => notes.length > 0).map(({ key, notes }) => [key, notes])).toEqual([
    ["erp", ["deletes with it connection web_1, which has no name (shop → erp)"]],
    ["shop", ["deletes with it connection web_1, which has no name (shop → erp)"]],
  ]);
  expect(obstacles).toEqual([]);
  const withoutEnds = [{ ...unmanaged[0], uses: ["id of transformation code"] }];
  expect(planOf(wantedOf("").wanted, presentOf(FULL, withoutEnds), { isPruning: true }).obstacles).toEqual([
    "transformation code cannot be deleted: connection web_1 uses it, and has no name.",
  ]);
});

test.each([
  [
    FULL.replace("erp:", "erp: { type: MOCK_API }\n  new:").replace("destination: erp", "destination: new"),
    "connection shop/main goes to erp",
  ],
  [FULL.replace(/slow: .*/, "slow: { type: delivery }"), "issue trigger slow has the type backpressure"],
])("what the API cannot change is an obstacle", (file, obstacle) => {
  const { obstacles } = planOf(wantedOf(file).wanted, presentOf(FULL), { isPruning: false });

  expect(obstacles).toEqual([expect.stringContaining(obstacle)]);
});

test("a cause that is no longer excluded is an obstacle, because the API cannot take it back", () => {
  const before =
    "issue_triggers: { a: { type: request, configs: { excluded_rejection_causes: [SOURCE_DISABLED] } } }";
  const after = "issue_triggers: { a: { type: request } }";

  expect(planOf(wantedOf(after).wanted, presentOf(before), { isPruning: false }).obstacles).toEqual([
    expect.stringContaining("issue trigger a excludes causes"),
  ]);
});

test("what Posthorn or a provider makes by itself is no difference", () => {
  const file = `
sources: { m: { type: MANAGED }, a: { type: ASANA } }
destinations:
  signed: { type: MOCK_API, config: { auth_type: CUSTOM_SIGNATURE, auth: { key: x-mine } } }
  oauth: { type: MOCK_API, config: { auth_type: OAUTH2_AUTHORIZATION_CODE, auth: { auth_server: "https://a.example.com", client_id: c, client_secret: s, refresh_token: old } } }
`;
  const there = file
    .replace("type: MANAGED", "type: MANAGED, config: { auth: { token: made } }")
    .replace("type: ASANA", "type: ASANA, config: { auth: { webhook_secret_key: learned } }")
    .replace("key: x-mine", "key: x-mine, signing_secret: made")
    .replace("old", "rotated");

  expect(shown(file, presentOf(there))).toBe("No changes. The project is as the file says.\n");
});

test("without the right to read secrets they are not compared, and that is said", () => {
  const present = presentOf(FULL);
  const shop = present.configuration.source.get("shop");
  if (!shop) throw new Error("it is in the file");
  const hidden = {
    ...present,
    configuration: {
      ...present.configuration,
      source: new Map([["shop", { ...shop, config: { ...shop.config, auth: "hidden" as const } }]]),
    },
  };

  expect(shown(FULL, hidden)).toBe(
    "Not compared, because your key may not read secrets: those of source shop.\n\nNo changes. The project is as the file says.\n",
  );
  // That there are none any more is a change, whatever they were.
  expect(shown(FULL.replace(/shop: .*/, "shop: {}"), hidden)).toContain("  - config.auth: (secret)\n");
});

test("names that could act on a terminal cannot", () => {
  const file = 'destinations: { d: { description: "a\\e[2Jb", type: MOCK_API } }';

  expect(shown(file, EMPTY)).not.toContain("\u001b");
});
