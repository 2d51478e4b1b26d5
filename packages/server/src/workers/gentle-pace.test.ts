import { expect, test } from "vitest";
import { createBusyness, pauseAfter } from "./gentle-pace.ts";

test.each([
  { tookMs: 30, busy: 0, pauseMs: 30 },
  { tookMs: 30, busy: 0.5, pauseMs: 60 },
  { tookMs: 20, busy: 0.9, pauseMs: 200 },
  { tookMs: 1, busy: 0.5, pauseMs: 20 },
  { tookMs: 30, busy: 1, pauseMs: 250 },
])("after $tookMs ms, $busy busy, it pauses $pauseMs ms", ({ tookMs, busy, pauseMs }) => {
  expect(pauseAfter({ tookMs, busy })).toBeCloseTo(pauseMs);
});

test("a process that computes is busy, one that waits is not", async () => {
  const busyness = createBusyness();
  await new Promise((resolve) => setImmediate(resolve)); // without a turn there is nothing to measure
  busyness();
  for (const end = performance.now() + 50; performance.now() < end;);
  const computing = busyness();
  await new Promise((resolve) => setTimeout(resolve, 100)); // the idle time itself
  const waiting = busyness();

  expect(computing).toBeGreaterThan(waiting);
});
