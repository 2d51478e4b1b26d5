/**
 * How does a test put a fault on a running product, and which promises does that break?
 *
 * Steady traffic runs from senders through the product to a far end, and the fault strikes. Then the run waits as long
 * as a recovery may take, and compares the promises with what senders, product and far end saw.
 */
import { randomInt } from "node:crypto";
import type { ReplyOf } from "@posthorn/contract/endpoint";
import { publicId } from "@posthorn/contract/ids";
import type { listRequests } from "@posthorn/contract/requests";
import type { Rules } from "@posthorn/contract/rules";
import { Client } from "pg";
import { openDatabase } from "../store/database.ts";
import { eventually, type Received, type startFarEnd } from "./gateway.ts";
import { miscounted } from "./miscounted.ts";
import { type Product, type ProductOptions, createProduct } from "./product.ts";
import { type Senders, type Traffic, broken, createTraffic, numberOf, startSlowFarEnd } from "./traffic.ts";

const PER_SECOND = 200;
/** At this pace about five deliveries are on the wire at any moment. */
const ANSWER_AFTER_MS = 25;
/** Longer than any step of a recovery: a take-over begins after ten seconds of silence. */
const SETTLE_WITHIN_MS = 20_000;
/**
 * Long enough for a control, which looks for what never comes. The steps of these recoveries follow each other within a
 * second or two, because the next start of an embedded database takes over at once.
 */
export const CONTROL_SETTLES_MS = 6_000;

export interface Fault extends ProductOptions {
  /** The fault, each time at another moment. Returns the events that may be repeated because of it, if any. */
  strike: (product: Product, traffic: Traffic) => Promise<ReadonlySet<string> | void>;
  strikes: number;
  /** How many of the deliveries may be repeats of other events. */
  maxRepeatShare?: number;
  /** How long a recovery may stand still, if not as long as usual. */
  settleWithinMs?: number;
  rules?: Rules;
  senders?: Senders;
  perSecond?: number;
  farEnd?: Awaited<ReturnType<typeof startFarEnd>>;
}

export interface FaultOutcome {
  /** Promises that were not kept, in words. */
  broken: string[];
  acked: number;
  received: number;
  /** How often senders got 503. */
  unavailable: number;
  /** Senders that gave up waiting, or could not connect. */
  unanswered: number;
}

export async function runFault({
  strike,
  strikes,
  maxRepeatShare = 0.02,
  settleWithinMs = SETTLE_WITHIN_MS,
  rules = [],
  senders = {},
  perSecond = PER_SECOND,
  farEnd: given,
  ...options
}: Fault): Promise<FaultOutcome> {
  const product = await createProduct(options);
  const farEnd = given ?? (await startSlowFarEnd(ANSWER_AFTER_MS));
  const traffic = createTraffic(senders);
  try {
    await product.start();
    const { source } = await product.connect(farEnd.url, rules);
    traffic.start(source.url, perSecond);
    const mayRepeat = new Set<string>();
    for (let time = 0; time < strikes; time++) {
      await moreAcked(traffic, randomInt(300, 800));
      for (const event of (await strike(product, traffic)) ?? []) mayRepeat.add(event);
    }
    await moreAcked(traffic, perSecond);
    await traffic.stop();
    return await outcomeOf({
      product,
      traffic,
      received: farEnd.received,
      mayRepeat,
      maxRepeatShare,
      settleWithinMs,
    });
  } finally {
    await traffic.stop();
    farEnd.close();
    await product.remove();
  }
}

export async function moreAcked(traffic: Traffic, more: number): Promise<void> {
  const after = traffic.acked.size + more;
  await eventually(
    () => Promise.resolve(traffic.acked.size),
    (acked) => acked >= after,
  );
}

export interface FinishedRun {
  /** Any of the products that share the database. */
  product: Product;
  traffic: Traffic;
  received: readonly Received[];
  /** Public ids of the events that were unfinished when a fault struck. */
  mayRepeat?: ReadonlySet<string>;
  /** The share of all other events that may be repeated. */
  maxRepeatShare: number;
  /** How long a recovery may stand still: nothing arrives, and no event ends. */
  settleWithinMs?: number;
}

