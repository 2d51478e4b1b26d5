/** Groups of several series stand in the order of time, and within one bucket the highest first. */
import { expect, test } from "vitest";
import { inOrder } from "./groups-in-order.ts";
import type { Series } from "./read-cube.sql.ts";

function aSeries(name: string, values: Record<number, number | null>): Series {
  const buckets = Object.keys(values).map(Number).toReversed(); // the database promises no order
  return { dimensions: [name], bucketsMs: buckets, measures: [buckets.map((ms) => values[ms] ?? null)] };
}

test("by time, then by the first measure, then as the series come; no value comes last", () => {
  const all = [
    aSeries("a", { 0: 1, 60: null, 120: 5 }),
    aSeries("b", { 0: 2, 60: 0 }),
    aSeries("c", { 60: 3, 120: 5 }),
  ];

  const shown = inOrder(all).map(({ series, at }) => `${series.bucketsMs[at]} ${series.dimensions[0]}`);

  expect(shown).toEqual(["0 b", "0 a", "60 c", "60 b", "60 a", "120 a", "120 c"]);
});
