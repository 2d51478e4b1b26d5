import { expect, test } from "vitest";
import { sourceTarget } from "./source-url.ts";

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
