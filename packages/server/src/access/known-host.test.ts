import { expect, test } from "vitest";
import { createHostCheck } from "./known-host.ts";

const isKnown = createHostCheck({
  publicUrl: "https://Hooks.example.com/posthorn",
  host: "0.0.0.0",
  allowedHosts: ["posthorn.internal"],
});

test.each([
  "hooks.example.com",
  "HOOKS.example.com:443",
  "hooks.example.com.",
  "posthorn.internal:4400",
  "localhost",
  "localhost:4400",
  "127.0.0.1:4400",
  "192.0.2.7",
  "[::1]:4400",
  "[2001:DB8::1]",
])("%s is known", (host) => {
  expect(isKnown(host)).toBe(true);
});

test.each([
  undefined,
  "",
  "evil.test",
  "evil.test:4400",
  "hooks.example.com.evil.test",
  "127.0.0.1.evil.test",
  "localhost.evil.test",
  "localhost@evil.test",
  "evil.test/localhost",
  "localhost:4400:evil.test",
  "localhost evil.test",
  "[evil.test]",
  "[::1].evil.test",
  "[::1]evil.test",
  "7f000001.evil.test",
  ":4400",
])("%s is not known", (host) => {
  expect(isKnown(host)).toBe(false);
});

test("the name that the server listens on is known", () => {
  const check = createHostCheck({ publicUrl: "http://127.0.0.1:4400", host: "Gateway", allowedHosts: [] });

  expect([check("gateway:4400"), check("other:4400")]).toEqual([true, false]);
});
