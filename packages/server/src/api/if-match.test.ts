import { expect, test } from "vitest";
import { versionIn } from "./if-match.ts";

test.each([
  [undefined, null],
  ["*", null],
  [" * ", null],
  ['"2026-11-15T08:30:00.001Z"', "2026-11-15T08:30:00.001Z"],
  [' "2024-02-29T23:59:59.999Z" ', "2024-02-29T23:59:59.999Z"],
])("If-Match: %s asks for the version %s", (header, version) => {
  expect(versionIn(header)).toBe(version);
});

test.each([
  "",
  "2026-11-15T08:30:00.001Z",
  'W/"2026-11-15T08:30:00.001Z"',
  '"2026-11-15T08:30:00Z"',
  '"2026-11-15T08:30:00.001+01:00"',
  '"2026-02-30T08:30:00.001Z"',
  '"2026-13-01T08:30:00.001Z"',
  '"0000-01-01T00:00:00.000Z"',
  '"2026-11-15T08:30:00.001Z", "2026-11-15T08:30:00.002Z"',
  '"abc"',
])("If-Match: %s is refused in words", (header) => {
  expect(() => versionIn(header)).toThrow(
    'If-Match must be the updated_at of the resource in quotes, like "2026-11-15T08:30:00.000Z"',
  );
});
