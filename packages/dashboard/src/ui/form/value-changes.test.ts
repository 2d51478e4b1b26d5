import { expect, test } from "vitest";
import { changedPaths, isSame, mergeChanges } from "./value-changes.ts";

const base = { name: "orders", config: { url: "https://a", method: null }, tags: ["a", "b"] };

test("values are the same by content, and the order in a list counts", () => {
  expect(isSame(base, structuredClone(base))).toBe(true);
  expect(isSame({ a: undefined }, {})).toBe(true);
  expect(isSame(["a", "b"], ["b", "a"])).toBe(false);
  expect(isSame({ a: null }, { a: 0 })).toBe(false);
});

test("changes are named by path, and a list is one change", () => {
  const changed = { ...base, config: { url: "https://b", method: null }, tags: ["a"] };

  expect(changedPaths(base, changed)).toEqual(["config.url", "tags"]);
  expect(changedPaths(base, base)).toEqual([]);
});

test("a merge keeps what each person changed, and mine where both did", () => {
  const theirs = { name: "theirs", config: { url: "https://theirs", method: "PUT" }, tags: ["a", "b"] };
  const mine = { name: "mine", config: { url: "https://a", method: null }, tags: [] };

  expect(mergeChanges(base, theirs, mine)).toEqual({
    name: "mine",
    config: { url: "https://theirs", method: "PUT" },
    tags: [],
  });
});
