/**
 * Which requests does an attacker make up?
 *
 * Each one begins as a request that its provider signed, and then parts of it are left out, doubled, emptied, filled with
 * junk or made too long; many look like a challenge. The receiver has another secret (`otherAuth`), so none of them may
 * pass, however little was changed. The names of headers, parameters and fields come from the catalogue, so a new type is
 * attacked without a line here. A seed makes the same requests again.
 */
import { SOURCE_TYPE_ENTRIES } from "@posthorn/contract/catalogue/source-type-entries";
import { SOURCE_TYPES, type SourceType } from "@posthorn/contract/source-types";
import type { Evidence } from "../pipeline/ingest/verify/evidence.ts";
import type { Random } from "./random.ts";

/** The types that verify something. */
export const ATTACKED_TYPES = SOURCE_TYPES.filter((type) => SOURCE_TYPE_ENTRIES[type].recipes !== undefined);

/** `signed` is what the provider would have sent. */
export function fuzzedRequest(random: Random, type: SourceType, signed: Evidence): Evidence {
  let evidence = signed;
  const changes = 1 + random(4);
  for (let made = 0; made < changes; made++) evidence = pick(random, CHANGES)(evidence, random, type);
  return evidence;
}

type Change = (evidence: Evidence, random: Random, type: SourceType) => Evidence;

/** The same change several times is a likelier one. */
const CHANGES: readonly Change[] = [
  changedHeader,
  changedHeader,
  changedHeader,
  (evidence, random, type) => ({
    ...evidence,
    headers: [...evidence.headers, nameOf("header", random, type), valueFrom(random)],
  }),
  (evidence, random) => ({ ...evidence, body: pick(random, BODIES)(random, evidence.body) }),
  (evidence, random, type) => ({ ...evidence, body: Buffer.from(jsonWith(random, type)) }),
  (evidence, random, type) => ({ ...evidence, query: queryWith(random, type) }),
  (evidence, random) => ({ ...evidence, method: pick(random, METHODS) }),
  // A challenge comes by GET, with a parameter, or by POST, with a field.
  (evidence, random, type) => ({ ...evidence, method: "GET", query: queryWith(random, type) }),
  (evidence, random, type) => ({
    ...evidence,
    method: "POST",
    headers: pick(random, [evidence.headers, []]),
    body: Buffer.from(jsonWith(random, type)),
  }),
];

const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"];

function changedHeader(evidence: Evidence, random: Random): Evidence {
  const { headers } = evidence;
  if (headers.length === 0) return evidence;
  const at = 2 * random(headers.length / 2);
  const [name = "", value = ""] = headers.slice(at, at + 2);
  return { ...evidence, headers: headers.toSpliced(at, 2, ...pick(random, HEADERS)(name, value, random)) };
}

/** What stands in the place of a header: names and values in turn. */
const HEADERS: readonly ((name: string, value: string, random: Random) => string[])[] = [
  () => [],
  (name, value) => [name, value, name, value],
  (name, value, random) => [name.toUpperCase(), value, name, valueFrom(random)],
  (name) => [name, ""],
  (name, _, random) => [name, valueFrom(random)],
  (name, value, random) => [name, value.slice(0, random(value.length + 1))],
  (name, value, random) => [name, value + valueFrom(random)],
  (name, value, random) => [name, pick(random, [",", " ", ";", "="]).repeat(random(5_000)) + value],
  (name, value) => [name, value.replace(/[\da-f]/, (digit) => (digit === "0" ? "1" : "0"))],
];

const VALUES: readonly ((random: Random) => string)[] = [
  () => "",
  (random) => String.fromCharCode(...Array.from({ length: 1 + random(80) }, () => 1 + random(255))),
  (random) => pick(random, ["\u{1f4a5}", "\ud800", "\u212a", "İ", "é", "\u0000", "٣"]).repeat(1 + random(30)),
  (random) => pick(random, ["a", "=", ",", "v1,", "t=1,v1=", "%00"]).repeat(10_000).slice(0, random(10_000)),
  (random) => pick(random, ["-1", "0", "1e309", "NaN", "9".repeat(20), "253402300800", "+1", " 1 ", "0x10"]),
  (random) => pick(random, ["2026-01-01T00:00:00Z", "2026-13-45T99:99:99Z", "0000-00-00T00:00:00", "now"]),
  (random) =>
    pick(random, ["sha256=", "v0=", "v1=", "t=,v1=", "Basic ", "Basic Og==", "Bearer ", "ts=1;h1="]),
  (random) => pick(random, ["__proto__", "constructor", "null", "undefined", "[object Object]", "{}", "[]"]),
  (random) => "0123456789abcdef".charAt(random(16)).repeat(pick(random, [32, 40, 64, 128])),
  (random) => pick(random, ["subscribe", "STRAVA", "url_verification", "endpoint.url_validation", "true"]),
];

