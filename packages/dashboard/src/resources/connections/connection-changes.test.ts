import { expect, test } from "vitest";
import { changesFor, CONNECTION_CHANGES } from "./connection-changes.ts";
import { statusOf } from "./connection-status.ts";

const at = "2026-11-15T12:00:00.000Z";

test("paused is told before disabled, and neither is active", () => {
  expect(statusOf({ paused_at: null, disabled_at: null })).toBe("Active");
  expect(statusOf({ paused_at: null, disabled_at: at })).toBe("Disabled");
  expect(statusOf({ paused_at: at, disabled_at: at })).toBe("Paused");
});

test("a menu offers only what changes something", () => {
  expect(changesFor({ paused_at: null, disabled_at: null })).toEqual(["pause", "disable"]);
  expect(changesFor({ paused_at: at, disabled_at: null })).toEqual(["unpause", "disable"]);
  expect(changesFor({ paused_at: null, disabled_at: at })).toEqual(["enable"]);
  expect(changesFor({ paused_at: at, disabled_at: at })).toEqual(["unpause", "enable"]);
});

test("the words after a change are the product's own", () => {
  expect(Object.values(CONNECTION_CHANGES).map(({ done }) => done)).toEqual([
    "Connection paused",
    "Connection unpaused",
    "Connection enabled",
    "Connection disabled",
  ]);
});

test("a failed unpause or disable has the words of a failed enable", () => {
  expect(Object.values(CONNECTION_CHANGES).map(({ failed }) => failed)).toEqual([
    "Failed to pause connection",
    "Failed to enable connection",
    "Failed to enable connection",
    "Failed to enable connection",
  ]);
});
