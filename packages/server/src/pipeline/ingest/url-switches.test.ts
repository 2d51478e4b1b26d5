import { expect, test } from "vitest";
import { isMethodSwitchedOn, responseAskedFor } from "./url-switches.ts";

test.each([
  ["x-posthorn-allow-methods=get", "GET", true],
  ["x-hookdeck-allow-methods=GET", "GET", true],
  ["a=1&x-hookdeck-allow-methods=put,%20patch", "PATCH", true],
  ["x-posthorn-allow-methods=get", "PUT", false],
  ["x-posthorn-allow-methods=head", "HEAD", true],
  ["x-posthorn-allow-methods=query", "QUERY", true],
  ["x-posthorn-allow-methods=options", "OPTIONS", false],
  ["allow-methods=get", "GET", false],
  ["x-posthorn-allow-methods", "GET", false],
  [null, "GET", false],
] as const)("%s switches %s on: %s", (query, method, expected) => {
  expect(isMethodSwitchedOn(query, method)).toBe(expected);
});

test.each([
  ["x-posthorn-response=", { content_type: "text", body: "" }],
  ["x-hookdeck-response", { content_type: "text", body: "" }],
  ["x-hookdeck-response=null", { content_type: "text", body: "" }],
  ["x-hookdeck-response=[text]OK%20then", { content_type: "text", body: "OK then" }],
  ["b=2&x-posthorn-response=%5Bjson%5D%7B%22a%22%3A1%7D", { content_type: "json", body: '{"a":1}' }],
  ["x-posthorn-response=[XML]<ok/>", { content_type: "xml", body: "<ok/>" }],
  ["x-posthorn-response=[html]<b>", null],
  ["x-posthorn-response=[constructor]x", null],
  ["x-posthorn-response=hello", null],
  ["response=[text]a", null],
  [null, null],
])("%s answers %o", (query, expected) => {
  expect(responseAskedFor(query)).toEqual(expected);
});
