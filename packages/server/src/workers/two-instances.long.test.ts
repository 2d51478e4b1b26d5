/**
 * Two instances share a database; one is killed, or stands still until the other has taken over, and goes on.
 *
 * The control removes the take-over.
 */
import { expect, test } from "vitest";
import { type FaultOutcome, eventsLeftBehind, moreAcked, outcomeOf } from "../testing/fault-run.ts";
import { eventually } from "../testing/gateway.ts";
import { type Product, type Protection, createProduct } from "../testing/product.ts";
import { TAKE_OVER } from "../testing/protections.ts";
import { databaseAt, startSharedPostgres } from "../testing/shared-postgres.ts";
import { createTraffic, startSlowFarEnd } from "../testing/traffic.ts";

const PER_SECOND = 100;
/** Ten seconds of silence, a look every two seconds, and time to send the dead process's events again. */
const TAKEN_OVER_WITHIN_MS = 45_000;

/** Strikes the victim, and returns the events that were unfinished then. */
type Strike = (victim: Product, survivor: Product) => Promise<ReadonlySet<string>>;

const kill: Strike = async (victim, survivor) => {
  await victim.kill();
  return eventsLeftBehind(survivor);
};

const standStill: Strike = async (victim, survivor) => {
  const pid = victim.pid() ?? 0;
  process.kill(pid, "SIGSTOP");
  const mayRepeat = await eventsLeftBehind(survivor);
  await eventually(
    () => Promise.resolve(survivor.output()),
    (output) => output.includes("process.taken_over"),
  );
  process.kill(pid, "SIGCONT");
  return mayRepeat;
};

async function run(strike: Strike, ...without: Protection[]): Promise<FaultOutcome> {
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
    const mayRepeat = await strike(victim, survivor);
    await moreAcked(traffic, 300);
    await traffic.stop();
    return await outcomeOf({
      product: survivor,
      traffic,
      received: farEnd.received,
      mayRepeat,
      maxRepeatShare: strike === kill ? 0 : 0.02, // one that goes on sends what the other has sent too
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
  expect((await run(kill)).broken).toEqual([]);
});

test("one of two stands still and goes on: everything it accepted is delivered, and nothing stays behind", async () => {
  expect((await run(standStill)).broken).toEqual([]);
});

test("control: without take-over, events are seen to be stranded", async () => {
  expect((await run(kill, TAKE_OVER)).broken.join()).toContain("never ended");
});