function valueFrom(random: Random): string {
  return pick(random, VALUES)(random);
}

const BODIES: readonly ((random: Random, body: Uint8Array) => Uint8Array)[] = [
  () => Buffer.of(),
  (random) => Buffer.from(Array.from({ length: random(400) }, () => random(256))),
  (random) => Buffer.from("[".repeat(random(20_000))),
  (random) => Buffer.from(nested(random(20_000))),
  (random) => Buffer.from(`{${'"a":{'.repeat(random(5_000))}`),
  (random) => Buffer.from(`[${"0,".repeat(random(20_000))}0]`),
  (random) => Buffer.from("a=1&b=%zz&".repeat(random(2_000))),
  (random, body) => Buffer.from(body).subarray(0, random(body.length + 1)),
  (random, body) => Buffer.concat([body, Buffer.from(pick(random, [" ", "\n", "\0", "\ufeff", "}"]))]),
  () => Buffer.from([0xff, 0xfe, 0xc0, 0x80, 0xed, 0xa0, 0x80]),
  () => Buffer.from('{"__proto__":{"challenge":"x"},"constructor":{"prototype":1}}'),
];

function nested(depth: number): string {
  return `${"[".repeat(depth)}${"]".repeat(depth)}`;
}

/** JSON with fields that the type looks for, and values that it does not expect there. */
function jsonWith(random: Random, type: SourceType): string {
  const root: Record<string, unknown> = {};
  const fields = 1 + random(4);
  for (let made = 0; made < fields; made++) {
    const names = nameOf("body", random, type).split(".");
    const last = names.pop() ?? "";
    let at = root;
    for (const name of names) {
      const next = Object.hasOwn(at, name) ? at[name] : undefined;
      // Safe: only plain objects of this function are descended into.
      at = (at[name] =
        typeof next === "object" && next !== null && !Array.isArray(next) ? next : {}) as typeof at;
    }
    at[last] = pick(random, [
      valueFrom(random),
      random(2 ** 31),
      null,
      true,
      [],
      [[]],
      {},
      { [last]: last },
      1e308,
    ]);
  }
  return JSON.stringify(root);
}

function queryWith(random: Random, type: SourceType): string {
  const parameters = Array.from({ length: 1 + random(3) }, () => {
    const value = valueFrom(random);
    return `${nameOf("query", random, type)}=${random(2) === 0 ? encodeURIComponent(value.toWellFormed()) : value}`;
  });
  return pick(random, [
    parameters.join("&"),
    `${parameters.join("&")}&${"&%".repeat(random(500))}`,
    "=",
    "%",
    "",
  ]);
}

type Part = "header" | "query" | "body";

/** Mostly a name that the type itself reads, sometimes one that another type reads. */
function nameOf(part: Part, random: Random, type: SourceType): string {
  const own = NAMES_OF[type][part];
  return pick(random, own.length > 0 && random(4) > 0 ? own : ALL_NAMES[part]);
}

type Names = Record<Part, readonly string[]>;

/** All texts under `header`, `query` and `body` within an entry. */
function namesIn(value: unknown, part: Part): string[] {
  if (typeof value === "string")
    return [...value.matchAll(/\{(header|query|body):([^}]+)\}/g)].flatMap(([, kind, name = ""]) =>
      kind === part ? [name] : [],
    );
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === part && typeof inner === "string" ? [inner] : namesIn(inner, part),
  );
}

function namesOf(entries: unknown, ...more: string[]): Names {
  return {
    header: [...namesIn(entries, "header"), ...more],
    query: namesIn(entries, "query"),
    body: namesIn(entries, "body"),
  };
}

// Safe: fromEntries has made one entry for each type.
const NAMES_OF = Object.fromEntries(
  SOURCE_TYPES.map((type) => [type, namesOf(SOURCE_TYPE_ENTRIES[type])]),
) as Record<SourceType, Names>;
const ALL_NAMES = namesOf(
  SOURCE_TYPE_ENTRIES,
  "authorization",
  "x-forwarded-host",
  "x-forwarded-proto",
  "__proto__",
);

function pick<Item>(random: Random, items: readonly Item[]): Item {
  const item = items[random(items.length)];
  if (item === undefined) throw new Error("nothing to pick from");
  return item;
}
