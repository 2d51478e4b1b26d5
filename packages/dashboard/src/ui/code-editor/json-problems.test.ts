import { expect, test } from "vitest";
import { isJson, jsonProblems, problemText } from "./json-problems.ts";

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', "Line 3, column 3: Invalid JSON: "],
  ['{"a": }', "Line 1, column 7: Invalid JSON: "],
  ['{"a": [1, 2', "Line 1, column 12: Invalid JSON: the text ends too early"],
  ["{\n'a': 1}", "Line 2, column 1: Invalid JSON: "],
  ["nul", "Line 1, column "],
])("%j: %s", (text, expected) => {
  const [problem] = jsonProblems(text);

  expect(problem && problemText(text, problem)).toContain(expected);
});

test.each([
  "",
  "  \n",
  "{}",
  '"text"',
  "12345678901234567890",
  '{"a":1,"a":2}',
  "[".repeat(600) + "]".repeat(600),
])("nothing is wrong with %.20j", (text) => {
  expect(jsonProblems(text)).toEqual([]);
});

test("what has a problem is never JSON", () => {
  for (const text of ["[1,]", "{a:1}", '"\t"', "01", "[1]]", "\ufeff{}"]) {
    expect([text, isJson(text), jsonProblems(text).length]).toEqual([text, false, 1]);
  }
});
