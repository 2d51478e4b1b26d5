import { expect, test } from "vitest";
import { createAddressGuard, literalAddress } from "./address-guard.ts";

const NOT_PUBLIC = [
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "127.255.255.254",
  "169.254.169.254",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.1",
  "192.0.2.1",
  "192.168.0.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:127.0.0.1",
  "::ffff:10.0.0.1",
  "::7f00:1",
  "64:ff9b::a00:1",
  "100::1",
  "2001:db8::1",
  "2002:7f00:1::",
  "fc00::1",
  "fd12::1",
  "fe80::1",
  "fec0::1",
  "ff02::1",
];

test.each(NOT_PUBLIC)("%s is refused unless it is listed", (address) => {
  expect(createAddressGuard([]).isAllowed(address)).toBe(false);
});

test.each(["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111"])("%s is public and allowed", (address) => {
  expect(createAddressGuard([]).isAllowed(address)).toBe(true);
});

test("a listed range is allowed in every spelling, and only that range", () => {
  const guard = createAddressGuard(["127.0.0.0/8", "10.0.0.5", "fd00::/8"]);

  expect(guard.isAllowed("127.0.0.1")).toBe(true);
  expect(guard.isAllowed("::ffff:127.0.0.1")).toBe(true);
  expect(guard.isAllowed("10.0.0.5")).toBe(true);
  expect(guard.isAllowed("10.0.0.6")).toBe(false);
  expect(guard.isAllowed("fd00::1")).toBe(true);
  expect(guard.isAllowed("::1")).toBe(false);
});

test("what is not an address is not allowed", () => {
  expect(createAddressGuard(["0.0.0.0/0"]).isAllowed("localhost")).toBe(false);
});

test.each([
  ["http://127.0.0.1/", "127.0.0.1"],
  ["http://0x7f.1/", "127.0.0.1"],
  ["http://2130706433/", "127.0.0.1"],
  ["http://[::1]:80/", "::1"],
  ["http://example.com/", null],
])("%s names %s by itself", (url, address) => {
  expect(literalAddress(new URL(url))).toBe(address);
});
