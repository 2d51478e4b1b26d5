import { expect, test } from "vitest";
import { integersIn } from "./integers-in.ts";

const RANGE = { from: 0, to: 20 };

test("numbers, lists and ranges are spelled out", () => {
  expect(integersIn(7, RANGE)).toEqual([7]);
  expect(integersIn([3, 40], RANGE)).toEqual([3]);
  expect(integersIn({ gt: 2, lte: 5 }, RANGE)).toEqual([3, 4, 5]);
  expect(integersIn({ gte: 18 }, RANGE)).toEqual([18, 19, 20]);
  expect(integersIn({ le: 2 }, RANGE)).toEqual([0, 1]);
  expect(integersIn({ lt: 2 }, RANGE)).toEqual([0, 1]);
  expect(integersIn({ contains: 9 }, RANGE)).toEqual([9, 19]);
});

test("what is not restricted to values is no list of them", () => {
  expect(integersIn(undefined, RANGE)).toBeNull();
  expect(integersIn({ any: false }, RANGE)).toBeNull();
  expect(integersIn({ any: true }, RANGE)).toBeNull();
  expect(integersIn({ all: true }, RANGE)).toBeNull();
});
