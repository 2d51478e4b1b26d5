import { expect, test } from "vitest";
import { caselessPattern, jsonSpellings, querySpellings, wordsIn } from "./payload-filters.ts";

test("a plain word has one spelling", () => {
  expect(jsonSpellings("order-7")).toEqual(["order-7"]);
  expect(querySpellings("order-7")).toEqual(["order-7"]);
});

test("a text inside JSON is looked for as senders may have escaped it", () => {
  expect(jsonSpellings('say "é/b"')).toEqual([
    'say "é/b"',
    String.raw`say \"é/b\"`,
    String.raw`say \"é\/b\"`,
    String.raw`say \"\u00e9/b\"`,
    String.raw`say \"\u00e9\/b\"`,
  ]);
});

test("a text inside a query is looked for as it is encoded there", () => {
  expect(querySpellings("a b&c")).toEqual(["a b&c", "a%20b%26c", "a+b%26c", "a+b&c"]);
  expect(querySpellings("\ud800 lone")).toEqual(["\ud800 lone"]);
});

test("what has no other case is enough for a quick look, letters are not", () => {
  expect(caselessPattern("Order-17_%")?.toString()).toBe(String.raw`%_____-17\_\%%`);
  expect(caselessPattern("order-1")).toBeNull();
});

test("the longest words of a value filter must be there, however else it is written", () => {
  const value = { order: { customer_name: "Ada Lovelace", id: 17, ok: true } };

  expect(wordsIn({ value, isText: false })).toEqual(["customer_name", "Lovelace", "order"]);
  expect(wordsIn({ value: { a: "1" }, isText: false })).toEqual([]);
  expect(wordsIn({ value: { total: "17.50" }, isText: true })).toEqual(["total"]);
  expect(wordsIn({ value: { total: "17.50" }, isText: false })).toEqual(["total", "17"]);
});
