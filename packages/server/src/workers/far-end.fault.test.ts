/**
 * Destinations that are slow, silent, endless, huge, compressed or broken beside a healthy one: each attempt
 * ends as documented, the healthy one does not wait for the others, and memory stays within its bound.
 *
 * far-end.long.test.ts does the same with the usual deadline and more of everything. The controls remove the shares
 * that keep sockets for destinations that answer, and the limit on how much of an answer is kept.
 */
import { expect, test } from "vitest";
import { control } from "../testing/control.ts";
import { DOCUMENTED_ENDS, runFarEnds } from "../testing/far-end-run.ts";
import type { Protection } from "../testing/product.ts";

const REQUESTS = 250;
const BAD_ANSWERS = 100;
/** Far longer than it takes to take the requests in, also on a busy machine. */
const DEADLINE_MS = 30_000;
const MEMORY_MAX_MEBIBYTES = 512;

/** Without these, every destination gets as many sockets as it asks for, and none is preferred because it answers. */
const FAIR_SHARES: readonly Protection[] = [
  {
    file: "pipeline/schedule/share.ts",
    from: "if (open >= share.most || sockets.open >= sockets.most) return false;",
    to: "return sockets.open < sockets.most;",
  },
  {
    file: "pipeline/schedule/ready-queue.ts",
    from: "if (queue.sending >= mostOpen(queue)) return false;",
    to: "",
  },
  {
    file: "pipeline/schedule/ready-queue.ts",
    from: "(queue.share.isQuick ? waitingQuick : waitingSlow).add(queue);",
    to: "waitingSlow.add(queue);",
  },
];
/** Without it, the gateway keeps everything a destination sends. */
const BOUNDED_ANSWERS: Protection = {
  file: "outbound/dialer.ts",
  from: "const room = request.bodyMaxBytes - keptBytes;",
  to: "const room = 1e12;",
};

test("a healthy destination gets everything while others hold on; each attempt ends as documented", async () => {
  const outcome = await runFarEnds({ requests: REQUESTS, badAnswers: BAD_ANSWERS, deadlineMs: DEADLINE_MS });

  console.info(`bad destinations beside a healthy one: at most ${outcome.peakMebibytes} MiB`);
  expect(outcome.ends).toEqual(DOCUMENTED_ENDS);
  expect(outcome.healthyBeforeFirstTimeout).toBe(REQUESTS);
  expect(outcome.peakMebibytes).toBeLessThan(MEMORY_MAX_MEBIBYTES);
});

control("without shares of the sockets the healthy destination is seen to wait for the others", async () => {
  const outcome = await runFarEnds({
    requests: REQUESTS,
    badAnswers: BAD_ANSWERS,
    deadlineMs: DEADLINE_MS,
    stopAtFirstTimeout: true,
    without: FAIR_SHARES,
  });

  expect(outcome.healthyBeforeFirstTimeout).toBeLessThan(REQUESTS);
});

control("without a bound on answers memory is seen to grow", async () => {
  const outcome = await runFarEnds({
    requests: 1,
    badAnswers: 10,
    deadlineMs: DEADLINE_MS,
    stopAtMebibytes: MEMORY_MAX_MEBIBYTES,
    without: [BOUNDED_ANSWERS],
  });

  expect(outcome.peakMebibytes).toBeGreaterThan(MEMORY_MAX_MEBIBYTES);
});
