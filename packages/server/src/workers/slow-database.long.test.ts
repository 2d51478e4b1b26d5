/**
 * Every answer of the database is slow for a while. Senders get 200 or 503 in time, nothing that was acknowledged is
 * lost, no two attempts carry the same number, and afterwards all is as before.
 *
 * On a wire that is merely slow, group commits still get senders their 200. On a wire that is slower than any deadline,
 * commits come through after their senders have got 503.
 */
import { expect, test } from "vitest";
import { type FaultOutcome, runFault } from "../testing/fault-run.ts";
import type { Protection } from "../testing/product.ts";
import { ACK_AFTER_COMMIT, LARGE_COMMITS, NO_ENDLESS_WAITING } from "../testing/protections.ts";
import { databaseAt, startSharedPostgres } from "../testing/shared-postgres.ts";
import { type Delay, openSlowWire } from "../testing/slow-wire.ts";

/** In each direction, so an answer takes twice as long. */
const SLOW: Delay = { fromMs: 300, toMs: 800 };
const SLOWER_THAN_DEADLINES: Delay = { fromMs: 1_500, toMs: 2_500 };
const SLOW_FOR_MS = 15_000;
/** Few requests, so that only the database is slow, even on a busy machine. */
const PER_SECOND = 100;
/** So long that no sender gives up before it gets an answer. */
const PATIENCE_MS = 30_000;
/** One request in so many may be refused, because a batch or two take too long on a busy machine. */
const FEW = 10;
/** More senders than are busy at once while no sender gets an answer. */
const SENDERS = 900;

async function run(delay: Delay, ...without: Protection[]): Promise<FaultOutcome> {
  const postgres = await startSharedPostgres();
  const wire = await openSlowWire(postgres.url);
  try {
    return await runFault({
      environment: databaseAt(wire.url),
      strikes: without.length === 0 ? 2 : 1, // one is enough for a control
      async strike() {
        wire.setDelay(delay);
        await new Promise((resolve) => setTimeout(resolve, SLOW_FOR_MS)); // the fault itself
        wire.setDelay(null);
      },
      perSecond: PER_SECOND,
      senders: { patienceMs: PATIENCE_MS, most: SENDERS },
      without,
    });
  } finally {
    wire.close();
    await postgres.stop();
  }
}

test("a slow database: senders are acknowledged all the while, nothing is lost, nothing is sent twice", async () => {
  const outcome = await run(SLOW);

  expect(outcome.broken).toEqual([]);
  expect(outcome.unanswered).toBe(0);
  expect(outcome.unavailable).toBeLessThan(outcome.acked / FEW);
});

test("control: with small commits a slow database is seen to turn senders away", async () => {
  const { unavailable, acked } = await run(SLOW, LARGE_COMMITS);

  expect(unavailable).toBeGreaterThan(acked / FEW);
});

test("a database slower than any deadline: senders hear 503 in time, nothing is lost, and it recovers", async () => {
  const outcome = await run(SLOWER_THAN_DEADLINES);

  expect(outcome.broken).toEqual([]);
  expect(outcome.unanswered).toBe(0);
  expect(outcome.unavailable).toBeGreaterThan(0);
});

test("control: without deadlines senders are seen to wait instead of hearing 503", async () => {
  expect((await run(SLOWER_THAN_DEADLINES, ...NO_ENDLESS_WAITING)).unavailable).toBe(0);
});

test("control: acknowledging before the commit is seen to lose requests when commits are too slow", async () => {
  expect((await run(SLOWER_THAN_DEADLINES, ACK_AFTER_COMMIT)).broken.join()).toContain("not stored");
});
