import { expect, test } from "vitest";
import { readReceiver } from "./receiver.ts";

test.each([
  ["3000", "http://localhost:3000/", true],
  ["3000/hooks?shop=1", "http://localhost:3000/hooks?shop=1", true],
  ["localhost:3000/hooks?shop=1", "http://localhost:3000/hooks?shop=1", true],
  ["https://[::1]:8443/a", "https://[::1]:8443/a", true],
  ["HTTPS://App.Example.com/ä", "https://app.example.com/%C3%A4", false],
  ["app.example.com", "http://app.example.com/", false],
])("%s is where the request goes", (typed, href, isLoopback) => {
  expect(readReceiver(typed)).toMatchObject({ href, isLoopback, isTls: href.startsWith("https") });
});

test.each([
  "0",
  "0/a",
  "70000",
  "70000/a",
  "ftp://a.example",
  "http://",
  "http://ada:x@a.example",
  "a.example/#top",
  "a b",
])("%s is refused", (typed) => expect(() => readReceiver(typed)).toThrow("is not a port or"));

test("an URL that Posthorn would not sign is refused here", () => {
  expect(() => readReceiver(`https://a.example/${"a".repeat(2048)}`)).toThrow("more than 2048 characters");
});
