import { FILTER_OPERATORS } from "@posthorn/contract/filter/operator-list";
import { expect, test } from "vitest";
import { expectation, finding, pathText } from "./condition-words.ts";

test.each<[operator: string | null, expected: unknown, words: string]>([
  [null, "paid", '"paid"'],
  [null, {}, "an object"],
  ["$eq", { $ref: "b.c" }, "the value at b.c"],
  ["$neq", 1, "anything but 1"],
  ["$gt", 50, "more than 50"],
  ["$gte", 50, "50 or more"],
  ["$lt", 50, "less than 50"],
  ["$lte", 50, "50 or less"],
  ["$in", ["CH", "LI"], 'one of "CH", "LI"'],
  ["$in", [1, 2, 3, 4, 5, 6, 7], "one of 1, 2, 3, 4, 5 and 2 more"],
  ["$in", "x", 'a text that contains "x"'],
  ["$nin", ["a"], 'none of "a"'],
  ["$nin", "a", 'a text without "a"'],
  ["$startsWith", ["a", "b"], 'a text that starts with "a" or "b"'],
  ["$endsWith", "b", 'a text that ends with "b"'],
  ["$exist", true, "this key to be there"],
  ["$exist", false, "this key to be missing"],
  ["$ref", "b", "the value at b"],
  ["$or", [1, 2], "at least one of these: [1,2]"],
  ["$and", [1], "all of these: [1]"],
  ["$not", { a: 1 }, 'anything but a match of {"a":1}'],
])("%s %j: %s", (operator, expected, words) => {
  expect(expectation({ operator, expected })).toBe(words);
});

test("every operator has words of its own", () => {
  for (const { name } of FILTER_OPERATORS)
    expect(expectation({ operator: name, expected: 1 })).not.toContain("$");
});

test("what was found", () => {
  expect(finding({ path: ["a"], found: undefined })).toBe("It is missing");
  expect(finding({ path: ["a"], found: "DE" })).toBe('It is "DE"');
  expect(finding({ path: ["a", null, "b"], found: [] })).toBe("No element has this key");
  expect(finding({ path: ["a", null, "b"], found: ["x", 1] })).toBe('Its elements have "x", 1');
  expect(finding({ path: ["a"], found: "x".repeat(500) }).length).toBeLessThan(80);
});

test("a path reads like the fields of a rule", () => {
  expect(pathText(["line_items", null, "sku"])).toBe("line_items[*].sku");
  expect(pathText(["x-topic", "a.b"])).toBe('x-topic["a.b"]');
});
