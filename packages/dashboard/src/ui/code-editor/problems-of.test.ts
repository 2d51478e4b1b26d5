import { expect, test } from "vitest";
import { problemText } from "./problem-text.ts";
import { problemsOf } from "./problems-of.ts";

test.each([
  ['{\n  "a": 1\n  "b": 2\n}', "Line 3, column 3: Invalid JSON: "],
  ['{"a": }', "Line 1, column 7: Invalid JSON: "],
  ['{"a": [1, 2', "Line 1, column 12: Invalid JSON: the text ends too early"],
  ["{\n'a': 1}", "Line 2, column 1: Invalid JSON: "],
  ["nul", "Line 1, column "],
])("%j: %s", async (text, expected) => {
  const [problem] = await problemsOf(text, "json", []);

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
])("nothing is wrong with %.20j", async (text) => {
  expect(await problemsOf(text, "json", [])).toEqual([]);
});

test("whatever JSON.parse refuses has one problem", async () => {
  for (const text of ["[1,]", "{a:1}", '"\t"', "01", "[1]]", "\ufeff{}"]) {
    expect([text, (await problemsOf(text, "json", [])).length]).toEqual([text, 1]);
  }
});
