import { wantsRetry } from "@posthorn/contract/status-codes";
import { expect, test } from "vitest";
import { codesMistake, retriedRanges, splitCodes, statusCodeWords } from "./status-code-words.ts";

const answers = (words: string) => `A destination that answers ${words}, or does not answer, is tried again.`;

test.each([
  ["", "A destination that answers with anything but success, or does not answer, is tried again."],
  [">=300", "A destination that answers with anything but success, or does not answer, is tried again."],
  ["404", answers("404")],
  ["429, 500-599, !525", answers("429 or 500 to 599 except 525")],
  [">=500", answers("500 to 599")],
  ["<=404", answers("300 to 404")],
  ["!401, !403", answers("300 to 599 except 401 and 403")],
  ["408, 429, 503", answers("408, 429 or 503")],
  ["502, 503", answers("502 or 503")],
  ["200", "No answer is tried again. Only a destination that does not answer is tried again."],
  ["500, !500", "No answer is tried again. Only a destination that does not answer is tried again."],
  ["5xx", ""],
  ["500-400", ""],
])("%s: %s", (text, words) => {
  expect(statusCodeWords(text)).toBe(words);
});

test("the ranges are exactly what the server retries", () => {
  for (const text of ["", "429, 500-599, !525", "!401", ">500, <310, 404", "=418, >=599"]) {
    const ranges = retriedRanges(text);
    const codes = text === "" ? null : splitCodes(text);
    for (let status = 300; status < 600; status++) {
      const isIn = ranges.some(
        ({ from, to, except }) => status >= from && status <= to && !except.includes(status),
      );
      expect([text, status, isIn]).toEqual([text, status, wantsRetry(codes, status)]);
    }
  }
});

test.each([
  ["429, 500-599, !525, 500-500", null],
  [" 404 , teapot,, 600", "“teapot” is not a status code such as 404, !404, >=500 or 500-599"],
  ["429, 500-400", "“500-400” contains no status code. Write 400-500"],
])("%s is wrong in this way: %s", (text, mistake) => {
  expect(codesMistake(text)).toBe(mistake);
});
