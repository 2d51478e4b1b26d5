import { expect, test } from "vitest";
import { conflictRows } from "./conflict-rows.ts";

const displays = new Map([
  ["name", { label: "Connection name" }],
  ["secret", { label: "Secret", textOf: () => "hidden" }],
]);
const change = (path: string, mine: unknown, theirs: unknown, isMineChanged = true) => ({
  path,
  mine,
  theirs,
  isMineChanged,
});

test("a row has the label of its field and both values as text", () => {
  const rows = conflictRows(
    [
      change("name", "", "orders"),
      change("secret", "a", "b"),
      change("config.rate_limit", 5, null),
      change("config.methods", ["GET"], [], false),
      change("is_on", true, false),
    ],
    displays,
  );

  expect(rows.map(({ label, mine, theirs }) => [label, mine, theirs])).toEqual([
    ["Connection name", "empty", "orders"],
    ["Secret", "hidden", "hidden"],
    ["Rate limit", "5", "empty"],
    ["Methods", "not changed by you", "none"],
    ["Is on", "on", "off"],
  ]);
});

test("a long value is shortened", () => {
  const [row] = conflictRows([change("name", "x".repeat(500), "y")], displays);

  expect(row?.mine).toBe(`${"x".repeat(120)}…`);
});
