import { expect, test } from "vitest";
import { dayEventsOf, daySentence } from "./day-events.ts";

const reply = {
  from: "2026-11-14T14:00:00.000Z",
  counts: { web_1: 2960, web_2: 1 },
  buckets: { web_1: { failed: [0, 12], others: [1948, 1000] }, web_2: { failed: [0, 0], others: [0, 1] } },
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

test("before the counts are loaded nothing is said, and a quiet connection has twelve empty parts", () => {
  expect(dayEventsOf(undefined, "web_1")).toBeUndefined();
  expect(dayEventsOf(reply, "web_3")?.others).toHaveLength(12);
});
