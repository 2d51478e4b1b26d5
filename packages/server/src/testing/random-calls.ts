/**
 * What might a hostile or careless caller send to this endpoint?
 *
 * The calls come from a known seed. Most are made from the endpoint's own schema, so that they pass the first checks
 * and reach the code behind; then one part is replaced by a hostile value. The others are noise.
 */
import type { Endpoint } from "@posthorn/contract/endpoint";
import * as z from "zod/mini";
import type { TenantIds } from "./given-tenant.ts";
import { idSlots } from "./example-calls.ts";
import type { Random } from "./random.ts";

type JsonSchema = z.core.JSONSchema.BaseSchema;

export function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("Nothing to pick from");
  return item;
}

const WORDS =
  `true null undefined 0 -1 1e9 1e400 -0 99999999999999999999 2147483648 -2147483649 9007199254740993 0x10 NaN
  Infinity asc data config.auth FAILED accepted WEBHOOK HTTP HMAC MANAGED json created_at updated_at name
  2026-01-01 0000-01-01 9999-12-31T23:59:59.999Z 2026-02-30 2026-01-01T00:00:00.000000001+23:59 -000001-01-01
  275760-09-13T00:00:00.001Z cur_ cur_WyJjcmVhdGVkX2F0IiwxXQ cur_bnVsbA hq_eyJjIjoxfQ %00 % %25 %FF %ed%a0%80 \\
  _ 漢字 😀 - a,b , http://x.test http://127.0.0.1 http://[::1 http://a@b:99999 javascript:alert(1) file:///etc/passwd
  // ../.. ..%2f..%2f {} [] [1] {"a":1} $$ $1 :x ::uuid <script> \${7*7} {{7*7}} =1+1 \u202e \ufffe ß İ`.split(
    /\s+/,
  );
export const TEXTS = [
  ...WORDS,
  "",
  " ",
  "a b",
  "\r\nset-cookie: a=b",
  "'; drop table events; --",
  "\ud800",
  "\udc00x",
  "\u0000",
  "a\u0000b",
  "a".repeat(300),
  "é".repeat(3_000),
  "evt_" + "z".repeat(22),
  "evt_" + "0".repeat(400),
  "src_" + "z".repeat(25),
];

const NUMBERS = [
  0,
  -0,
  1,
  -1,
  0.5,
  1e-9,
  255,
  256,
  1e9,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  1e21,
  1e308,
  -1e308,
  200,
  599,
];

/** Built by hand, because an object literal would take the name as a prototype. */
function withKey(name: string, value: unknown): object {
  return Object.defineProperty({}, name, { value, enumerable: true, configurable: true, writable: true });
}

function nested(depth: number, isList: boolean): unknown {
  let value: unknown = 1;
  for (let at = 0; at < depth; at++) value = isList ? [value] : { a: value };
  return value;
}

export function hostileValue(random: Random, ids: readonly string[]): unknown {
  switch (random(12)) {
    case 0:
      return pick(random, NUMBERS);
    case 1:
      return pick(random, [true, false, null]);
    case 2:
      return [];
    case 3:
      return {};
    case 4:
      return withKey(pick(random, ["__proto__", "constructor", "toString", "", "a.b", "$ne"]), {
        polluted: true,
      });
    case 5:
      return Array.from({ length: random(4) + 1 }, () => pick(random, TEXTS));
    case 6:
      return nested(random(60), random(2) === 0);
    case 7:
      return pick(random, ids);
    case 8:
      return { $or: [{ a: 1 }, null], $gt: pick(random, TEXTS), [pick(random, TEXTS)]: 1 };
    default:
      return pick(random, TEXTS);
  }
}

interface Making {
  random: Random;
  ids: TenantIds;
  root: JsonSchema;
}

const CODE = "addHandler('transform', (request) => request)";

/** Chooses a text by the field's name, if the name says more than the schema. */
function likelyText(name: string, { random, ids }: Making, own: string | undefined): string {
  if (own !== undefined) return random(8) === 0 ? pick(random, Object.values(ids)) : own;
  if (name === "name" || name === "alias") return `n-${random(12)}`;
  if (name === "url" || name === "auth_server") return "http://x.test/hook";
  if (name === "path") return "/hook";
  if (name === "code") return random(3) === 0 ? "1" : CODE;
  if (name.endsWith("_at") || ["gt", "gte", "le", "lt", "lte"].includes(name))
    return pick(random, ["2026-11-15", "2026-11-15T08:00:00.000Z", "2020-01-01T00:00:00+01:00", "3"]);
  return pick(random, ["text", "abc", "5", "true", "", ...TEXTS]);
}

