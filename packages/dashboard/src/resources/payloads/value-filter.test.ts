import { expect, test } from "vitest";
import { bothFilters, valueFilter } from "./value-filter.ts";

test.each([
  [["a", "b"], 1, { a: { b: 1 } }],
  [["items", 0, "sku"], "A-1", { items: [{ sku: "A-1" }] }],
  [["tags", 3], "new", { tags: ["new"] }],
  [[], true, true],
  [["a.b", ""], null, { "a.b": { "": null } }],
])("%j = %j", (path, value, filter) => {
  expect(valueFilter(path, value)).toEqual(filter);
});

test("a key named __proto__ is a key like any other", () => {
  expect(JSON.stringify(valueFilter(["__proto__", "a"], 1))).toBe('{"__proto__":{"a":1}}');
  expect(JSON.stringify(bothFilters({ b: 2 }, valueFilter(["__proto__"], 1)))).toBe('{"b":2,"__proto__":1}');
});

test("a second value narrows the filter further", () => {
  const first = valueFilter(["customer", "country"], "DE");

  expect(bothFilters(undefined, first)).toEqual(first);
  expect(bothFilters(first, valueFilter(["customer", "vip"], true))).toEqual({
    customer: { country: "DE", vip: true },
  });
  expect(bothFilters(first, valueFilter(["customer", "country"], "CH"))).toEqual({
    customer: { country: "CH" },
  });
  expect(bothFilters({ tags: ["new"] }, { tags: ["paid", "new"] })).toEqual({ tags: ["new", "paid"] });
});
