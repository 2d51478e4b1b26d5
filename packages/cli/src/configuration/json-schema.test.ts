import { ConnectionInput } from "@posthorn/contract/connections";
import { DestinationConfigInput, DestinationInput } from "@posthorn/contract/destinations";
import { IssueTriggerInput } from "@posthorn/contract/issue-triggers";
import { Rule } from "@posthorn/contract/rules";
import { SourceConfigInput, SourceInput } from "@posthorn/contract/sources";
import { TransformationInput } from "@posthorn/contract/transformations";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { FileContent } from "./entries.ts";
import { configurationSchema, fieldsAt } from "./json-schema.ts";
import { readFileText } from "./read-file.ts";
import { wantedConfiguration } from "./wanted.ts";

const accepts = new Ajv2020({ strict: true, allowUnionTypes: true, validateFormats: false }).compile(
  configurationSchema(),
);
const reads = (content: unknown) => FileContent.safeParse(content).success;

const VALID = parse(`
version: 1
transformations:
  code: { code_file: a.js, env: { A: "\${A}" } }
sources:
  shop: { type: WEBHOOK, description: null, disabled: false, config: { allowed_http_methods: [GET], custom_response: { content_type: text, body: x }, redaction: [body.a], auth_type: API_KEY, auth: { header_key: a, api_key: "\${K}" } } }
destinations:
  erp: { type: HTTP, disabled: true, config: { url: "https://a.example.com", rate_limit: 0.5, rate_limit_period: hour, delivery_groups: { key: body.a, rate: 1, rate_period: hour }, delivery_timeout: 3 } }
connections:
  shop/main: { source: shop, destination: erp, description: x, paused: true, disabled: true, rules: [{ type: retry, strategy: linear, response_status_codes: [429, ">=500"] }, { type: delay, delay: 1 }, { type: filter, body: { a: { $gte: 1 } } }, { type: deduplicate, window: 1000, include_fields: [body.id] }, { type: transform, transformation: code }] }
issue_triggers:
  a: { type: delivery, configs: { strategy: final_attempt, connections: [main] }, channels: { email: {}, slack: { channel_name: x } }, disabled: true }
  b: { type: transformation, configs: { log_level: error, transformations: "*" } }
  c: { type: backpressure, configs: { delay: 300000 }, channels: null }
  d: { type: request, configs: { rejection_causes: [SOURCE_DISABLED], per_minute: 2 } }
`) as object;

/** Each with one thing changed: a field that nobody knows in every object, and a value of a wrong kind in every place. */
function* spoiled(value: unknown): Generator<{ what: string; content: unknown }> {
  if (typeof value !== "object" || value === null) {
    yield { what: "a wrong kind", content: { neither: "text", nor: 1 } };
    return;
  }
  if (!Array.isArray(value)) yield { what: "an unknown field", content: { ...value, "un known": 1 } };
  for (const [key, inner] of Object.entries(value))
    for (const { what, content } of spoiled(inner))
      yield {
        what: `${key}: ${what}`,
        content: Array.isArray(value)
          ? value.map((one: unknown, at) => (String(at) === key ? content : one))
          : { ...value, [key]: content },
      };
}

test("an editor accepts what the reader accepts, and refuses what it refuses", () => {
  expect([accepts(VALID), accepts.errors, reads(VALID)]).toEqual([true, null, true]);
  const cases = [...spoiled(VALID)];
  expect(cases.length).toBeGreaterThan(80);
  const opinions = cases.map(({ what, content }) => ({
    what,
    editor: accepts(content),
    reader: reads(content),
  }));
  expect(opinions.filter(({ editor, reader }) => editor !== reader)).toEqual([]);
  // What is open by its nature: credentials, variables, filters and the groups of a rate.
  expect(opinions.filter(({ editor }) => editor).map(({ what }) => what)).toEqual(
    opinions.filter(({ what }) => /auth: |rules: 2: body: /.test(what)).map(({ what }) => what),
  );
});

/** The file has every field, except those that are names here. */
function expectAll(fields: object, path: readonly PropertyKey[], ...renamed: string[]): void {
  expect(fieldsAt(path, VALID)).toEqual(
    expect.arrayContaining(Object.keys(fields).filter((name) => !renamed.includes(name))),
  );
}

test("everything that the API takes can stand in a file", () => {
  expectAll(SourceInput.shape, ["sources", "shop"], "name");
  expectAll(SourceConfigInput.shape, ["sources", "shop", "config"]);
  expectAll(DestinationInput.shape, ["destinations", "erp"], "name");
  expectAll(DestinationConfigInput.shape, ["destinations", "erp", "config"]);
  expectAll(ConnectionInput.shape, ["connections", "shop/main"], "name", "source_id", "destination_id");
  expectAll(TransformationInput.shape, ["transformations", "code"], "name");
  expectAll(IssueTriggerInput.shape, ["issue_triggers", "a"], "name");
  const rules = ["connections", "shop/main", "rules"];
  for (const [at, { shape }] of Rule.def.options.entries())
    expectAll(shape, [...rules, at], "transformation_id");
});

test("no setting of a file is lost on the way to the API", () => {
  const { content } = readFileText("f", JSON.stringify(VALID), { A: "a", K: "k" });
  const { wanted, problems } = wantedConfiguration(content, new Map());

  expect(problems).toEqual([]);
  expect(Object.keys(wanted.source.get("shop")?.config ?? {}).toSorted()).toEqual(
    Object.keys(SourceConfigInput.shape).toSorted(),
  );
  expect(Object.keys(wanted.destination.get("erp")?.config ?? {}).toSorted()).toEqual(
    Object.keys(DestinationConfigInput.shape).toSorted(),
  );
});
