import { expect, test } from "vitest";
import { toOriginForm } from "./request-target.ts";

test.each([
  ["/e/abc?x=http://a.test/", "/e/abc?x=http://a.test/", "header.test"],
  ["http://a.test/e/abc?x=1", "/e/abc?x=1", "a.test"],
  ["HTTPS://A.test:8443/e/abc/", "/e/abc/", "A.test:8443"],
  ["http://[::1]:4401/e/abc", "/e/abc", "[::1]:4401"],
  ["http://a.test", "/", "a.test"],
  ["http://a.test?x=1", "/?x=1", "a.test"],
  ["http:///e/abc", "http:///e/abc", "header.test"],
  ["ftp://a.test/e/abc", "ftp://a.test/e/abc", "header.test"],
  ["*", "*", "header.test"],
])("the target %s means %s at %s", (target, url, host) => {
  const request = { url: target, headers: { host: "header.test" } };

  toOriginForm(request);

  expect(request).toEqual({ url, headers: { host } });
});
