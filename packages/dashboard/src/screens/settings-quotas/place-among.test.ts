import { expect, test } from "vitest";
import { placeAmong } from "./place-among.ts";

test.each([
  [0, 0],
  [5, 0],
  [7.5, 0.5],
  [10, 1],
  [15, 1.25],
  [30, 2],
  [99, 2],
])("%d lies at %d", (value, place) => {
  expect(placeAmong([5, 10, 30], value)).toBe(place);
});
