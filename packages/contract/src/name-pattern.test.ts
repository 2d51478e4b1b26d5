import { expect, test } from "vitest";
import { fitsPattern, narrownessOf } from "./name-pattern.ts";

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

test.each([
  ["prod-orders", "prod-orders*", "a whole name is narrower than its beginning"],
  ["prod-orders*", "prod-*", "more characters of the name"],
  ["prod-*", "*", "some characters of the name"],
  ["prod-*", "p*,payments-of-last-year,stage-*", "only the part counts that names it"],
  ["prod-*", "*,!the-long-name-of-something-else", "what a pattern takes away names nothing"],
  ["!stage-*", "*", "of two alike, the one that takes something away"],
])("%j is narrower than %j: %s", (narrower, wider) => {
  const [one, other] = [narrownessOf(narrower, "prod-orders"), narrownessOf(wider, "prod-orders")];
  const at = one.findIndex((number, index) => number !== other[index]);

  expect(one[at]).toBeGreaterThan(other[at] ?? 0);
});
