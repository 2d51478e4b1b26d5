/**
 * The disk under the embedded database runs full under load, and has room again later.
 *
 * Senders get 503, nothing acknowledged is lost, and gateway and database recover by themselves. So they do if the
 * database dies while the disk has not a byte left for its start. In the control the product acknowledges before it
 * stores.
 */
import { join } from "node:path";
import { expect, test } from "vitest";
import { type FaultOutcome, runFault } from "../testing/fault-run.ts";
import { eventually } from "../testing/gateway.ts";
import type { Product, Protection } from "../testing/product.ts";
import { ACK_AFTER_COMMIT } from "../testing/protections.ts";
import { type SmallDisk, mountSmallDisk } from "../testing/small-disk.ts";
import type { Traffic } from "../testing/traffic.ts";

/** A new database takes about 60 MB of it, and its log grows by 16 MB at a time. */
const DISK_MB = 256;
/**
 * So many refusals mean that senders notice the full disk. In the control there are none, and the run goes on anyway.
 */
const FELT_AFTER = 50;
const STARTS_FAILED = 3;

type Strike = (disk: SmallDisk, product: Product, traffic: Traffic) => Promise<void>;

async function untilFelt(traffic: Traffic): Promise<void> {
  const refused = () => traffic.refused.get(503) ?? 0;
  const [refusedBefore, ackedBefore] = [refused(), traffic.acked.size];
  await eventually(
    () => Promise.resolve(),
    () => refused() - refusedBefore >= FELT_AFTER || traffic.acked.size - ackedBefore > 20 * FELT_AFTER,
  );
}

async function fillAndFree(disk: SmallDisk, _: Product, traffic: Traffic): Promise<void> {
  await disk.fill();
  await untilFelt(traffic);
  await disk.free();
}

async function killWhileFull(disk: SmallDisk, product: Product, traffic: Traffic): Promise<void> {
  const failedStarts = () => product.output().split("postgres.start_failed").length;
  const before = failedStarts();
  await disk.fill();
  await untilFelt(traffic);
  await product.killDatabase();
  await eventually(
    async () => {
      await disk.fill(); // a database that dies frees some room
      return failedStarts() - before;
    },
    (failed) => failed >= STARTS_FAILED,
  );
  await disk.free();
}

/** Returns null, with the reason in the output, on a machine where the test may not mount a disk. */
async function run(strike: Strike, ...without: Protection[]): Promise<FaultOutcome | null> {
  const disk = await mountSmallDisk(DISK_MB);
  if ("reason" in disk) {
    console.warn(`NOT TESTED: what happens when the disk is full, because ${disk.reason}`);
    return null;
  }
  try {
    return await runFault({
      directory: join(disk.directory, "product"),
      strikes: 2,
      strike: (product, traffic) => strike(disk, product, traffic),
      without,
    });
  } finally {
    await disk.remove();
  }
}

test("the disk is full for a while: senders hear 503, nothing is lost, and it goes on by itself", async () => {
  const outcome = await run(fillAndFree);
  if (outcome === null) return;

  expect(outcome.broken).toEqual([]);
  expect(outcome.unavailable).toBeGreaterThanOrEqual(2 * FELT_AFTER);
});

test("the database dies on a full disk: it is back by itself once there is room, and nothing is lost", async () => {
  const outcome = await run(killWhileFull);
  if (outcome === null) return;

  expect(outcome.broken).toEqual([]);
  expect(outcome.unavailable).toBeGreaterThanOrEqual(2 * FELT_AFTER);
});

test("control: acknowledging before the commit is seen to lose requests when the disk is full", async () => {
  const outcome = await run(fillAndFree, ACK_AFTER_COMMIT);
  if (outcome === null) return;

  expect(outcome.broken.join()).toContain("not stored");
});
