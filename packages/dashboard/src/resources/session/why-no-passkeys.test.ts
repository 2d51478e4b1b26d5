import { expect, test } from "vitest";
import { whyNoPasskeys } from "./why-no-passkeys.ts";

const at = (url: string, isSecure: boolean, hasPasskeys = true) =>
  whyNoPasskeys({ isSecure, hasPasskeys, location: new URL(url) });

test.each(["https://hooks.example.com/posthorn", "http://localhost:4400"])("%s has passkeys", (url) => {
  expect(at(url, true)).toBeUndefined();
});

test.each([
  ["http://127.0.0.1:4400", true, "Open http://localhost:4400 instead of 127.0.0.1"],
  ["http://[::1]/", true, "Open http://localhost instead of [::1]"],
  ["http://hooks.example.com", false, "Passkeys need HTTPS"],
  ["http://192.168.0.7:4400", false, "Passkeys need HTTPS"],
  ["https://192.168.0.7", true, "a name instead of an address"],
])("%s says why it has none", (url, isSecure, said) => {
  expect(at(url, isSecure)).toContain(said);
});

test("an old browser has none", () => {
  expect(at("https://hooks.example.com", true, false)).toBe("This browser has no passkeys.");
});
