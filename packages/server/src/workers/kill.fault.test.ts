/**
 * Nothing acknowledged is lost, whatever is killed.
 *
 * 200 requests a second, three kills at random moments. Each kind of kill has a control: the same run without one
 * protection must break a promise, or the run proves nothing. Where every kill breaks it, the control has one kill.
 */
import { expect, test } from "vitest";
import { control } from "../testing/control.ts";
import {
  CONTROL_SETTLES_MS,
  type Fault,
  type FaultOutcome,
  eventsLeftBehind,
  runFault,
} from "../testing/fault-run.ts";
import { eventually } from "../testing/gateway.ts";
import type { Product, Protection } from "../testing/product.ts";
import { ACK_AFTER_COMMIT, TAKE_OVER } from "../testing/protections.ts";

const KILLS = 3;

type Kill = Pick<Fault, "strike" | "maxRepeatShare">;

function runControl(kill: Kill, strikes: number, without: Protection): Promise<FaultOutcome> {
  return runFault({ ...kill, strikes, without: [without], settleWithinMs: CONTROL_SETTLES_MS });
}

async function killGateway(product: Product): Promise<ReadonlySet<string>> {
  await product.kill();
  const leftBehind = await eventsLeftBehind(product);
  await product.start();
  return leftBehind;
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

/** Only events that the killed gateway held may be delivered twice. */
const GATEWAY_KILLED: Kill = { strike: killGateway, maxRepeatShare: 0 };
const DATABASE_KILLED: Kill = { strike: killDatabase };

test("the gateway is killed three times: every acknowledged request is stored and delivered", async () => {
  const outcome = await runFault({ ...GATEWAY_KILLED, strikes: KILLS });

  expect(outcome.broken).toEqual([]);
  expect(outcome.acked).toBeGreaterThan(KILLS * 100);
});

control("acknowledging before the commit is seen to lose requests", async () => {
  const { broken } = await runControl(GATEWAY_KILLED, 1, ACK_AFTER_COMMIT);

  expect(broken.join()).toContain("not stored");
});

control("without take-over, events are seen to be stranded", async () => {
  // Not every kill finds an attempt on the wire.
  const { broken } = await runControl(GATEWAY_KILLED, KILLS, TAKE_OVER);

  expect(broken.join()).toContain("never ended");
});

test("the database is killed three times: the gateway survives and recovers by itself", async () => {
  const outcome = await runFault({ ...DATABASE_KILLED, strikes: KILLS });

  expect(outcome.broken).toEqual([]);
  expect(outcome.acked).toBeGreaterThan(KILLS * 100);
});

control("acknowledging before the commit is seen to lose requests when the database dies", async () => {
  const { broken } = await runControl(DATABASE_KILLED, 1, ACK_AFTER_COMMIT);

  expect(broken.join()).toContain("not stored");
});
