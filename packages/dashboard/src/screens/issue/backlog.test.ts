import type { MetricRow } from "@posthorn/contract/metrics";
import { expect, test } from "vitest";
import { backlogAdvice, backlogOf, backlogText } from "./backlog.ts";

const now = new Date("2026-11-15T14:31:20.000Z");
const minute = (ago: number, metrics: MetricRow["metrics"]): MetricRow => ({
  time_bucket: new Date(Date.parse("2026-11-15T14:31:00.000Z") - ago * 60_000).toISOString(),
  dimensions: {},
  metrics,
});

test("the paces are those of the last ten whole minutes", () => {
  const arrived = [12, 10, 1, 0].map((ago) => minute(ago, { count: 100 }));
  const attempts = [11, 3].map((ago) => minute(ago, { successful_count: 50, count: 90 }));

  // Of four minutes with arrivals, one is too long ago and one is not over.
  expect(backlogOf({ arrived, attempts, pending: [] }, now)).toEqual({
    arrivesPerMinute: 20,
    deliveredPerMinute: 5,
    waiting: 0,
  });
});

test.each([
  ["of this minute", [minute(1, { count: 8 }), minute(0, { count: 9 })], 9],
  ["of the minute before, while this one has none", [minute(1, { count: 8 })], 8],
  ["none, if the last is older: the queue is clear", [minute(2, { count: 8 })], 0],
])("what waits is the latest sample: %s", (_which, pending, waiting) => {
  expect(backlogOf({ arrived: [], attempts: [], pending }, now).waiting).toBe(waiting);
});

const GROWING = { arrivesPerMinute: 1306, deliveredPerMinute: 720, waiting: 18_420 };

test("the numbers are in the words of the first line", () => {
  expect(backlogText(GROWING)).toBe("18,420 events wait, it takes 720 a minute and gets 1,306");
  expect(backlogText({ arrivesPerMinute: 0.1, deliveredPerMinute: 0, waiting: 1 })).toBe(
    "1 event waits, it takes 0 a minute and gets 0.1",
  );
});

test.each([
  [GROWING, "The backlog would take 26 min to clear, and it grows by 586 a minute."],
  [{ ...GROWING, arrivesPerMinute: 720 }, "The backlog would take 26 min to clear if nothing new came."],
  [{ ...GROWING, arrivesPerMinute: 413 }, "At this pace the backlog is clear in 1 h."],
  [{ ...GROWING, deliveredPerMinute: 0 }, "Nothing was delivered in the last 10 minutes."],
  [{ ...GROWING, waiting: 0 }, "The queue is clear now."],
])("what follows from them: %o", (backlog, words) => {
  expect(backlogAdvice(backlog)).toBe(words);
});
