import { expect, test } from "vitest";
import { formatJson } from "./format-json.ts";

test("short values stay on one line, the outermost braces do not", () => {
  const filter = {
    status: "paid",
    total: { $gte: 50 },
    items: [{ sku: { $startsWith: "A-" } }],
    none: {},
    list: [],
  };

  expect(formatJson(filter)).toBe(`{
  "status": "paid",
  "total": { "$gte": 50 },
  "items": [{ "sku": { "$startsWith": "A-" } }],
  "none": {},
  "list": []
}`);
});

test("long values are broken up", () => {
  expect(formatJson({ ids: Array.from({ length: 3 }, () => "x".repeat(30)) })).toContain('[\n    "xxx');
});

test.each<[unknown]>([[null], ["/orders"], [5], [[1, [2]]], [{ "a b": { c: [true, null] } }]])(
  "%j stays what it is",
  (value) => {
    expect(JSON.parse(formatJson(value))).toEqual(value);
  },
);