/** Waits for deliveries that may still come, then compares. */
export async function outcomeOf({
  product,
  traffic,
  received,
  mayRepeat = new Set(),
  maxRepeatShare,
  settleWithinMs = SETTLE_WITHIN_MS,
}: FinishedRun): Promise<FaultOutcome> {
  await arrival(traffic.acked, received, settleWithinMs);
  const ledger = {
    acked: traffic.acked,
    storedIds: await storedIds(product, [...traffic.acked.values()]),
    received,
    unfinished: await unfinishedEvents(product, settleWithinMs),
    mayRepeat,
    maxRepeatShare,
  };
  const unavailable = traffic.refused.get(503) ?? 0;
  console.info(
    `${traffic.sent()} sent, ${traffic.acked.size} acknowledged, ${unavailable} told to come back, ${received.length} deliveries; slowest answer after ${Math.round(traffic.slowestMs())} ms`,
  );
  const answered = [...traffic.refused.values()].reduce((sum, count) => sum + count, traffic.acked.size);
  return {
    broken: [...broken(ledger), ...(await wrongCounts(product))],
    acked: traffic.acked.size,
    received: received.length,
    unavailable,
    unanswered: traffic.sent() - answered,
  };
}

/** Every row of a run is compared with every counter. The product never asks so much at once. */
const COMPARED_WITHIN_MS = 300_000;

/** Whatever was killed: the counters say what the rows say. */
async function wrongCounts(product: Product): Promise<string[]> {
  const db = openDatabase(await product.databaseUrl(), { statementTimeoutMs: COMPARED_WITHIN_MS });
  try {
    const wrong = await miscounted(db);
    return wrong.slice(0, 3).map((difference) => `counted wrongly: ${JSON.stringify(difference)}`);
  } finally {
    await db.close();
  }
}

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

/** Resolves when everything acknowledged has arrived, or when nothing has for longer than any recovery takes. */
async function arrival(
  acked: ReadonlyMap<number, string>,
  received: readonly Received[],
  withinMs: number,
): Promise<void> {
  const isStill = createStillness(withinMs);
  await eventually(
    () => Promise.resolve(received.length),
    (count) => (count >= acked.size && hasAll(acked, received)) || isStill(count),
  );
}

/**
 * Waits for every event to end, as long as some do, and returns how many did not. Asks the database itself: a list
 * finds pending events by what the processes remember, and after a fault no process may remember them.
 */
async function unfinishedEvents(product: Product, withinMs: number): Promise<number> {
  const isStill = createStillness(withinMs);
  const client = new Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    return await eventually(
      async () => {
        const { rows } = await client.query<{ count: number }>(
          "select count(*)::int as count from events where status <> 'SUCCESSFUL'",
        );
        return rows[0]?.count ?? Number.NaN;
      },
      (count) => count === 0 || isStill(count),
    );
  } finally {
    await client.end();
  }
}

/**
 * Public ids of the events that have not ended, read while their gateway is dead: it may send only these again. Their
 * number depends on the speed of the machine.
 */
export async function eventsLeftBehind(product: Product): Promise<ReadonlySet<string>> {
  const client = new Client({ connectionString: await product.databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select id from events where status <> 'SUCCESSFUL'");
    return new Set(rows.map(({ id }) => publicId("event", id)));
  } finally {
    await client.end();
  }
}

/** Returns true once the figure has not changed for this long. On a slow machine it changes slowly, but it changes. */
function createStillness(forMs: number): (figure: number) => boolean {
  let last = { figure: Number.NaN, sinceMs: 0 };
  return (figure) => {
    if (figure !== last.figure) last = { figure, sinceMs: performance.now() };
    return performance.now() - last.sinceMs > forMs;
  };
}

function hasAll(acked: ReadonlyMap<number, string>, received: readonly Received[]): boolean {
  const arrived = new Set(received.map(numberOf));
  return [...acked.keys()].every((number) => arrived.has(number));
}
