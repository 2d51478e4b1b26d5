import { expect, test } from "vitest";
import { moneyText, shortMoneyText } from "./money.ts";

test.each([
  [0, "$0.00", "$0"],
  [5, "$0.05", "$0.05"],
  [99, "$0.99", "$0.99"],
  [100, "$1.00", "$1"],
  [3900, "$39.00", "$39"],
  [3950, "$39.50", "$39.50"],
  [149_900, "$1,499.00", "$1,499"],
  [Number.MAX_SAFE_INTEGER, "$90,071,992,547,409.91", "$90,071,992,547,409.91"],
])("%d cents are %s, or in short %s", (cents, exact, short) => {
  expect(moneyText(cents)).toBe(exact);
  expect(shortMoneyText(cents)).toBe(short);
});
