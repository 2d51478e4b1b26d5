import { gunzipSync, gzipSync } from "node:zlib";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { eraseAnswer, eraseLogs, erasePayload, type StoredContent } from "./erase-payload.ts";
import { createFinder } from "./finder.ts";

const JANE = "jane.roe@example.com";
const finder = createFinder(JANE);

const stored = (change: Partial<StoredContent> = {}): StoredContent => ({
  path: "/orders",
  query: null,
  headers: ["Content-Type", "application/json"],
  client_ip: "203.0.113.7",
  body: null,
  ...change,
});

async function bodyAfter(body: string | Buffer, type = "application/json"): Promise<string> {
  const { content } = await erasePayload(
    stored({ body: Buffer.from(body), headers: ["content-type", type] }),
    finder,
  );
  return content.body?.toString() ?? "";
}

test.each([
  ["a value", `{"a": "${JANE}","n": 1.0}`, '{"a": "[redacted]","n": 1.0}'],
  ["a part of a text", `["to ${JANE}, now"]`, '["[redacted]"]'],
  ["another case", `["JANE.ROE@example.com"]`, '["[redacted]"]'],
  ["a name", `{"${JANE}":{"x":1}}`, '{"[redacted]":{"x":1}}'],
  ["escapes", String.raw`["jane.roe\u0040example.com", "\"${JANE}\\"]`, '["[redacted]", "[redacted]"]'],
  ["JSON in JSON", JSON.stringify({ a: JSON.stringify({ b: JANE }), c: 1 }), '{"a":"[redacted]","c":1}'],
  ["a text alone", `"${JANE}"`, '"[redacted]"'],
  ["a byte order mark", `\uFEFF{"a":"${JANE}"}`, '{"a":"[redacted]"}'],
  ["nothing", '{ "a" : [ 1.50 , null ] }', '{ "a" : [ 1.50 , null ] }'],
])("JSON loses %s, and all other bytes stay", async (_, body, expected) => {
  expect(await bodyAfter(body)).toBe(expected);
});

test("a number that contains a customer's number is erased, too", async () => {
  const customer = createFinder("100234");
  const body = Buffer.from('{"customer": 100234, "order":9100234, "n":1}');

  const { content, count } = await erasePayload(stored({ body }), customer);

  expect(content.body?.toString()).toBe('{"customer": "[redacted]", "order":"[redacted]", "n":1}');
  expect(count).toBe(2);
});

test.each([
  [
    "lines of JSON",
    "application/x-ndjson",
    `{"a":1}\n\n{"b":"${JANE}"}\n`,
    '{"a":1}\n\n{"b":"[redacted]"}\n',
  ],
  [
    "a form",
    "application/x-www-form-urlencoded",
    "a=1&email=jane.roe%40example.com&b=&jane.roe%40example.com=2",
    "a=1&email=%5Bredacted%5D&b=&%5Bredacted%5D=2",
  ],
  ["XML", "application/xml", `<a>${JANE}</a>`, "[redacted]"],
  ["text", "text/plain", `Dear ${JANE}`, "[redacted]"],
  ["broken JSON", "application/json", `{"a":"${JANE}"`, "[redacted]"],
  ["an identifier across two fields", "application/x-www-form-urlencoded", "a=1&b=2", "a=1&b=2"],
])("%s", async (_, type, body, expected) => {
  expect(await bodyAfter(body, type)).toBe(expected);
});

test("what spans several parts goes as a whole", async () => {
  const spanning = createFinder("1&b=2");

  const form = await erasePayload(
    stored({
      body: Buffer.from("a=1&b=2"),
      query: "a=1&b=2",
      headers: ["content-type", "application/x-www-form-urlencoded"],
    }),
    spanning,
  );

  expect(form.content.body?.toString()).toBe("%5Bredacted%5D");
  expect(form.content.query).toBe("%5Bredacted%5D");
});

