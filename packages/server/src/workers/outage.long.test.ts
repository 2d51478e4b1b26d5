/**
 * A destination is down while a hundred thousand events are made for it, and comes back. Everything arrives once,
 * nothing is left, a neighbour gets its own events meanwhile, and the gateway's memory stays within its bound. The
 * control is in outage.fault.test.ts, with fewer events.
 */
import { expect, test } from "vitest";
import { runOutage } from "../testing/outage-run.ts";

const EVENTS = 100_000;
const MEMORY_MAX_MEBIBYTES = 512;

test("100,000 events for a destination that is down arrive once it is back", async () => {
  const outcome = await runOutage({ events: EVENTS, retryEveryMs: 60_000, backWithinMs: 400_000 });

  console.info(
    `outage of ${EVENTS} events: taken in within ${Math.round(outcome.takenInMs / 1000)} s, ` +
      `delivered within ${Math.round(outcome.deliveredMs / 1000)} s, at most ${outcome.peakMebibytes} MiB`,
  );
  expect(outcome.broken).toEqual([]);
  expect(outcome.acked).toBeGreaterThanOrEqual(EVENTS);
  expect(outcome.normalMissing).toBe(0);
  expect(outcome.peakMebibytes).toBeLessThan(MEMORY_MAX_MEBIBYTES);
});
