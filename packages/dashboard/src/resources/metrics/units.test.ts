import { expect, test } from "vitest";
import { unitOf, type UnitKind } from "./units.ts";

test.each<[UnitKind, number, string]>([
  ["count", 1660, "1,660"],
  ["average", 1.2345, "1.23"],
  ["rate", 111.4, "111 / min"],
  ["rate", 0.0667, "0.0667 / min"],
  ["rate", 0.00207, "< 0.01 / min"],
  ["rate", 0, "0 / min"],
  ["time", 623.2, "623 ms"],
  ["time", 165_000, "165 s"],
  ["time", 1_500_000, "25 min"],
  ["time", 36_000_000, "10 h"],
  ["share", 0.088, "8.8 %"],
])("a %s of %d", (kind, value, text) => {
  expect(unitOf(kind, value).inUnit(value)).toBe(text);
});

test("an axis has short labels in one unit", () => {
  expect([0, 800, 1600, 2400].map(unitOf("count", 2400).onAxis ?? String)).toEqual([
    "0",
    "800",
    "1.6k",
    "2.4k",
  ]);
  expect([0, 80_000, 240_000].map(unitOf("time", 240_000).inUnit)).toEqual(["0 s", "80 s", "240 s"]);
});
