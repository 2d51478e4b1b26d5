import { expect, test } from "vitest";
import { createTimeUsed } from "./time-used.ts";

test("time counts half as much every ten seconds", () => {
  const used = createTimeUsed();
  used.add("early", 100, 0);
  used.add("late", 49, 10_000);

  expect(used.sum("late")).toBeLessThan(used.sum("early"));
  used.add("late", 2, 10_000);
  expect(used.sum("late")).toBeGreaterThan(used.sum("early"));
});

test("one slow run is soon forgiven, one that hung after a while, and many quick runs are not slow", () => {
  const used = createTimeUsed();
  used.add("slow", 60, 0);
  used.add("hung", 1_000, 0);
  for (let run = 0; run < 1_000; run++) used.add("busy", 40, 0);
  const slowAt = (nowMs: number) => ["slow", "hung", "busy"].filter((key) => used.isSlow(key, nowMs));

  expect([0, 5_000, 43_000, 44_000].map(slowAt)).toEqual([["slow", "hung"], ["hung"], ["hung"], []]);
});

test("a day later nothing counts any more", () => {
  const used = createTimeUsed();
  used.add("a", 1_000, 0);
  used.add("b", 1, 86_400_000);

  expect([used.sum("a"), used.sum("b")]).toEqual([0, 1]);
});
