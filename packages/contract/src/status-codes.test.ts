import { expect, test } from "vitest";
import { wantsRetry } from "./status-codes.ts";

test.each([
  [null, 500, true],
  [null, 302, true],
  [null, 204, false],
  [["404"], 404, true],
  [["404"], 500, false],
  [["500-599"], 500, true],
  [["500-599"], 599, true],
  [["500-599"], 499, false],
  [[">=500"], 500, true],
  [[">500"], 500, false],
  [["<500"], 404, true],
  [["<=404"], 404, true],
  [["=429"], 429, true],
  [["500-599", "!503"], 503, false],
  [["!503", "500-599"], 503, true],
  [["500", "!500"], 500, false],
  [["!401"], 401, false],
  [["!401"], 500, true],
  [["!401"], 200, false],
  [[">=200"], 200, false],
])("%j wants %i retried: %s", (expressions, status, wanted) => {
  expect(wantsRetry(expressions, status)).toBe(wanted);
});
