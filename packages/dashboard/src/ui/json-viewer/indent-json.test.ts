import { expect, test } from "vitest";
import { indentJson } from "./indent-json.ts";

test("each value has its own line, and nothing else changes", () => {
  expect(indentJson('{"n":1.0,"big":12345678901234567890,"a":[1,{"n":2}],"n":3}')).toBe(`{
  "n": 1.0,
  "big": 12345678901234567890,
  "a": [
    1,
    {
      "n": 2
    }
  ],
  "n": 3
}`);
});

test("marks inside strings, and escapes, are text", () => {
  expect(indentJson(String.raw`{"a":"x\"{,}:[]\\" , "b" : "\u00e4" }`)).toBe(
    `{\n  "a": ${String.raw`"x\"{,}:[]\\"`},\n  "b": "\\u00e4"\n}`,
  );
});

test.each([
  ["{ }", "{}"],
  ["[ \n]", "[]"],
  ['{"a":[],"b":{}}', '{\n  "a": [],\n  "b": {}\n}'],
  [' "text" ', '"text"'],
  ["12.50", "12.50"],
])("%s becomes %s", (text, indented) => {
  expect(indentJson(text)).toBe(indented);
});

test.each(["", "{", "hello", "{a:1}", "[1,]"])("%s is no JSON", (text) => {
  expect(indentJson(text)).toBeNull();
});

test("indented JSON stays as it is", () => {
  const once = indentJson('{"a":{"b":[1,2]}}') ?? "";

  expect(indentJson(once)).toBe(once);
});
