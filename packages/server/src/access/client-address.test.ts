import { expect, test } from "vitest";
import {
  clientAddress as addressWith,
  connectionOwner,
  parseProxyRanges,
  throttledAddress,
} from "./client-address.ts";

const clientAddress = (headers: Record<string, string>, peer: string, proxies: string[]) =>
  addressWith(headers, peer, parseProxyRanges(proxies));
const forwarded = (value: string) => ({ "x-forwarded-for": value });

test("without a trusted proxy the header is not believed", () => {
  expect(clientAddress(forwarded("9.9.9.9"), "203.0.113.7", [])).toBe("203.0.113.7");
  expect(clientAddress(forwarded("9.9.9.9"), "203.0.113.7", ["10.0.0.0/8"])).toBe("203.0.113.7");
});

test("behind trusted proxies the last address that is not theirs counts, not what the caller wrote before it", () => {
  const proxies = ["10.0.0.0/8", "192.0.2.1", "fd00::/8"];

  expect(clientAddress(forwarded("1.1.1.1, 203.0.113.7, 192.0.2.1"), "10.0.0.2", proxies)).toBe(
    "203.0.113.7",
  );
  expect(clientAddress(forwarded("203.0.113.7"), "::ffff:10.0.0.2", proxies)).toBe("203.0.113.7");
  expect(clientAddress(forwarded("2001:db8::1"), "fd00::2", proxies)).toBe("2001:db8::1");
});

test("a trusted proxy that names nobody, or nonsense, is itself the client", () => {
  expect(clientAddress({}, "10.0.0.2", ["10.0.0.2"])).toBe("10.0.0.2");
  expect(clientAddress(forwarded("<script>"), "10.0.0.2", ["10.0.0.2"])).toBe("10.0.0.2");
});

test("an IPv6 network is throttled as one", () => {
  expect(throttledAddress("2001:db8:1:2:3:4:5:6")).toBe(throttledAddress("2001:db8:1:2::9"));
  expect(throttledAddress("2001:db8:1:2::1")).not.toBe(throttledAddress("2001:db8:1:3::1"));
  expect(throttledAddress("203.0.113.7")).toBe("203.0.113.7");
});

test("a client holds connections in the name of its address or its IPv6 network, a trusted proxy in nobody's", () => {
  const proxies = parseProxyRanges(["10.0.0.0/8", "fd00::/8"]);

  expect(connectionOwner("::ffff:203.0.113.7", proxies)).toBe("203.0.113.7");
  expect(connectionOwner("2001:db8:1:2::9", proxies)).toBe(throttledAddress("2001:db8:1:2::1"));
  expect(connectionOwner("::ffff:10.0.0.2", proxies)).toBeNull();
  expect(connectionOwner("fd00::2", proxies)).toBeNull();
  expect(connectionOwner("10.0.0.2", [])).toBe("10.0.0.2");
});

test("a proxy list that cannot be read is a mistake to be told at start", () => {
  expect(() => parseProxyRanges(["10.0.0.0/8", "my-proxy"])).toThrow('not "my-proxy"');
});
