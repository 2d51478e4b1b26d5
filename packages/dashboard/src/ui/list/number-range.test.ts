import { expect, test } from "vitest";
import {
  describeRange,
  RANGE_IS_TURNED_AROUND,
  readRange,
  typedOf,
  type RangeLimits,
} from "./number-range.ts";

const limits: RangeLimits = { least: 200, most: 599, minimumText: "low", maximumText: "high" };

test.each([
  ["", "", { range: undefined }],
  ["500", "", { range: { gte: 500 } }],
  ["", " 404 ", { range: { lte: 404 } }],
  ["404", "404", { range: { gte: 404, lte: 404 } }],
  ["200", "599", { range: { gte: 200, lte: 599 } }],
  ["199", "600", { problems: { minimum: "low", maximum: "high" } }],
  ["5e2", "-1", { problems: { minimum: "low", maximum: "high" } }],
  ["500", "499", { problems: { minimum: RANGE_IS_TURNED_AROUND } }],
])("from %j to %j", (minimum, maximum, expected) => {
  expect(readRange({ minimum, maximum }, limits)).toEqual(expected);
});

test("a chip shows a range in few words, and a box shows it again", () => {
  expect(
    [undefined, {}, { gte: 5 }, { lte: 5 }, { gte: 5, lte: 5 }, { gte: 1, lte: 5 }].map(describeRange),
  ).toEqual([undefined, undefined, "from 5", "up to 5", "5", "1 – 5"]);
  expect(typedOf({ gte: 0 })).toEqual({ minimum: "0", maximum: "" });
});
