import { ISSUE_STATUSES } from "@posthorn/contract/causes";
import { expect, test } from "vitest";
import { actionsOn } from "./issue-status.ts";

test.each([
  ["OPENED", "acknowledge", ["resolve", "ignore", "dismiss"]],
  ["ACKNOWLEDGED", "resolve", ["ignore", "reopen", "dismiss"]],
  ["RESOLVED", "dismiss", ["acknowledge", "ignore", "reopen"]],
  ["IGNORED", "reopen", ["acknowledge", "resolve", "dismiss"]],
] as const)("%s leads to %s, and the menu has the rest", (status, next, others) => {
  expect(actionsOn({ status, dismissed_at: null })).toEqual({ next, others });
});

test.each(ISSUE_STATUSES)("an issue that was dismissed is never dismissed again: %s", (status) => {
  const { next, others } = actionsOn({ status, dismissed_at: "2026-11-14T14:00:00.000Z" });

  expect([next, ...others]).not.toContain("dismiss");
  expect(others).not.toContain(next);
});
