import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from "node:zlib";
import { REDACTED, type RedactionStep, readRedactionPath } from "@posthorn/contract/redaction";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type Redacted, redact, redactDecoded, redactionListOf } from "./redaction.ts";

const JSON_HEADERS = ["Content-Type", "application/json"];
const FORM_HEADERS = ["content-type", "application/x-www-form-urlencoded"];

interface Sent {
  body?: string | Buffer | null;
  headers?: readonly string[];
  query?: string | null;
}

function masked(paths: readonly string[], { body = "", headers = JSON_HEADERS, query = null }: Sent) {
  const list = redactionListOf(paths);
  if (!list) throw new Error("an empty list");
  const bytes = typeof body === "string" ? Buffer.from(body) : body;
  return { list, request: { body: bytes, headers, query } };
}

function redacted(paths: readonly string[], sent: Sent): Redacted {
  const { list, request } = masked(paths, sent);
  return redact(list, request);
}

function bodyText(result: Redacted): string {
  return Buffer.from(result.body ?? []).toString();
}

test.each<[string, string[], string, string]>([
  ["a member", ["body.email"], '{"email":"jane@example.com"}', '{"email":"[redacted]"}'],
  ["a number", ["body.n"], '{"n": 1.50 ,"m":1.0}', '{"n": "[redacted]" ,"m":1.0}'],
  [
    "null, true and an object",
    ["body.a", "body.b", "body.c"],
    '{"a":null,"b":true,"c":{"d":[1]}}',
    '{"a":"[redacted]","b":"[redacted]","c":"[redacted]"}',
  ],
  ["a name that comes twice", ["body.a"], '{"a":1,"b":2,"a":3}', '{"a":"[redacted]","b":2,"a":"[redacted]"}'],
  [
    "a name with escapes",
    ["body.email"],
    String.raw`{"\u0065mail":"x"}`,
    String.raw`{"\u0065mail":"[redacted]"}`,
  ],
  [
    "every item",
    ["body.items[*].card.number"],
    '{"items":[{"card":{"number":1}},{"card":{"number":2,"x":3}},4]}',
    '{"items":[{"card":{"number":"[redacted]"}},{"card":{"number":"[redacted]","x":3}},4]}',
  ],
  [
    "every member",
    ["body[*].email"],
    '{"a":{"email":1},"b":{"email":2}}',
    '{"a":{"email":"[redacted]"},"b":{"email":"[redacted]"}}',
  ],
  ["one item", ["body[1]"], "[1, 2 ,3]", '[1, "[redacted]" ,3]'],
  ["a quoted name", ['body["first name"]'], '{"first name":"J"}', '{"first name":"[redacted]"}'],
  ["the outer of two", ["body.a.b", "body.a"], '{"a":{"b":1}}', '{"a":"[redacted]"}'],
  ["with a byte order mark", ["body.a"], '\uFEFF{"a":1}', '\uFEFF{"a":"[redacted]"}'],
  [
    "brackets in strings",
    ["body.b"],
    '{"a":"}]\\"{","b":[1,"]"],"c":2}',
    '{"a":"}]\\"{","b":"[redacted]","c":2}',
  ],
  ["nothing there", ["body.x"], '{ "a" : [ ] , "b":{} }', '{ "a" : [ ] , "b":{} }'],
])("masks %s and leaves all other bytes", (_, paths, body, expected) => {
  const result = redacted(paths, { body });

  expect(bodyText(result)).toBe(expected);
  expect(result.isUnreadable).toBe(false);
});

test("says where something was masked, and how often, but not what", () => {
  const result = redacted(["body.a[*]", "body.b", "headers.x-token", "query.q"], {
    body: '{"a":[1,2]}',
    headers: [...JSON_HEADERS, "X-Token", "secret", "x-token", "other"],
    query: "q=1&p=2&q",
  });

  expect(result.redaction).toEqual({ paths: ["body.a[*]", "headers.x-token", "query.q"], count: 5 });
  expect(result.headers).toEqual([...JSON_HEADERS, "X-Token", REDACTED, "x-token", REDACTED]);
  expect(result.query).toBe("q=%5Bredacted%5D&p=2&q");
});

test("what is masked already stays as it is", () => {
  const list = ["body.a", "headers.h", "query.q"];
  const once = redacted(list, { body: '{"a":1}', headers: [...JSON_HEADERS, "h", "1"], query: "q=1" });
  const twice = redacted(list, { body: bodyText(once), headers: once.headers, query: once.query });

  expect(twice.redaction).toBeNull();
  expect(bodyText(twice)).toBe(bodyText(once));
  expect([...twice.atPath.values()]).toEqual([1, 1, 1]);
});

