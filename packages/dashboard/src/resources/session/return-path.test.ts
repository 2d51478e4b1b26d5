import { expect, test } from "vitest";
import { safeReturnPath } from "./return-path.ts";

test.each([
  ["/events?webhook_id[0]=web_1", "/events?webhook_id[0]=web_1"],
  [undefined, "/"],
  ["https://evil.example/", "/"],
  ["//evil.example/", "/"],
  ["/\\evil.example", "/"],
  ["javascript:alert(1)", "/"],
  ["/sign-in?redirect=/x", "/"],
  ["/reset-password", "/"],
  ["/sign-instructions", "/sign-instructions"],
])("%s leads to %s", (asked, path) => {
  expect(safeReturnPath(asked)).toBe(path);
});
