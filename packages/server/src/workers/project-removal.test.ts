import { expect, test } from "vitest";
import { isQuiet } from "./project-removal.ts";

const HOUR_MS = 60 * 60 * 1000;

test.each([
  [0, false],
  [HOUR_MS - 1, false],
  [HOUR_MS, true],
])("deleted for %i ms, nothing writes for a project any more: %s", (deleted_for_ms, expected) => {
  expect(isQuiet({ deleted_for_ms })).toBe(expected);
});
