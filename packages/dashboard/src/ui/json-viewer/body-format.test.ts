import { expect, test } from "vitest";
import { readBody } from "./body-format.ts";

test.each([
  ["application/json", "[1]", "json"],
  ["application/vnd.api+json; charset=utf-8", "[1]", "json"],
  [null, ' {"a":1}', "json"],
  ["text/plain", "[1]", "json"],
  ["text/plain", "[not json", "text"],
  ["application/xml", "<a/>", "text"],
  ["application/x-www-form-urlencoded", "a=1&b=2", "text"],
  ["application/json", "{oops", "broken"],
])("%s %s is %s", (contentType, text, expected) => {
  const { json, fault } = readBody(text, contentType);

  expect(json ? "json" : fault ? "broken" : "text").toBe(expected);
});
