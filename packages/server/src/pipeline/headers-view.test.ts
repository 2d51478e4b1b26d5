import { expect, test } from "vitest";
import { headersView } from "./headers-view.ts";

test("header names are lower case, and repeated values are joined", () => {
  const shown = headersView(["X-Tag", "a", "content-type", "text/plain", "x-tag", "b", "__proto__", "c"]);

  expect(shown["x-tag"]).toBe("a, b");
  expect(JSON.parse(JSON.stringify(shown))).toHaveProperty("content-type", "text/plain");
  expect(Object.keys(shown)).toContain("__proto__");
});
