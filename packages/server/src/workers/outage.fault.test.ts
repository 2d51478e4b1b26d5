/**
 * A destination is down and comes back; its backlog arrives, and a neighbour is not held up. outage.long.test.ts does
 * the same with a hundred thousand events.
 *
 * In the control the product does not retry when a destination refuses connections.
 */
import { expect, test } from "vitest";
import { control } from "../testing/control.ts";
import { runOutage } from "../testing/outage-run.ts";
import type { Protection } from "../testing/product.ts";

const OUTAGE = { events: 2_000, retryEveryMs: 3_000, backWithinMs: 60_000 };

/** Retries failed answers only, not network failures. */
const NO_ANSWER_IS_RETRIED: Protection = {
  file: "pipeline/schedule/next-attempt.ts",
  from: "if (ruleWaitMs === null) return null;",
  to: "if (ruleWaitMs === null || outcome.response_status === null) return null;",
};

test("after an outage every event arrives once, none is left, and a neighbour got its own meanwhile", async () => {
  const outcome = await runOutage(OUTAGE);

  expect(outcome.broken).toEqual([]);
  expect(outcome.normalMissing).toBe(0);
});

control("without retries of the network's failures events are seen not to arrive", async () => {
  const { broken } = await runOutage({ ...OUTAGE, backWithinMs: 7_000, without: [NO_ANSWER_IS_RETRIED] });

  // All but those whose first attempt came after the outage.
  expect(broken).toEqual([
    expect.stringContaining("requests were not delivered"),
    expect.stringContaining("events never ended"),
  ]);
});
