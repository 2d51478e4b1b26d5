/**
 * An orderly stop under load exits with 0, and nothing is lost or sent twice.
 *
 * The control stops without recording the attempts on the wire: then the far end sees repeats.
 */
import { expect, test } from "vitest";
import { control } from "../testing/control.ts";
import { type FaultOutcome, runFault } from "../testing/fault-run.ts";
import type { Protection } from "../testing/product.ts";

const STOPS = 3;

/** Exits at once, whatever is on the wire, as if there were nothing to finish. */
const FINISH_BEFORE_GOING: Protection = {
  file: "start.ts",
  from: "for (const stopOne of stops.toReversed()) await stopOne();",
  to: "if (stops.length > 0) process.exit(0);",
};

async function run(...without: Protection[]): Promise<FaultOutcome & { ends: unknown[] }> {
  const ends: unknown[] = [];
  const outcome = await runFault({
    without,
    strikes: STOPS,
    maxRepeatShare: 0,
    async strike(product) {
      ends.push(await product.stop());
      await product.start();
    },
  });
  return { ...outcome, ends };
}

test("SIGTERM under load exits 0 three times; nothing is lost, nothing is sent twice", async () => {
  const outcome = await run();

  expect(outcome.ends).toEqual([0, 0, 0]);
  expect(outcome.broken).toEqual([]);
});

control("a stop that does not finish what it began is seen to repeat", async () => {
  expect((await run(FINISH_BEFORE_GOING)).broken.join()).toContain("repeated");
});
