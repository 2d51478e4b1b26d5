import { expect, test } from "vitest";
import { highestOf, inDrawingOrder, lonelyPoints, plotData, timeExtent } from "./plot-data.ts";
import type { TimeSeriesLine } from "./time-series.tsx";

const lines: TimeSeriesLine[] = [
  { name: "Successful", tone: "ok", values: [3, 0, null] },
  { name: "Failed", tone: "bad", values: [1, 2, null] },
];

test("bars are stacked, and the tallest is drawn first", () => {
  const data = plotData({ timesMs: [0, 60, 120], lines, shape: "bar" });

  expect(data).toEqual([
    [0, 60, 120],
    [4, 2, 0],
    [3, 0, 0],
  ]);
  expect(inDrawingOrder(lines, "bar").map(({ name }) => name)).toEqual(["Failed", "Successful"]);
  expect(highestOf(data)).toBe(4);
});

test("lines keep their gaps, and a point between two gaps is a dot", () => {
  expect(plotData({ timesMs: [0, 60, 120], lines })[1]).toEqual([3, 0, null]);
  expect(lonelyPoints([null, 5, null, 1, 2, null, 7])).toEqual([1, 6]);
  expect(lonelyPoints([1, 2])).toBeNull();
});

test("the first and the last bar are whole", () => {
  expect(timeExtent([100, 200, 300], "line")).toEqual([100, 300]);
  expect(timeExtent([100, 200, 300], "bar")).toEqual([50, 350]);
  expect(timeExtent([100], "line")).toEqual([99.5, 100.5]);
});
