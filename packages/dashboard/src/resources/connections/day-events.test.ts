import { expect, test } from "vitest";
import { dayBars, dayEventsOf, daySentence } from "./day-events.ts";

const reply = {
  from: "2026-11-14T14:00:00.000Z",
  counts: { web_1: 2960, web_2: 1 },
  buckets: {
    web_1: { SUCCESSFUL: [1000, 1000], FAILED: [0, 12], HOLD: [900, 0], SCHEDULED: [48, 0] },
    web_2: { SUCCESSFUL: [0, 1] },
  },
};

function said(id: string): string {
  const day = dayEventsOf(reply, id);
  return day ? daySentence(day) : "";
}

test("a sentence says how many events there were, and how many failed", () => {
  expect(said("web_1")).toBe("2,960 events in the last 24 hours, 12 failed");
  expect(said("web_2")).toBe("1 event in the last 24 hours");
  expect(said("web_3")).toBe("No events in the last 24 hours");
});

test("held and delayed events have bars of their own colour: green means delivered", () => {
  const bars = dayBars(dayEventsOf(reply, "web_1") ?? { count: 0, buckets: {} });

  expect(bars.map(({ name, tone }) => [name, tone])).toEqual([
    ["Delayed", "late"],
    ["Paused", "hold"],
    ["Successful", "ok"],
    ["Failed", "bad"],
  ]);
});

test("before the counts are loaded nothing is said, and a quiet connection has twelve empty parts", () => {
  expect(dayEventsOf(undefined, "web_1")).toBeUndefined();
  expect(dayBars({ count: 0, buckets: {} }).map(({ values }) => values.length)).toEqual([12]);
});