function sample(schema: JsonSchema, name: string, making: Making, depth: number): unknown {
  const { random, root } = making;
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  if (branches.length > 0) return sample(pick(random, branches), name, making, depth);
  const all = schema.allOf?.[0];
  if (all) return sample(all, name, making, depth);
  const reference = schema.$ref?.split("/").at(-1);
  if (reference !== undefined) return sample(root.$defs?.[reference] ?? {}, name, making, depth + 1);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return pick(random, schema.enum);
  const type = Array.isArray(schema.type) ? pick(random, schema.type) : schema.type;
  switch (type) {
    case "string":
      return likelyText(name, making, making.ids[name as keyof TenantIds]);
    case "integer":
    case "number": {
      const from = schema.minimum ?? 0;
      return from + random(Math.min((schema.maximum ?? from + 1_000) - from, 1_000_000) + 1);
    }
    case "boolean":
      return random(2) === 0;
    case "null":
      return null;
    case "array": {
      const items = typeof schema.items === "object" && !Array.isArray(schema.items) ? schema.items : {};
      const length = Math.max(schema.minItems ?? 0, random(3));
      return Array.from({ length }, () => sample(items, name.replace(/_ids$/, "_id"), making, depth + 1));
    }
    case "object":
      return sampleObject(schema, making, depth);
    case undefined:
      break;
  }
  return hostileValue(random, Object.values(making.ids));
}

function sampleObject(schema: JsonSchema, making: Making, depth: number): object {
  const { random } = making;
  const required = new Set(schema.required ?? []);
  const isDeep = depth > 4;
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, unknown][] => {
    if (typeof property !== "object") return [];
    const isLeftOut = required.has(name) ? random(40) === 0 : isDeep || random(4) !== 0;
    return isLeftOut ? [] : [[name, sample(property, name, making, depth + 1)]];
  });
  if (typeof schema.additionalProperties === "object" && random(2) === 0) {
    fields.push([
      pick(random, ["a", "X-Key", ...TEXTS]),
      sample(schema.additionalProperties, "", making, depth + 1),
    ]);
  }
  return Object.fromEntries(fields);
}

/** A copy in which one part, at a random depth, is replaced. */
function spoiled(value: unknown, random: Random, ids: readonly string[]): unknown {
  const keys = typeof value === "object" && value !== null ? Object.keys(value) : [];
  if (keys.length === 0 || random(5) === 0) return hostileValue(random, ids);
  const key = pick(random, keys);
  if (Array.isArray(value))
    return value.map((item, at) => (String(at) === key ? spoiled(item, random, ids) : item));
  // An own key of an object, taken from it just above.
  const inner = (value as Record<string, unknown>)[key];
  return { ...Object(value), [key]: spoiled(inner, random, ids) };
}

const schemas = new WeakMap<z.ZodMiniType, JsonSchema>();
function jsonSchemaOf(schema: z.ZodMiniType): JsonSchema {
  const known = schemas.get(schema) ?? z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  schemas.set(schema, known);
  return known;
}

/** The tenant's ids, by their usual names and by the names that this endpoint uses. */
function idsByName(endpoint: Endpoint, ids: TenantIds): TenantIds {
  const named = idSlots(endpoint).map(({ at, id }) => [at.findLast((step) => step !== "[]"), ids[id]]);
  return { ...ids, ...Object.fromEntries(named) };
}

export function randomBody(endpoint: Endpoint, ids: TenantIds, random: Random): unknown {
  const root = jsonSchemaOf(endpoint.body);
  const value = sample(root, "", { random, ids: idsByName(endpoint, ids), root }, 0);
  return random(2) === 0 ? value : spoiled(value, random, Object.values(ids));
}

function encoded(text: string, random: Random): string {
  // Half of the texts are encoded as a careful client would, half are left as they are.
  return random(2) === 0 ? encodeURIComponent(text.toWellFormed()) : text.replaceAll(/[ \r\n]/g, "+");
}

const OPERATORS = "[] [0] [gte] [lt] [any] [all] [contains] [status] [id][] [a][b][c] [__proto__] [ ]".split(
  " ",
);

function* pairsOf(name: string, value: unknown): Generator<[string, string]> {
  if (Array.isArray(value)) for (const item of value) yield* pairsOf(`${name}[]`, item);
  else if (typeof value === "object" && value !== null)
    for (const [key, inner] of Object.entries(value)) yield* pairsOf(`${name}[${key}]`, inner);
  else yield [name, String(value)];
}

/** With its question mark; may be empty. */
export function randomQuery(endpoint: Endpoint, ids: TenantIds, random: Random): string {
  const root = jsonSchemaOf(endpoint.query);
  const making = { random, ids: idsByName(endpoint, ids), root };
  const sampled = sampleObject(root, making, 0);
  const fields = random(2) === 0 ? sampled : Object(spoiled(sampled, random, Object.values(ids)));
  const pairs = Object.entries(fields).flatMap(([name, value]) => Array.from(pairsOf(name, value)));
  const names = Object.keys(root.properties ?? {});
  if (names.length > 0 && random(3) === 0)
    pairs.push([pick(random, names) + pick(random, OPERATORS), pick(random, TEXTS)]);
  const text = pairs.map(([name, value]) => `${encoded(name, random)}=${encoded(value, random)}`).join("&");
  return text === "" ? "" : `?${text}`;
}

export function randomPath(endpoint: Endpoint, ids: TenantIds, random: Random): string {
  const byName = idsByName(endpoint, ids);
  const own = idSlots(endpoint).filter(({ part }) => part === "path");
  return endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const slot = own.find(({ at }) => at[0] === name);
    const right = slot ? ids[slot.id] : "";
    const text = random(5) > 0 ? right : pick(random, [...TEXTS, ...Object.values(byName)]);
    return random(20) === 0 ? text.replaceAll(/[ \r\n?#]/g, "+") : encodeURIComponent(text.toWellFormed());
  });
}