test.each<[string, string[], string, string]>([
  ["a field", ["body.email"], "a=1&email=jane%40x&email=y", "a=1&email=%5Bredacted%5D&email=%5Bredacted%5D"],
  ["an encoded name", ["body.email"], "%65mail=x", "%65mail=%5Bredacted%5D"],
  [
    "brackets as steps",
    ["body.customer.email"],
    "customer[email]=x&customer%5Bemail%5D=y&customer[id]=1",
    "customer[email]=%5Bredacted%5D&customer%5Bemail%5D=%5Bredacted%5D&customer[id]=1",
  ],
  ["brackets as written", ['body["customer[email]"]'], "customer[email]=x", "customer[email]=%5Bredacted%5D"],
  ["all of an object", ["body.customer"], "customer[email]=x&c=1", "customer[email]=%5Bredacted%5D&c=1"],
  [
    "items",
    ["body.items[*].card"],
    "items[0][card]=1&items[][card]=2&items[0][x]=3",
    "items[0][card]=%5Bredacted%5D&items[][card]=%5Bredacted%5D&items[0][x]=3",
  ],
  ["a repeated field as a list", ["body.a[*]"], "a=1&a=2", "a=%5Bredacted%5D&a=%5Bredacted%5D"],
  ["broken escapes", ["body.a"], "%zz=1&a=%zz&&=&", "%zz=1&a=%5Bredacted%5D&&=&"],
  [
    "a name that is not ASCII",
    ["body.straße"],
    "straße=1&stra%C3%9Fe=2",
    "straße=%5Bredacted%5D&stra%C3%9Fe=%5Bredacted%5D",
  ],
])("masks %s of a form", (_, paths, body, expected) => {
  expect(bodyText(redacted(paths, { body, headers: FORM_HEADERS }))).toBe(expected);
});

test("JSON is masked under any content type, and lines of JSON under theirs", () => {
  expect(bodyText(redacted(["body.a"], { body: '{"a":1}', headers: FORM_HEADERS }))).toBe(
    '{"a":"[redacted]"}',
  );
  expect(bodyText(redacted(["body.a"], { body: '{"a":1}', headers: [] }))).toBe('{"a":"[redacted]"}');
  const lines = redacted(["body.a"], {
    body: '{"a":1}\n\r\n{"b":2}\n{"a":3}',
    headers: ["content-type", "application/x-ndjson"],
  });
  expect(bodyText(lines)).toBe('{"a":"[redacted]"}\n\r\n{"b":2}\n{"a":"[redacted]"}');
});

test.each([
  ["text", "jane@example.com", "text/plain"],
  ["XML", "<a>jane</a>", "application/xml"],
  ["broken JSON", '{"a":1', "application/json"],
  ["JSON nested too deeply", "[".repeat(600) + "]".repeat(600), "application/json"],
  ["broken JSON under the type of a form", '{"a":1', "application/x-www-form-urlencoded"],
  ["one broken line", '{"a":1}\n{', "application/x-ndjson"],
])("a body of %s is dropped, because nothing can be found in it", (_, body, type) => {
  const result = redacted(["body.a", "headers.h"], { body, headers: ["content-type", type, "h", "1"] });

  expect(result).toMatchObject({ body: null, isUnreadable: true });
  expect(result.redaction).toEqual({ paths: ["headers.h"], count: 1, body_removed: true });
});

test("a list without body paths leaves every body as it is, and an empty body is none", () => {
  const body = Buffer.from("<a>jane</a>");
  expect(redacted(["headers.h"], { body, headers: [] }).body).toBe(body);
  expect(redacted(["body.a"], { body: "" })).toMatchObject({ isUnreadable: false, redaction: null });
  expect(redacted(["body.a"], { body: null })).toMatchObject({ isUnreadable: false, body: null });
});

test.each([
  ["gzip", gzipSync, gunzipSync],
  ["deflate", deflateSync, null],
  ["br", brotliCompressSync, null],
] as const)("%s is masked inside, and compressed again", async (coding, pack, unpack) => {
  const headers = [...JSON_HEADERS, "content-encoding", coding];
  const { list, request } = masked(["body.a"], { body: pack('{"a":1, "b":1.0}'), headers });

  const result = await redactDecoded(list, request);

  expect(result.redaction).toEqual({ paths: ["body.a"], count: 1 });
  if (unpack) expect(unpack(result.body ?? "").toString()).toBe('{"a":"[redacted]", "b":1.0}');
  const untouched = masked(["body.x"], { body: pack('{"a":1}'), headers });
  expect((await redactDecoded(untouched.list, untouched.request)).body).toBe(untouched.request.body);
});

test("a compressed body that cannot be decoded is dropped", async () => {
  const { list, request } = masked(["body.a"], {
    body: '{"a":1}',
    headers: [...JSON_HEADERS, "content-encoding", "zstd"],
  });
  expect(await redactDecoded(list, request)).toMatchObject({ body: null, isUnreadable: true });
});

