import { expect, test } from "vitest";
import { CONFIRM_WITHIN_MINUTES, createConfirmations } from "./confirmations.ts";

const ARGS = { ids: ["evt_1", "evt_2"], kind: "event" };

test("a confirmation gives back what the dry run saw, once, in whatever order the arguments come", () => {
  const confirmations = createConfirmations(() => 0);
  const token = confirmations.issue("retry", ARGS, "version 1");

  expect(confirmations.redeem(token, "retry", { kind: "event", ids: ["evt_1", "evt_2"] })).toBe("version 1");
  expect(() => confirmations.redeem(token, "retry", ARGS)).toThrow("There is no such confirmation.");
});

test.each([
  { tool: "pause", args: ARGS },
  { tool: "retry", args: { ...ARGS, ids: ["evt_2", "evt_1"] } },
  { tool: "retry", args: { kind: "event" } },
  { tool: "retry", args: { ...ARGS, filters: {} } },
])("a confirmation is for nothing else than it was given for, and ends: $tool $args", ({ tool, args }) => {
  const confirmations = createConfirmations(() => 0);
  const token = confirmations.issue("retry", ARGS, null);

  expect(() => confirmations.redeem(token, tool, args)).toThrow("for another tool or for other arguments");
  expect(() => confirmations.redeem(token, "retry", ARGS)).toThrow("There is no such confirmation.");
});

test("a confirmation ends after minutes", () => {
  let nowMs = 0;
  const confirmations = createConfirmations(() => nowMs);
  const early = confirmations.issue("retry", ARGS, null);
  const late = confirmations.issue("retry", ARGS, null);

  nowMs = CONFIRM_WITHIN_MINUTES * 60_000 - 1;
  expect(confirmations.redeem(early, "retry", ARGS)).toBeNull();
  nowMs += 1;
  expect(() => confirmations.redeem(late, "retry", ARGS)).toThrow("older than 5 minutes");
});

test("a caller that only asks forgets the oldest confirmation", () => {
  const confirmations = createConfirmations(() => 0);
  const first = confirmations.issue("retry", ARGS, null);
  const others = Array.from({ length: 100 }, () => confirmations.issue("retry", ARGS, null));

  expect(() => confirmations.redeem(first, "retry", ARGS)).toThrow("There is no such confirmation.");
  expect(confirmations.redeem(others[0] ?? "", "retry", ARGS)).toBeNull();
});
