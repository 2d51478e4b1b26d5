import { expect, test } from "vitest";
import { extensionFor } from "./download-routes.ts";

test.each([
  ["application/json; charset=utf-8", "json"],
  ["application/vnd.api+json", "json"],
  ["TEXT/XML", "xml"],
  ["application/soap+xml", "xml"],
  ["text/plain", "txt"],
  ["application/x-www-form-urlencoded", "txt"],
  ["application/jsonp", "bin"],
  ["image/png", "bin"],
  [undefined, "bin"],
])("a body of type %s is a file ending in %s", (contentType, extension) => {
  expect(extensionFor(contentType)).toBe(extension);
});
