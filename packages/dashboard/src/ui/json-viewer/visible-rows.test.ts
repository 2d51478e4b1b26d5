import { expect, test } from "vitest";
import type { FlatJson } from "./flat-json.ts";
import { flattenJson } from "./flatten.ts";
import { allFolded, entryOf, nothingFolded, unfoldedAround, visibleRows, withFold } from "./visible-rows.ts";

const NESTED = '{"a":{"b":{"c":1}},"d":[1,2],"e":{}}';
const NONE: ReadonlySet<number> = new Set();

test("a folded row hides its children and its closing bracket", () => {
  const json = flattened(NESTED);

  const visible = visibleRows(json, withFold(nothingFolded(json), 1, true), NONE);

  expect(rowsOf(visible)).toEqual([0, 1, 6, 7, 8, 9, 10, 11]);
});

test("folding all leaves the root open", () => {
  const json = flattened(NESTED);

  expect(rowsOf(visibleRows(json, allFolded(json), NONE))).toEqual([0, 1, 6, 10, 11]);
});

test("a row deep in folded rows comes to light with all that is around it, and nothing else", () => {
  const json = flattened(NESTED);

  const folds = unfoldedAround(json, allFolded(json), 3);

  expect(rowsOf(visibleRows(json, folds, NONE))).toEqual([0, 1, 2, 3, 4, 5, 6, 10, 11]);
  expect(unfoldedAround(json, folds, 3)).toBe(folds);
});

test("a string shown in full takes one entry per 2,000 characters", () => {
  const json = flattened(`["${"x".repeat(4_500)}",1]`);

  const visible = visibleRows(json, nothingFolded(json), new Set([1]));

  expect(rowsOf(visible)).toEqual([0, 1, 1, 1, 2, 3]);
  expect([entryOf(visible, 1, 2), entryOf(visible, 2, 0), entryOf(visible, 1, 3)]).toEqual([3, 4, -1]);
});

function flattened(text: string): FlatJson {
  const result = flattenJson(text);
  if (!result.ok) throw new Error(result.fault.reason);
  return result.json;
}

function rowsOf(visible: ReturnType<typeof visibleRows>): number[] {
  return [...visible.row.subarray(0, visible.count)];
}
