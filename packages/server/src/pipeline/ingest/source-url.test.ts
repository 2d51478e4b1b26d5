import { expect, test } from "vitest";
import { addressOf, sourceTarget } from "./source-url.ts";

test.each([
  ["/e/abc", "abc", "/", null],
  ["/e/abc/", "abc", "/", null],
  ["/e/abc/a/b?x=1&y", "abc", "/a/b", "x=1&y"],
  ["/e/abc?", "abc", "/", ""],
  ["/abc/a", "abc", "/a", null],
  ["/e/abc//a%20b/..?q=/e/x", "abc", "//a%20b/..", "q=/e/x"],
])("%s names %s with path %s and query %s", (url, token, path, query) => {
  expect(sourceTarget(url)).toEqual({ token, path, query });
});

test.each(["/", "/e/", "*", "http://other.test/e/abc"])("%s names no source", (url) => {
  expect(sourceTarget(url)).toBeNull();
});

test.each([
  ["/", null, "https://in.test/hooks/e/abc"],
  ["/", "", "https://in.test/hooks/e/abc?"],
  ["/a%20b/", "x=1&y", "https://in.test/hooks/e/abc/a%20b/?x=1&y"],
])("a request with path %s and query %j was sent to %s", (path, query, address) => {
  expect(addressOf("https://in.test/hooks/e/abc", { path, query })).toBe(address);
});