test("headers, path, query and the sender's address lose it; what the body needs stays", async () => {
  const { content, count } = await erasePayload(
    stored({
      path: `/people/${JANE}/orders`,
      query: `user=jane.roe%40example.com&page=2`,
      headers: ["Content-Type", "application/json", "X-User", JANE, "content-length", "12", "x-other", "1"],
    }),
    finder,
  );

  expect(content.path).toBe("/people/%5Bredacted%5D/orders");
  expect(content.query).toBe("user=%5Bredacted%5D&page=2");
  expect(content.headers).toEqual([
    "Content-Type",
    "application/json",
    "X-User",
    "[redacted]",
    "content-length",
    "12",
    "x-other",
    "1",
  ]);
  expect(count).toBe(3);
  const ip = await erasePayload(stored({ client_ip: "198.51.100.23" }), createFinder("198.51.100.23"));
  expect([ip.content.client_ip, ip.count]).toEqual([null, 1]);
});

test("a compressed body is erased inside; one that cannot be unpacked is reported", async () => {
  const headers = ["content-type", "application/json", "content-encoding", "gzip"];
  const packed = await erasePayload(stored({ headers, body: gzipSync(`{"a":"${JANE}"}`) }), finder);
  const unknown = await erasePayload(
    stored({ headers: ["content-encoding", "zstd"], body: Buffer.from([1, 2, 3]) }),
    finder,
  );
  const without = await erasePayload(stored({ headers, body: gzipSync("{}") }), finder);

  expect(gunzipSync(packed.content.body ?? Buffer.of()).toString()).toBe('{"a":"[redacted]"}');
  expect([packed.count, packed.isUnreadable]).toEqual([1, false]);
  expect([unknown.count, unknown.isUnreadable]).toEqual([0, true]);
  expect(without.count).toBe(0);
});

test("answers and logs lose it", async () => {
  const answer = await eraseAnswer(
    {
      requested_url: "https://api.acme.dev/u/jane.roe%40example.com?x=1",
      response_headers: ["location", `/u/${JANE}`],
      response_body: Buffer.from(`{"echo":"${JANE}"}`),
    },
    finder,
  );
  const inHost = await eraseAnswer(
    { requested_url: `https://${JANE}/`, response_headers: null, response_body: null },
    finder,
  );

  expect(answer.content).toEqual({
    requested_url: "https://api.acme.dev/u/%5Bredacted%5D?x=1",
    response_headers: ["location", "[redacted]"],
    response_body: Buffer.from('{"echo":"[redacted]"}'),
  });
  expect(answer.count).toBe(3);
  expect(inHost.content.requested_url).toBe("[redacted]");
  expect(eraseLogs(`[{"type":"log","message":"got ${JANE}"}]`, finder)).toEqual({
    logs: '[{"type":"log","message":"[redacted]"}]',
    count: 1,
  });
  expect(eraseLogs("[]", finder)).toEqual({ logs: "[]", count: 0 });
});

test("whatever is stored, it is gone afterwards, and a second time finds nothing", async () => {
  const piece = fc.oneof(
    fc.string(),
    fc.constantFrom(JANE, JANE.toUpperCase(), "jane.roe%40example.com", "&", "="),
  );
  const text = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(""));
  const body = fc.oneof(
    text,
    fc
      .jsonValue()
      .chain((json) => text.map((inside) => JSON.stringify({ json, inside, [inside]: [inside] }))),
  );
  await fc.assert(
    fc.asyncProperty(
      body,
      text,
      fc.constantFrom("application/json", "text/plain", "application/x-www-form-urlencoded"),
      async (bytes, query, type) => {
        const once = await erasePayload(
          stored({ body: Buffer.from(bytes), query, headers: ["content-type", type, "x-h", query] }),
          finder,
        );
        const { content } = once;
        const left = [content.body?.toString() ?? "", content.query ?? "", ...content.headers];

        expect(left.filter((part) => finder.isIn(part))).toEqual([]);
        expect((await erasePayload(content, finder)).count).toBe(0);
        if (once.count === 0)
          expect(content).toEqual(
            stored({ body: Buffer.from(bytes), query, headers: ["content-type", type, "x-h", query] }),
          );
      },
    ),
  );
});
