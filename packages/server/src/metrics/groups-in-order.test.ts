/** Groups of several series stand in the order of time, and within one bucket the highest first. */
import { expect, test } from "vitest";
import { inOrder } from "./groups-in-order.ts";
import type { Series } from "./read-cube.sql.ts";

function aSeries(name: string, values: Record<number, number | null>): Series {
  const buckets = Object.keys(values).map(Number).toReversed(); // the database promises no order
  return {
    dimensions: [name],
    bucketsMs: Float64Array.from(buckets),
    measures: [Float64Array.from(buckets, (ms) => values[ms] ?? Number.NaN)],
  };
}

function shownIn(all: readonly Series[]): string[] {
  const { series, at } = inOrder(all);
  return Array.from(series, (of, place) => {
    const { bucketsMs, dimensions } = all[of] ?? aSeries("none", {});
    return `${bucketsMs[at[place] ?? 0]} ${dimensions[0]}`;
  });
}

test("by time, then by the first measure, then as the series come; no value comes last", () => {
  const all = [
    aSeries("a", { 0: 1, 60: null, 120: 5 }),
    aSeries("b", { 0: 2, 60: 0 }),
    aSeries("c", { 60: 3, 120: 5 }),
  ];

  expect(shownIn(all)).toEqual(["0 b", "0 a", "60 c", "60 b", "60 a", "120 a", "120 c"]);
});

test("however many groups a bucket has", () => {
  const all = Array.from({ length: 200 }, (_none, number) => aSeries(String(number), { 0: number % 10 }));

  const expected = all.toSorted((a, b) => (b.measures[0]?.[0] ?? 0) - (a.measures[0]?.[0] ?? 0));

  expect(shownIn(all)).toEqual(expected.map(({ dimensions }) => `0 ${dimensions[0]}`));
  expect(inOrder([])).toMatchObject({ count: 0 });
});
