import { expect, test } from "vitest";
import { findHits, findTreeHits, firstHitFrom } from "./find-hits.ts";
import type { FlatJson } from "./flat-json.ts";
import { flattenJson } from "./flatten.ts";

test("one character is too little to search for", () => {
  expect(findHits("aaaa", "a").start).toHaveLength(0);
  expect([...findHits("aaaa", "aa").start]).toEqual([0, 2]);
});

test("case does not matter and signs have no special meaning", () => {
  expect([...findHits("Order ORDER order", "order").start]).toEqual([0, 6, 12]);
  expect([...findHits("a.b axb [a.b]", "a.b").start]).toEqual([0, 9]);
});

test("a letter that grows in lower case does not shift later hits", () => {
  expect([...findHits("İİİ total", "total").start]).toEqual([4]);
});

test("in the tree only keys and plain values are hit, each in its row", () => {
  const json = flattened('{"total":{"total_net":"TOTAL"},"x":[ 10,10 ]}');

  const hits = findTreeHits(json, "total");

  expect([...hits.row]).toEqual([1, 2, 2]);
  expect([...findTreeHits(json, "10").row]).toEqual([5, 6]);
  expect(findTreeHits(json, "0,").start).toHaveLength(0);
});

test("the first hit from an offset is found, also past the last", () => {
  const hits = findHits("ab ab ab", "ab");

  expect([0, 1, 6, 7].map((offset) => firstHitFrom(hits, offset))).toEqual([0, 1, 2, 3]);
});

function flattened(text: string): FlatJson {
  const result = flattenJson(text);
  if (!result.ok) throw new Error(result.fault.reason);
  return result.json;
}
