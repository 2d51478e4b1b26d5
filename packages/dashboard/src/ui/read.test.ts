import { expect, test } from "vitest";
import { fields, listOf, number, object, oneOf, tableOf, text, yesNo } from "./read.ts";

const Search = fields({
  tab: oneOf(["FAILED", "HOLD"]),
  name: text((name) => name !== ""),
  width: number,
  open: yesNo,
  range: object({ min: number }),
  ids: listOf(text()),
  widths: tableOf(number),
});

test("each field is read by itself", () => {
  expect(
    Search.parse({
      tab: "failed",
      name: "a",
      width: 7,
      open: "TRUE",
      range: { min: 1, other: 2 },
      ids: ["a", 7, "a", "b"],
      widths: { a: 1, b: "wide" },
    }),
  ).toEqual({
    tab: "FAILED",
    name: "a",
    width: 7,
    open: true,
    range: { min: 1 },
    ids: ["a", "b"],
    widths: { a: 1 },
  });
});

test("an invalid field is there without a value, and takes the place of what was given; a missing one is not there", () => {
  const read = Search.parse({
    tab: "odd",
    name: "",
    width: "7",
    range: [],
    ids: [7],
    widths: null,
    other: 1,
  });

  expect({ tab: "odd", other: 1, ...read }).toEqual({ tab: undefined, other: 1 });
  expect(Object.keys(read)).toEqual(["tab", "name", "width", "range", "ids", "widths"]);
});

test.each([null, undefined, "text", 7, [], ["tab"]])("%j has no fields", (value) => {
  expect(Search.parse(value)).toEqual({});
});

test("names of the language are no fields", () => {
  const Odd = fields({ toString: text(), constructor: text() });

  expect(Odd.parse({})).toEqual({});
});
