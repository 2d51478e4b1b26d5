import { DeduplicateRule } from "@posthorn/contract/rules";
import { expect, test } from "vitest";
import type { ReceivedPayload } from "../received-payload.ts";
import { duplicateKeyOf } from "./duplicate-key.ts";
import { viewOf } from "./request-view.ts";

const BODY = {
  id: 7,
  at: "12:00",
  items: [
    { sku: "a", n: 1 },
    { sku: "b", n: 2 },
  ],
  note: null,
};
const PAYLOAD: ReceivedPayload = {
  method: "POST",
  path: "/orders",
  query: "shop=1",
  headers: ["Content-Type", "application/json", "X-Id", "h1"],
  client_ip: null,
  body: Buffer.from(JSON.stringify(BODY)),
};

type Change = Partial<Omit<ReceivedPayload, "body">> & { body?: unknown };

/** The rule treats two requests as the same when their keys are equal. */
function areSame(fields: Partial<DeduplicateRule>, change: Change): boolean {
  const rule = DeduplicateRule.parse({ type: "deduplicate", window: 60_000, ...fields });
  const keyOf = duplicateKeyOf(rule);
  const { body, ...rest } = change;
  const changed = {
    ...PAYLOAD,
    ...rest,
    ...(body !== undefined && {
      body: Buffer.from(typeof body === "string" ? body : JSON.stringify({ ...BODY, ...(body as object) })),
    }),
  };
  return keyOf(viewOf(PAYLOAD)).equals(keyOf(viewOf(changed)));
}

test("without fields the whole request counts, but for its headers", () => {
  expect(areSame({}, {})).toBe(true);
  expect(areSame({}, { headers: ["Content-Type", "application/json", "X-Id", "h2"] })).toBe(true);
  expect(areSame({}, { body: { id: 8 } })).toBe(false);
  expect(areSame({}, { query: "shop=2" })).toBe(false);
  expect(areSame({}, { path: "/refunds" })).toBe(false);
  expect(areSame({}, { query: null })).toBe(false);
});

test.each<[string[], Change, boolean]>([
  [["body.id"], { body: { at: "13:00" }, path: "/else" }, true],
  [["body.id"], { body: { id: 8 } }, false],
  // Scalars keep their type.
  [["body.id"], { body: { id: "7" } }, false],
  [["headers.x-id"], { headers: ["x-ID", "h1"], body: { id: 8 } }, true],
  [["headers.X-Id"], { headers: ["X-Id", "h2"] }, false],
  [["query.shop"], { query: "shop=1&page=2" }, true],
  [["query.shop"], { query: "shop=2" }, false],
  [["path"], { path: "/orders", body: { id: 9 } }, true],
  [["path"], { path: "/other" }, false],
  [["body.items[*].sku"], { body: { items: [{ sku: "a", n: 9 }, { sku: "b" }] } }, true],
  [["body.items[*].sku"], { body: { items: [{ sku: "b" }, { sku: "a" }] } }, false],
  [["body.items[1].sku"], { body: { items: [{ sku: "x" }, { sku: "b" }] } }, true],
  [["body.items"], { body: { items: [] } }, false],
  // A missing value is an empty text, wherever the path ends.
  [["body.missing.deep"], { body: { missing: {} } }, true],
  [["body.missing"], { body: { missing: "" } }, true],
  [["body.id[*]"], { body: { id: 8 } }, true],
  [["body"], { body: { at: "13:00" } }, false],
])("only %j counts: %j is the same: %s", (include_fields, change, expected) => {
  expect(areSame({ include_fields }, change)).toBe(expected);
});

test.each<[string[], Change, boolean]>([
  [["body.at"], { body: { at: "13:00" } }, true],
  [["body.at"], { body: { id: 8 } }, false],
  [
    ["body.items[*].n"],
    {
      body: {
        items: [
          { sku: "a", n: 5 },
          { sku: "b", n: 6 },
        ],
      },
    },
    true,
  ],
  [["body.items[0]"], { body: { items: [{ sku: "z" }, { sku: "b", n: 2 }] } }, true],
  [["body.items[0]"], { body: { items: [{ sku: "a", n: 1 }, { sku: "z" }] } }, false],
  [["body"], { body: { id: 8 } }, true],
  [["query"], { query: "page=9" }, true],
  [["body.at"], { headers: ["X-Id", "h2", "content-type", "application/json"] }, true],
])("all but %j counts: %j is the same: %s", (exclude_fields, change, expected) => {
  expect(areSame({ exclude_fields }, change)).toBe(expected);
});

test("a body that is no JSON is one text", () => {
  const keyOf = duplicateKeyOf({ type: "deduplicate", window: 1_000, include_fields: ["body", "body.x"] });
  const text = (body: string) => keyOf(viewOf({ ...PAYLOAD, headers: [], body: Buffer.from(body) }));

  expect(text("a").equals(text("a"))).toBe(true);
  expect(text("a").equals(text("b"))).toBe(false);
});

test("another rule knows no duplicates yet", () => {
  const [one, other] = [1_000, 2_000].map((window) =>
    duplicateKeyOf({ type: "deduplicate", window })(viewOf(PAYLOAD)),
  );

  expect(other).not.toEqual(one);
});

test.each([
  { window: 999 },
  { window: 3_600_001 },
  { window: 60_000, include_fields: [] },
  { window: 60_000, include_fields: ["cookies.a"] },
  { window: 60_000, include_fields: ["body..a"] },
  { window: 60_000, include_fields: ["body[x]"] },
  { window: 60_000, include_fields: ["body.a"], exclude_fields: ["body.b"] },
  {},
])("%j is no rule", (fields) => {
  expect(DeduplicateRule.safeParse({ type: "deduplicate", ...fields }).success).toBe(false);
});
