/**
 * Two nodes share a database behind a balancer that honours `/readyz`, and are restarted one after the other under load.
 *
 * Senders and callers of the API see no error at all, and nothing is lost or sent twice: a node that is told to stop says so
 * on `/readyz` first, and goes on until the balancer sends elsewhere. The control is a node that does not wait for that.
 */
import { expect, test } from "vitest";
import { startBalancer } from "../testing/balancer.ts";
import { control } from "../testing/control.ts";
import { moreAcked, outcomeOf } from "../testing/fault-run.ts";
import { eventually } from "../testing/gateway.ts";
import { createProduct } from "../testing/product.ts";
import { databaseAt, startSharedPostgres } from "../testing/shared-postgres.ts";
import { createTraffic, refusals, startSlowFarEnd } from "../testing/traffic.ts";

const PER_SECOND = 60;
const ANSWER_AFTER_MS = 25;
/** A node that has just started loads the code of the API beside its first answers, which takes long on a busy machine. */
const PATIENCE_MS = 60_000;
/** The API is asked in the pace of the senders. */
const SENT_FOR_EACH_CALL = 5;
/** Many times the interval at which the balancer looks: its looks may be late on a busy machine. */
const DRAIN_SECONDS = "5";

async function rollingRestart(drainSeconds: string) {
  const postgres = await startSharedPostgres();
  const environment = { ...databaseAt(postgres.url), POSTHORN_DRAIN_SECONDS: drainSeconds };
  const nodes = await Promise.all([createProduct({ environment }), createProduct({ environment })]);
  const farEnd = await startSlowFarEnd(ANSWER_AFTER_MS);
  const traffic = createTraffic({ patienceMs: PATIENCE_MS });
  const over = new AbortController();
  const closing: (() => Promise<void>)[] = [];
  try {
    for (const node of nodes) await node.start();
    const { source } = await nodes[0].connect(farEnd.url);
    const senders = await startBalancer(nodes.map(({ ingestUrl }) => ingestUrl));
    const callers = await startBalancer(nodes.map(({ publicUrl }) => publicUrl));
    closing.push(senders.close, callers.close);

    const answers = new Set<number>();
    const calling = (async () => {
      for (let due = 0; !over.signal.aborted; due += SENT_FOR_EACH_CALL) {
        await eventually(
          () => Promise.resolve(traffic.acked.size),
          (acked) => acked >= due || over.signal.aborted,
        );
        const answer = await fetch(`${callers.url}/2025-07-01/sources`, {
          headers: { authorization: `Bearer ${nodes[0].apiKey}` },
        });
        await answer.arrayBuffer();
        answers.add(answer.status);
      }
    })();
    traffic.start(senders.url + new URL(source.url).pathname, PER_SECOND);
    const ends: unknown[] = [];
    for (const node of nodes) {
      await moreAcked(traffic, PER_SECOND);
      ends.push(await node.stop());
      await moreAcked(traffic, PER_SECOND);
      await node.start();
      await eventually(
        () => Promise.resolve(senders.isOpen(node.ingestUrl) && callers.isOpen(node.publicUrl)),
        (isOpen) => isOpen,
      );
    }
    await moreAcked(traffic, PER_SECOND);
    over.abort();
    await Promise.all([traffic.stop(), calling]);
    const outcome = await outcomeOf({
      product: nodes[0],
      traffic,
      received: farEnd.received,
      maxRepeatShare: 0,
    });
    return {
      ends,
      broken: outcome.broken,
      unanswered: outcome.unanswered,
      refused: refusals(traffic),
      answersOfApi: [...answers],
      bothWereUsed: nodes.every(({ ingestUrl }) => senders.sentTo(ingestUrl) > 0),
    };
  } finally {
    over.abort();
    await traffic.stop();
    for (const close of closing) await close();
    farEnd.close();
    for (const node of nodes) await node.remove();
    await postgres.stop();
  }
}

test("behind a balancer, a rolling restart shows nobody an error, loses nothing and sends nothing twice", async () => {
  expect(await rollingRestart(DRAIN_SECONDS)).toEqual({
    ends: [0, 0],
    broken: [],
    unanswered: 0,
    refused: [],
    answersOfApi: [200],
    bothWereUsed: true,
  });
});

control("nodes that close their ports at once are seen to cost senders a 502", async () => {
  const { refused, broken } = await rollingRestart("0");

  expect(refused).toEqual([502]);
  expect(broken).toEqual([]);
});
