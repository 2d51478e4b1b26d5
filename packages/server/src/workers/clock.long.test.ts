/**
 * The gateway's clock jumps an hour ahead, back again, and an hour behind, under load. The first attempt of every event
 * fails.
 *
 * Ids never go backwards and the database's clock decides when an event is due. So nothing is lost, and no retry waits
 * for an hour.
 */
import { expect, test } from "vitest";
import { type FaultOutcome, runFault } from "../testing/fault-run.ts";
import { startFarEnd } from "../testing/gateway.ts";
import type { Protection } from "../testing/product.ts";

const HOUR_MS = 60 * 60 * 1000;
const JUMPS = [HOUR_MS, 0, -HOUR_MS, 0];

/** Plans retries by a time of the gateway's clock, so that a jump of the clock moves them. */
const WAITS_INSTEAD_OF_TIMES: Protection = {
  file: "pipeline/settle/settled-attempt.ts",
  from: "next.atMs - nowMs",
  to: "next.atMs - (performance.timeOrigin + performance.now())",
};

async function run(...without: Protection[]): Promise<FaultOutcome> {
  const jumps = [...JUMPS];
  return runFault({
    without,
    strikes: JUMPS.length,
    strike: (product) => product.setClock(jumps.shift() ?? 0),
    rules: [{ type: "retry", strategy: "linear", interval: 500, count: 10, response_status_codes: null }],
    farEnd: await startFarEnd((request, response) => {
      response.writeHead(request.headers["x-posthorn-attempt-count"] === "1" ? 500 : 200).end();
    }),
    maxRepeatShare: 1, // every event comes twice
  });
}

test("nothing acknowledged is lost, and no retry waits for the clock, while it jumps", async () => {
  expect((await run()).broken).toEqual([]);
});

test("control: retries planned by the gateway's clock are seen to wait", async () => {
  expect((await run(WAITS_INSTEAD_OF_TIMES)).broken.join()).toContain("never ended");
});
