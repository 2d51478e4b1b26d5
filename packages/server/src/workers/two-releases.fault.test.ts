/**
 * The release before and this version share a database under load, as in a rolling update. Each is killed and comes back.
 *
 * The release before runs first. This version migrates the database while the other one works on it, and the other one starts
 * once more on the schema that it does not know. Nobody is refused and nothing is lost, and each takes over what the other
 * one has left.
 */
import { expect, test } from "vitest";
import { eventsLeftBehind, moreAcked, outcomeOf } from "../testing/fault-run.ts";
import { unpackRelease } from "../testing/kept-release.ts";
import { createProduct } from "../testing/product.ts";
import { databaseAt, startSharedPostgres } from "../testing/shared-postgres.ts";
import { createTraffic, refusals, startSlowFarEnd } from "../testing/traffic.ts";

const PER_SECOND = 60;
const ANSWER_AFTER_MS = 25;
/** A node that has just started loads the code of the API beside its first answers, which takes long on a busy machine. */
const PATIENCE_MS = 60_000;

test("the release before and this version run side by side: nobody is refused, nothing is lost, whichever is killed", async () => {
  const release = await unpackRelease();
  const postgres = await startSharedPostgres();
  const environment = databaseAt(postgres.url);
  const before = await createProduct({ environment, main: release.main });
  const present = await createProduct({ environment });
  const farEnd = await startSlowFarEnd(ANSWER_AFTER_MS);
  const traffic = createTraffic({ patienceMs: PATIENCE_MS });
  const mayRepeat = new Set<string>();
  try {
    await before.start();
    const { source } = await before.connect(farEnd.url);
    const { pathname } = new URL(source.url);
    traffic.start(before.ingestUrl + pathname, PER_SECOND);
    await moreAcked(traffic, PER_SECOND);
    await present.start();
    await traffic.stop();

    traffic.start(
      [before, present].map(({ ingestUrl }) => ingestUrl + pathname),
      PER_SECOND,
    );
    for (const killed of [before, present]) {
      await moreAcked(traffic, PER_SECOND);
      await killed.kill();
      for (const event of await eventsLeftBehind(present)) mayRepeat.add(event);
      await moreAcked(traffic, PER_SECOND);
      await killed.start();
    }
    await moreAcked(traffic, PER_SECOND);
    await traffic.stop();
    const { broken } = await outcomeOf({
      product: present,
      traffic,
      received: farEnd.received,
      mayRepeat,
      maxRepeatShare: 0.02,
    });

    expect(broken).toEqual([]);
    expect(refusals(traffic)).toEqual([]);
    for (const product of [before, present]) {
      expect(product.output()).not.toContain('"level":"error"');
      expect(await product.stop()).toBe(0);
    }
  } finally {
    await traffic.stop();
    farEnd.close();
    await Promise.all([before.remove(), present.remove()]);
    await postgres.stop();
    await release.remove();
  }
});
