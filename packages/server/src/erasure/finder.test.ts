import { expect, test } from "vitest";
import { createFinder } from "./finder.ts";

const JANE = "Jane.Roe@Example.com";

test.each([
  ["as it is", "to jane.roe@example.com."],
  ["in capitals", "JANE.ROE@EXAMPLE.COM"],
  ["with percent signs", "a=jane.roe%40example.com"],
  ["with every letter escaped by percent signs", "%6aane.roe%40example.com"],
  ["with escapes of JSON", String.raw`jane.roe\u0040example.com`],
  ["escaped twice", String.raw`{"text":"jane.roe\\u0040example.com"}`],
  ["with escapes in percent signs", "jane.roe%5Cu0040example.com"],
])("an identifier is found %s", (_, text) => {
  expect(createFinder(JANE).isIn(text)).toBe(true);
});

test.each(["jane.roe@example.org", "jane_roe@example.com", "janeroe@example.com", "", "%", "\\u00"])(
  "it is not found in %j",
  (text) => {
    expect(createFinder(JANE).isIn(text)).toBe(false);
  },
);

test("names of other scripts, with spaces and with broken bytes are found", () => {
  expect(createFinder("Zoë Müller").isIn("name=Zo%C3%AB+m%C3%BCller")).toBe(true);
  expect(createFinder("Жанна Роу").isIn("ЖАННА РОУ")).toBe(true);
  expect(createFinder("Zoe\u0308").isIn("Zoë")).toBe(true);
  expect(createFinder("cus_123").isIn("%ff%zzcus_123")).toBe(true);
});

test("the anchors are in every spelling, and an identifier without any has none", () => {
  expect(createFinder(JANE).anchors).toEqual(["example", "jane", "roe"]);
  expect(createFinder("a-b-c-d").anchors).toEqual([]);
  expect(createFinder("Жанна").anchors).toEqual([]);
});
