import { expect, test } from "vitest";
import { jsonCursor } from "./json-cursor.ts";

/** The bar is the cursor. */
function at(marked: string) {
  const position = marked.indexOf("|");
  const text = marked.replace("|", "");
  const cursor = jsonCursor(text, position);
  return cursor && [cursor.expects, cursor.path, text.slice(cursor.from, cursor.to)];
}

test.each<[marked: string, expected: [string, (string | number)[], string] | null]>([
  ["|", ["value", [], ""]],
  ["{|", ["key", [], ""]],
  ['{"a|', ["key", [], '"a']],
  ['{"a|"', ["key", [], '"a"']],
  ["{fin|", ["key", [], "fin"]],
  ['{"a": |', ["value", ["a"], ""]],
  ['{"a": "x|"', ["value", ["a"], '"x"']],
  ['{"a": tr|', ["value", ["a"], "tr"]],
  ['{"a": 1 |', ["value", ["a"], ""]],
  ['{"a": "x" |', null],
  ['{"a": {"$g|"}}', ["key", ["a"], '"$g"']],
  ['{"a": {"b": 1, "|"}}', ["key", ["a"], '""']],
  ['{"a": [{"b": 1}, {"|', ["key", ["a", 1], '"']],
  ['{"a": {"$in": ["x", "|"]}}', ["value", ["a", "$in", 1], '""']],
  ['{"a": {}, |}', ["key", [], ""]],
  ['{"a": {} |}', null],
  ['{"a" |', null],
  ['{"a\\"b": {|', ["key", ['a"b'], ""]],
])("%s", (marked, expected) => {
  expect(at(marked)).toEqual(expected);
});

test("a key knows whether its colon is already there", () => {
  expect(jsonCursor('{"a": 1}', 3)?.hasColon).toBe(true);
  expect(jsonCursor('{"a"}', 3)?.hasColon).toBe(false);
});
