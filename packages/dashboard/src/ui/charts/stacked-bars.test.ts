import { expect, test } from "vitest";
import { bucketTotals, stackedBarPaths } from "./stacked-bars.ts";

const size = { step: 10, width: 8, height: 20, top: 40, least: 1 };

test("the second series stands on the first, and each is one path", () => {
  expect(
    stackedBarPaths(
      [
        [20, 0],
        [10, 40],
      ],
      size,
    ),
  ).toEqual(["M0 20v-10h8v10z", "M0 10v-5h8v5zM10 20v-20h8v20z"]);
});

test("one failure among thousands is visible, and no bar grows past the top", () => {
  expect(stackedBarPaths([[4000], [1]], { ...size, top: 4001 })).toEqual(["M0 20v-19h8v19z", "M0 1v-1h8v1z"]);
});

test("no values draw nothing, and series of different length are added up", () => {
  expect(stackedBarPaths([[0, 0], []], { ...size, top: 0 })).toEqual(["", ""]);
  expect(bucketTotals([[1, 2], [3]])).toEqual([4, 2]);
  expect(bucketTotals([])).toEqual([]);
});
