import { expect, test } from "vitest";
import { compareTexts, foldsOf, foldText, sideBySide } from "./diff-rows.ts";

const numbered = (count: number) => Array.from({ length: count }, (_line, at) => `line ${at + 1}`);

test("rows carry the line numbers of both texts, and the counts", () => {
  const { rows, added, removed } = compareTexts("a\nb\nc", "a\nx\ny\nc");

  expect(rows.map(({ kind, text, before, after }) => [kind, text, before, after])).toEqual([
    ["same", "a", 1, 1],
    ["removed", "b", 2, null],
    ["added", "x", null, 2],
    ["added", "y", null, 3],
    ["same", "c", 3, 4],
  ]);
  expect([added, removed]).toEqual([2, 1]);
});

test("side by side, alike lines stand beside each other", () => {
  const { left, right } = sideBySide(compareTexts("a\nb\nc", "a\nx\ny\nc").rows);

  expect(left.map(({ text, kind }) => (kind === "gap" ? "·" : text))).toEqual(["a", "b", "·", "c"]);
  expect(right.map(({ text, kind }) => (kind === "gap" ? "·" : text))).toEqual(["a", "x", "y", "c"]);
});

test("long stretches that are alike fold, and three lines beside each change stay", () => {
  const before = numbered(40);
  const after = before.with(19, "changed");
  const { rows } = compareTexts(before.join("\n"), after.join("\n"));

  const folds = foldsOf(rows);

  expect(folds).toEqual([
    { first: 0, last: 15 },
    { first: 24, last: 40 },
  ]);
  expect(folds.map(foldText)).toEqual(["… 16 lines alike", "… 17 lines alike"]);
});

test("short stretches and equal texts do not fold", () => {
  expect(foldsOf(compareTexts("a\nb\nc\nd\ne\nf", "x\nb\nc\nd\ne\ny").rows)).toEqual([]);
  expect(foldsOf(compareTexts(numbered(30).join("\n"), numbered(30).join("\n")).rows)).toEqual([]);
});
