/**
 * Destinations that never answer or answer badly, beside a healthy one, with the usual deadline of a minute. The
 * controls are in far-end.fault.test.ts.
 */
import { expect, test } from "vitest";
import { ATTEMPT_DEADLINE_MS } from "@posthorn/contract/limits";
import { DOCUMENTED_ENDS, runFarEnds } from "../testing/far-end-run.ts";

const REQUESTS = 1_000;
const MEMORY_MAX_MEBIBYTES = 512;
/** The promise is a second. On a busy machine either side may notice a few seconds later. */
const OFF_AT_MOST_MS = 5_000;

test("attempts end at the deadline, a healthy destination never waits for it, and memory stays flat", async () => {
  const outcome = await runFarEnds({
    requests: REQUESTS,
    badAnswers: REQUESTS,
    deadlineMs: ATTEMPT_DEADLINE_MS,
  });

  const [shortestMs, longestMs] = outcome.heldMs;
  console.info(
    `attempts without an answer lasted ${Math.round(shortestMs)} to ${Math.round(longestMs)} ms, at most ${outcome.peakMebibytes} MiB`,
  );
  expect(outcome.ends).toEqual(DOCUMENTED_ENDS);
  expect(outcome.healthyBeforeFirstTimeout).toBe(REQUESTS);
  expect(shortestMs).toBeGreaterThan(ATTEMPT_DEADLINE_MS - OFF_AT_MOST_MS);
  expect(longestMs).toBeLessThan(ATTEMPT_DEADLINE_MS + OFF_AT_MOST_MS);
  expect(outcome.peakMebibytes).toBeLessThan(MEMORY_MAX_MEBIBYTES);
});
