import { expect, test } from "vitest";
import { lineAt, rawLines } from "./raw-lines.ts";

test("line breaks end lines, with or without a carriage return, and the last one opens an empty line", () => {
  expect(drawn("one\r\ntwo\n\nfour\n", 10)).toEqual(["1:one", "2:two", "3:", "4:four", "5:"]);
});

test("a line wider than the box goes on without a number of its own", () => {
  expect(drawn("abcdefg\nh", 3)).toEqual(["1:abc", "0:def", "0:g", "2:h"]);
});

test("a cut never falls between the halves of a character", () => {
  expect(drawn("ab😀cd", 3)).toEqual(["1:ab😀", "0:cd"]);
});

test("an offset is found in the line that draws it", () => {
  const lines = rawLines("abcdefg\nh", 3);

  expect([0, 3, 6, 8].map((offset) => lineAt(lines, offset))).toEqual([0, 1, 2, 3]);
});

test("more lines than a browser can draw are cut, and the view is told so", () => {
  const lines = rawLines("\n".repeat(900_000), 80);

  expect([lines.count, lines.isCut]).toEqual([800_000, true]);
  expect(rawLines("\n".repeat(10), 80).isCut).toBe(false);
});

function drawn(text: string, columns: number): string[] {
  const lines = rawLines(text, columns);
  return Array.from(
    { length: lines.count },
    (_, line) => `${lines.number[line]}:${text.slice(lines.start[line], lines.end[line])}`,
  );
}
