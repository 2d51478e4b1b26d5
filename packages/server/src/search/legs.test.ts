import { describe, expect, test } from "vitest";
import { beside, legAfter, type IdRange, type SearchedSection } from "./legs.ts";

const id = (number: number) => `00000000-0000-0000-0000-${number.toString(16).padStart(12, "0")}`;
const range = (above: number, up_to: number): IdRange => ({ above: id(above), up_to: id(up_to) });
const section = (above: number, up_to: number, ...left: IdRange[]): SearchedSection => ({
  ...range(above, up_to),
  left,
});

/** 100 to 200 and 200 to 300 are neighbours, 400 to 500 is apart. */
const SECTIONS = [
  section(100, 200, range(110, 120), range(150, 160)),
  section(200, 300),
  section(400, 500, range(400, 420)),
];

/** The ids that are read from a position on, in whole legs. */
function readFrom(position: number, direction: "asc" | "desc", most: number): number[] {
  const sections = direction === "asc" ? SECTIONS : SECTIONS.toReversed();
  const read: number[] = [];
  let at = id(position);
  for (let legs = 0; legs < 50; legs++) {
    const { ranges, until } = legAfter(sections, at, direction, most);
    const end = until ?? (direction === "asc" ? id(600) : id(0));
    const isBetween = (one: string) =>
      direction === "asc" ? one > at && one <= end : one < at && one >= end;
    for (let number = 0; number <= 600; number++) {
      const one = id(direction === "asc" ? number : 600 - number);
      const isAsked = ranges === null || ranges.some(({ above, up_to }) => one > above && one <= up_to);
      if (isBetween(one) && isAsked) read.push(Number.parseInt(one.slice(24), 16));
    }
    if (until === null) return read;
    at = until;
  }
  throw new Error("The reading did not end");
}

const expected = Array.from({ length: 601 }, (_none, number) => number).filter(
  (number) =>
    number <= 100 ||
    (number > 110 && number <= 120) ||
    (number > 150 && number <= 160) ||
    (number > 300 && number <= 420) ||
    number > 500,
);

describe("every id that is not ruled out is read once, in order", () => {
  test.each([1, 2, 32])("%i ranges at a time", (most) => {
    for (const position of [0, 1, 100, 101, 115, 120, 121, 200, 201, 300, 301, 400, 410, 500, 501, 599]) {
      expect(readFrom(position, "asc", most)).toEqual(expected.filter((number) => number > position));
      expect(readFrom(position, "desc", most)).toEqual(
        expected.filter((number) => number < position).toReversed(),
      );
    }
  });
});

test("without sections everything is read", () => {
  expect(legAfter([], id(7), "desc", 2)).toEqual({ ranges: null, until: null });
});

test("the id beside another is the next number", () => {
  expect(beside("00000000-0000-0000-0000-ffffffffffff", 1n)).toBe("00000000-0000-0000-0001-000000000000");
  expect(beside("00000000-0000-0000-0001-000000000000", -1n)).toBe("00000000-0000-0000-0000-ffffffffffff");
});
