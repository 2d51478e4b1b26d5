import { expect, test } from "vitest";
import { fitsPattern, fixedCharacters } from "./name-pattern.ts";

test.each([
  ["*", "anything", true],
  ["*", "", true],
  ["orders", "orders", true],
  ["orders", "orders-2", false],
  ["Orders", "oRDERS", true],
  ["prod-*", "prod-orders", true],
  ["prod-*", "prod-", true],
  ["prod-*", "my-prod-orders", false],
  ["*-orders", "prod-orders", true],
  ["*prod*", "my-prod-orders", true],
  ["a*b*c", "a-b-b-c", true],
  ["a*b*c", "a-c-b", false],
  ["a*a", "a", false],
  ["prod-*,stage-*", "stage-orders", true],
  ["prod-*, !*-test", "prod-orders", true],
  ["prod-*, !*-test", "prod-test", false],
  ["!test-*", "orders", true],
  ["!test-*", "test-orders", false],
  ["", "orders", false],
  [" , ", "orders", false],
  ["!", "orders", false],
  ["a.c", "abc", false],
])("pattern %j and name %j: %j", (pattern, name, fits) => {
  expect(fitsPattern(pattern, name)).toBe(fits);
});

test("a pattern of many asterisks is judged at once", () => {
  expect(fitsPattern(`${"*a".repeat(300)}*b`, "a".repeat(155))).toBe(false);
});

test("a pattern that fixes more is more specific", () => {
  const patterns = ["*", "prod-*", "prod-orders-*", "prod-orders-eu"];

  expect(patterns.toSorted((one, other) => fixedCharacters(one) - fixedCharacters(other))).toEqual(patterns);
});
