/**
 * Two instances share a database; one is killed. The other takes over what it held.
 *
 * The control removes the take-over.
 */
import { expect, test } from "vitest";
import { type FaultOutcome, eventsLeftBehind, moreAcked, outcomeOf } from "../testing/fault-run.ts";
import { type Protection, createProduct } from "../testing/product.ts";
import { TAKE_OVER } from "../testing/protections.ts";
import { databaseAt, startSharedPostgres } from "../testing/shared-postgres.ts";
import { createTraffic, startSlowFarEnd } from "../testing/traffic.ts";

const PER_SECOND = 100;
/** Ten seconds of silence, a look every two seconds, and time to send the dead process's events again. */
const TAKEN_OVER_WITHIN_MS = 45_000;

async function run(...without: Protection[]): Promise<FaultOutcome> {
  const postgres = await startSharedPostgres();
  const environment = databaseAt(postgres.url);
  const [survivor, victim] = [
    await createProduct({ environment, without }),
    await createProduct({ environment, without }),
  ];
  const farEnd = await startSlowFarEnd(25);
  const traffic = createTraffic();
  try {
    await survivor.start();
    await victim.start();
    const { source } = await survivor.connect(farEnd.url);
    const { pathname } = new URL(source.url);
    traffic.start([survivor.ingestUrl + pathname, victim.ingestUrl + pathname], PER_SECOND);
    await moreAcked(traffic, 500);
    await victim.kill();
    const mayRepeat = await eventsLeftBehind(survivor);
    await moreAcked(traffic, 300);
    await traffic.stop();
    return await outcomeOf({
      product: survivor,
      traffic,
      received: farEnd.received,
      mayRepeat,
      maxRepeatShare: 0,
      settleWithinMs: TAKEN_OVER_WITHIN_MS,
    });
  } finally {
    await traffic.stop();
    farEnd.close();
    await survivor.remove();
    await victim.remove();
    await postgres.stop();
  }
}

test("one of two is killed: what it acknowledged is stored and delivered by the other", async () => {
  expect((await run()).broken).toEqual([]);
});

test("control: without take-over, events are seen to be stranded", async () => {
  expect((await run(TAKE_OVER)).broken.join()).toContain("never ended");
});
