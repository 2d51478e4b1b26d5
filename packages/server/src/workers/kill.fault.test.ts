/**
 * Nothing acknowledged is lost, whatever is killed.
 *
 * 200 requests a second, three kills at random moments. Each kind of kill has a control: the same run with
 * one protection taken away must be seen to break a promise, or the run proves nothing.
 */
import { randomInt } from "node:crypto";
import { expect, test } from "vitest";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import type { listEvents } from "@posthorn/contract/events";
import type { listRequests } from "@posthorn/contract/requests";
import { eventually, type Received } from "../testing/gateway.ts";
import { type Product, type Protection, createProduct } from "../testing/product.ts";
import { broken, createTraffic, numberOf, startSlowFarEnd } from "../testing/traffic.ts";

const PER_SECOND = 200;
const KILLS = 3;
/** At this pace about five deliveries are on the wire at any moment. */
const ANSWER_AFTER_MS = 25;
const SETTLE_WITHIN_MS = 16_000;

/** Answers the sender first and stores a moment later: what every queue in memory does. */
const ACK_AFTER_COMMIT: Protection = {
  file: "pipeline/ingest/intake.ts",
  from: "commits.add(request);",
  to: 'answer(request, "stored"); setTimeout(() => commits.add(request), 300);',
};
/** Leaves the events of the dead where they are. */
const TAKE_OVER: Protection = {
  file: "store/events.ts",
  from: "events.lease_owner = $1) as held)",
  to: "events.lease_owner = $1 and false) as held)",
};

async function storedIds(product: Product, ids: readonly string[]): Promise<Set<string>> {
  const stored = new Set<string>();
  for (let at = 0; at < ids.length; at += 100) {
    const page = await product.api<ReplyOf<typeof listRequests>>(
      "GET",
      `/requests?limit=100&id=${ids.slice(at, at + 100).join(",")}`,
    );
    for (const { id } of page.models) stored.add(id);
  }
  return stored;
}

/** Runs the traffic through `strike` and tells which promises were broken. */
async function run(
  strike: (product: Product) => Promise<void>,
  without?: Protection,
): Promise<{ broken: string[]; acked: number; received: number }> {
  const product = await createProduct(without && { without });
  const farEnd = await startSlowFarEnd(ANSWER_AFTER_MS);
  const traffic = createTraffic();
  try {
    await product.start();
    const { source } = await product.connect(farEnd.url);
    traffic.start(source.url, PER_SECOND);
    for (let kill = 0; kill < KILLS; kill++) {
      const after = traffic.acked.size + randomInt(300, 800);
      await eventually(
        () => Promise.resolve(traffic.acked.size),
        (acked) => acked >= after,
      );
      await strike(product);
    }
    const after = traffic.acked.size + PER_SECOND;
    await eventually(
      () => Promise.resolve(traffic.acked.size),
      (acked) => acked >= after,
    );
    await traffic.stop();
    await arrival(traffic.acked, farEnd.received);
    const ledger = {
      acked: traffic.acked,
      storedIds: await storedIds(product, [...traffic.acked.values()]),
      received: farEnd.received,
      unfinished: await unfinishedEvents(product),
      maxRepeatShare: 0.02,
    };
    return { broken: broken(ledger), acked: traffic.acked.size, received: farEnd.received.length };
  } finally {
    await traffic.stop();
    farEnd.close();
    await product.remove();
  }
}

/** Everything acknowledged has arrived, or nothing more has for longer than any recovery takes. */
async function arrival(acked: ReadonlyMap<number, string>, received: readonly Received[]): Promise<void> {
  const startedAtMs = performance.now();
  await eventually(
    () => Promise.resolve(received.length),
    (count) =>
      (count >= acked.size && hasAll(acked, received)) || performance.now() - startedAtMs > SETTLE_WITHIN_MS,
  );
}

/** Waits as long as a recovery may take for every event to end, and tells how many did not. */
async function unfinishedEvents(product: Product): Promise<number> {
  const startedAtMs = performance.now();
  const { count } = await eventually(
    () => product.api<ReplyOf<typeof listEvents>>("GET", "/events?status=QUEUED"),
    (page) => page.count === 0 || performance.now() - startedAtMs > SETTLE_WITHIN_MS,
  );
  return count;
}

function hasAll(acked: ReadonlyMap<number, string>, received: readonly Received[]): boolean {
  const arrived = new Set(received.map(numberOf));
  return [...acked.keys()].every((number) => arrived.has(number));
}

async function killGateway(product: Product): Promise<void> {
  await product.kill();
  await product.start();
}

async function killDatabase(product: Product): Promise<void> {
  const pid = product.pid();
  await product.killDatabase();
  await eventually(
    () => fetch(`${product.ingestUrl}/readyz`).then((response) => response.status),
    (status) => status === 200,
  );
  expect(product.pid()).toBe(pid);
}

test("the gateway is killed three times: every acknowledged request is stored and delivered", async () => {
  const outcome = await run(killGateway);

  expect(outcome.broken).toEqual([]);
  expect(outcome.acked).toBeGreaterThan(KILLS * 100);
});

test("control: acknowledging before the commit is seen to lose requests", async () => {
  expect((await run(killGateway, ACK_AFTER_COMMIT)).broken.join()).toContain("not stored");
});

test("control: without take-over, events are seen to be stranded", async () => {
  expect((await run(killGateway, TAKE_OVER)).broken.join()).toContain("never ended");
});

test("the database is killed three times: the gateway survives and recovers by itself", async () => {
  const outcome = await run(killDatabase);

  expect(outcome.broken).toEqual([]);
  expect(outcome.acked).toBeGreaterThan(KILLS * 100);
});

test("control: acknowledging before the commit is seen to lose requests when the database dies", async () => {
  expect((await run(killDatabase, ACK_AFTER_COMMIT)).broken.join()).toContain("not stored");
});