const step = fc.oneof(fc.constantFrom("a", "b", "", "__proto__", 'q"', "é"), fc.nat(2), fc.constant(null));
const path = fc.array(step, { minLength: 1, maxLength: 4 });
const key = fc.constantFrom("a", "b", "", "__proto__", 'q"', "é");
const value = fc.letrec<{ any: unknown; leaf: unknown; list: unknown[]; object: [string, unknown][] }>(
  (tie) => ({
    any: fc.oneof({ depthSize: "small", withCrossShrink: true }, tie("leaf"), tie("list"), tie("object")),
    leaf: fc.oneof(
      fc.string().map((text) => `leaf ${text}`),
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
    ),
    list: fc.array(tie("any"), { maxLength: 3 }),
    object: fc
      .uniqueArray(fc.tuple(key, tie("any")), { selector: ([name]) => name, maxLength: 4 })
      .map((members) => Object.fromEntries(members) as never),
  }),
).any;

function pathText(steps: readonly RedactionStep[]): string {
  return `body${steps.map((one) => (one === null ? "[*]" : typeof one === "number" ? `[${one}]` : `[${JSON.stringify(one)}]`)).join("")}`;
}

/** What the masker must do, written down without bytes. */
function reference(target: unknown, paths: readonly (readonly RedactionStep[])[]): unknown {
  if (paths.some((steps) => steps.length === 0)) return REDACTED;
  if (typeof target !== "object" || target === null) return target;
  const inside = (name: string | number, inner: unknown) =>
    reference(
      inner,
      paths.filter(([first]) => first === null || first === name).map((steps) => steps.slice(1)),
    );
  if (Array.isArray(target)) return target.map((item: unknown, at) => inside(at, item));
  return Object.fromEntries(Object.entries(target).map(([name, inner]) => [name, inside(name, inner)]));
}

test("masks what the reference masks, in any layout", () => {
  fc.assert(
    fc.property(
      value,
      fc.array(path, { minLength: 1, maxLength: 5 }),
      fc.constantFrom(0, 1, 4),
      (target, paths, indent) => {
        const result = redacted(paths.map(pathText), { body: JSON.stringify(target, null, indent) });

        expect(bodyText(result)).toBe(JSON.stringify(reference(target, paths), null, indent));
      },
    ),
    { numRuns: 3_000 },
  );
});

test("reads back every path that can be written", () => {
  fc.assert(
    fc.property(path, (steps) => {
      expect(readRedactionPath(pathText(steps))).toEqual({ part: "body", steps });
    }),
  );
});

test("hostile bodies neither throw nor pass a value at a path", () => {
  const bytes = fc.oneof(fc.constantFrom(...Buffer.from('{}[]",:\\ \n-0e1"SECRET"a&=%')), fc.nat(255));
  const types = fc.constantFrom(
    "application/json",
    "application/x-www-form-urlencoded",
    "text/plain",
    "application/x-ndjson",
  );
  fc.assert(
    fc.property(
      value,
      fc.array(fc.tuple(fc.nat(400), bytes), { maxLength: 3 }),
      types,
      (target, changes, type) => {
        const body = Buffer.from(JSON.stringify({ a: "SECRET", b: target, c: [{ a: "SECRET" }] }));
        for (const [at, byte] of changes) if (at < body.length) body[at] = byte;
        const result = redacted(["body.a", "body.c[*].a", "body.b"], {
          body,
          headers: ["content-type", type],
        });

        if (result.body === null) return;
        const parsed = parsedOrNull(bodyText(result).replace(/^\uFEFF/, ""));
        if (typeof parsed !== "object" || parsed === null || Array.isArray(parsed)) return;
        for (const name of ["a", "b"])
          if (Object.hasOwn(parsed, name)) expect(Reflect.get(parsed, name)).toBe(REDACTED);
      },
    ),
    { numRuns: 5_000 },
  );
});

function parsedOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null; // lines, or a form
  }
}

test("any text is a path or has a mistake in words", () => {
  fc.assert(
    fc.property(
      fc.string({ maxLength: 40 }),
      fc.constantFrom("body", "headers", "query", ""),
      (text, part) => {
        const read = readRedactionPath(part + text);
        expect("problem" in read ? read.problem : read.part).toMatch(/^(must|may)|^(body|headers|query)$/);
      },
    ),
  );
});

test.each([
  ["customer.email", "must begin with body, headers or query, such as body.customer.email"],
  ["body", "must name a value, such as body.email"],
  ["body..a", 'must be names after dots, such as body.items[*].email or body["first name"]'],
  ["headers.a.b", "must name one header, such as headers.token"],
  ["query[*]", "must name one parameter, such as query.token"],
  ["headers.Content-Type", "may not name content-type, which Posthorn needs"],
  ["headers.X-Posthorn-Hops", "may not name x-posthorn-hops, which Posthorn needs"],
])("%s %s", (text, problem) => {
  expect(readRedactionPath(text)).toEqual({ problem });
});
