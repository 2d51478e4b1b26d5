import { expect, test } from "vitest";
import { PADDING_PX, rowsInView, rowTops, scrollTopFor, totalPx, withHeights } from "./row-window.ts";

const TALL = 7;
/** 1,000 rows of 20 px; row 7 has 60. */
const tops = rowTops(1000, (row) => (row === TALL ? 60 : 20));

test("rows follow each other, with space above the first and below the last", () => {
  expect(Array.from(tops.subarray(0, 3))).toEqual([PADDING_PX, 30, 50]);
  expect(Array.from(tops.subarray(TALL, TALL + 2))).toEqual([150, 210]);
  expect(totalPx(tops)).toBe(1000 * 20 + 40 + 2 * PADDING_PX);
  expect(totalPx(rowTops(0, () => 20))).toBe(2 * PADDING_PX);
});

test("only the rows in view are drawn, some beside them, and the one that is kept", () => {
  const view = { topPx: 10_050, heightPx: 100 }; // rows 500 to 505

  expect(rowsInView(tops, view, -1)).toEqual(Array.from({ length: 22 }, (_, n) => 492 + n));
  expect(rowsInView(tops, view, 3).slice(0, 2)).toEqual([3, 492]);
  expect(rowsInView(tops, view, 999).slice(-2)).toEqual([513, 999]);
  expect(rowsInView(tops, view, 500)).toHaveLength(22);
});

test("the ends of the list are no limit to a view", () => {
  expect(rowsInView(tops, { topPx: -500, heightPx: 100 }, -1)[0]).toBe(0);
  expect(rowsInView(tops, { topPx: 90_000, heightPx: 100 }, -1).at(-1)).toBe(999);
  expect(
    rowsInView(
      rowTops(0, () => 20),
      { topPx: 0, heightPx: 100 },
      0,
    ),
  ).toEqual([]);
});

test("a row that turns out higher moves all rows below it", () => {
  const corrected = withHeights(tops, new Map([[2, 40], [TALL, 20]])); // prettier-ignore

  expect(Array.from(corrected.subarray(0, 4))).toEqual([PADDING_PX, 30, 50, 90]);
  expect(corrected[TALL]).toBe(170);
  expect(corrected[TALL + 1]).toBe(190);
  expect(totalPx(corrected)).toBe(totalPx(tops) - 20);
});

test.each([
  ["a row above the view, to its top", 0, "auto", 0],
  ["a row in view, not at all", 502, "auto", 10_050],
  ["a row below the view, to its end", 510, "auto", 10_180],
  ["a row in the middle", 510, "center", 10_210],
] as const)("scrolls to %s", (_, row, align, expected) => {
  expect(scrollTopFor(tops, row, align, { topPx: 10_050, heightPx: 100 })).toBe(expected);
});
