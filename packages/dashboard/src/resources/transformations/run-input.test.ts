import { expect, test } from "vitest";
import { inputTextOf, readRunInput, SAMPLE_INPUT } from "./run-input.ts";

const NO_REQUEST = "Input must be a valid JSON object that represents an input request";

test.each([
  ["", "Input is not valid JSON"],
  ["{", "Input is not valid JSON"],
  ["[]", NO_REQUEST],
  ["null", NO_REQUEST],
  ['"text"', NO_REQUEST],
  ["{}", "Missing input headers and body to run code."],
  ['{"body":1}', "Missing input headers to run code."],
  ['{"headers":{}}', "Missing input body to run code."],
  ['{"headers":{"a":1},"body":1}', `${NO_REQUEST}. Check "headers.a".`],
  ['{"headers":{},"body":1,"query":5}', `${NO_REQUEST}. Check "query".`],
  ['{"headers":{},"body":1,"method":"GET"}', `${NO_REQUEST}. Check "method".`],
])("%j cannot be tried", (text, problem) => {
  expect(readRunInput(text)).toEqual({ problem });
});

test("a stored request becomes an input, and the input the same request", () => {
  const stored = {
    headers: { "content-type": "application/json" },
    body: { id: 7, tags: [null] },
    path: "/orders",
    query: "a=1",
    parsed_query: { a: "1" },
    is_large_payload: false,
  };

  const { headers, body, path, query } = stored;
  expect(readRunInput(inputTextOf(stored))).toEqual({ request: { headers, body, path, query } });
  expect(readRunInput(inputTextOf({ ...stored, query: null, body: null }))).toEqual({
    request: { headers, body: null, path, query: "" },
  });
  expect(readRunInput(SAMPLE_INPUT)).toHaveProperty("request");
});
