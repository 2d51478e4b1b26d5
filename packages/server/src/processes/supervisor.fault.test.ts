/**
 * Several processes under one supervisor: nothing is lost, whichever of them ends, and none stays away.
 *
 * The real product with three processes and its own database.
 */
import { randomInt } from "node:crypto";
import { Client } from "pg";
import { afterEach, expect, test } from "vitest";
import { eventsLeftBehind, runFault } from "../testing/fault-run.ts";
import { eventually } from "../testing/gateway.ts";
import { createProduct, type Product, type Protection } from "../testing/product.ts";

const PROCESSES = 3;
const SEVERAL = { environment: { POSTHORN_PROCESSES: String(PROCESSES) } };

let product: Product | undefined;
afterEach(async () => {
  await product?.stop();
  await product?.remove();
  product = undefined;
});

interface Line {
  event: string;
  level: string;
  in_process?: number;
  why?: string;
  pid?: number;
  restart_in_ms?: number;
}

/** Every line of the log, whole. What is told on stderr begins with no brace. */
function linesOf({ output }: Pick<Product, "output">): Line[] {
  const whole = output().split("\n").slice(0, -1);
  return whole.filter((line) => line.startsWith("{")).map((line): Line => JSON.parse(line));
}

const countOf = (from: Product, event: string) => linesOf(from).filter((line) => line.event === event).length;

/** `started` is written when all of them run. */
async function allRun(from: Product, starts = 1): Promise<number[]> {
  await eventually(
    () => Promise.resolve(countOf(from, "started")),
    (count) => count >= starts,
  );
  return eventually(
    () => from.processes(),
    (pids) => pids.length === PROCESSES,
  );
}

test("one of three is killed under load: nothing is lost, it comes back, and the log says why", async () => {
  let log: Line[] = [];
  const outcome = await runFault({
    ...SEVERAL,
    strikes: 2,
    maxRepeatShare: 0,
    async strike(running) {
      const before = countOf(running, "process.started_again");
      const pids = await allRun(running);
      const killed = pids[randomInt(pids.length)] ?? 0;
      process.kill(killed, "SIGKILL");
      const leftBehind = await eventsLeftBehind(running);
      await eventually(
        () => Promise.resolve(countOf(running, "process.started_again")),
        (count) => count > before,
      );
      expect(await allRun(running)).not.toContain(killed);
      log = linesOf(running);
      return leftBehind;
    },
  });

  expect(outcome.broken).toEqual([]);
  expect(outcome.acked).toBeGreaterThan(600);
  const ends = log.filter(({ event }) => event === "process.ended");
  expect(ends).toHaveLength(2);
  for (const { level, why, in_process } of ends) {
    expect([level, why]).toEqual(["warn", expect.stringContaining("killed (SIGKILL)")]);
    expect([1, 2, 3]).toContain(in_process);
  }
});

test("SIGTERM under load ends the processes first and the database last, and no request in flight gets 503", async () => {
  const ends: unknown[] = [];
  let log: Line[] = [];
  let failed = 0;
  const outcome = await runFault({
    ...SEVERAL,
    strikes: 2,
    perSecond: 100,
    maxRepeatShare: 0,
    async strike(running, { refused }) {
      await allRun(running, ends.length + 1);
      const before = refused.get(503) ?? 0;
      ends.push(await running.stop());
      failed += (refused.get(503) ?? 0) - before;
      log = linesOf(running);
      await running.start();
    },
  });

  expect(ends).toEqual([0, 0]);
  expect(outcome.broken).toEqual([]);
  expect(failed).toBe(0);
  const last = log.slice(log.findLastIndex(({ event }) => event === "started"));
  const stops = last.filter(({ event }) => event === "stopped" || event === "postgres.stopped");
  expect(
    stops
      .slice(0, -2)
      .map(({ in_process }) => in_process)
      .toSorted((a = 0, b = 0) => a - b),
  ).toEqual([1, 2, 3]);
  expect(stops.slice(-2).map(({ event, in_process }) => [event, in_process])).toEqual([
    ["postgres.stopped", undefined],
    ["stopped", undefined],
  ]);
});

test("kill -9 of the supervisor: its processes stop in order, and the next start waits for their ports", async () => {
  product = await createProduct(SEVERAL);
  await product.start();
  const pids = await allRun(product);
  const running = product;
  // One that could not tell in time that it lives, on a busy machine, is about to get another number.
  const numbers = await eventually(
    () => registered(running),
    (found) => found.length === PROCESSES,
  );
  const takenOver = countOf(product, "process.taken_over");

  await product.kill();
  await product.start();

  await eventually(
    () => Promise.resolve(pids.filter(isRunning)),
    (left) => left.length === 0,
  );
  // Who stops in order leaves nothing to take over, and no number.
  expect((await registered(product)).filter((number) => numbers.includes(number))).toEqual([]);
  expect(countOf(product, "process.taken_over")).toBe(takenOver);
});

/** The first process starts as usual; the others end before they run. */
const DIES_AT_ONCE: Protection = {
  file: "start.ts",
  from: "    joined();",
  to: "    if (!own.isFirst) process.kill(process.pid, 'SIGKILL');\n    joined();",
};

test("a process that dies again and again waits longer each time and is reported, and the others serve", async () => {
  product = await createProduct({ environment: { POSTHORN_PROCESSES: "2" } });
  await product.start([DIES_AT_ONCE]);
  const running = product;

  const ends = await eventually(
    () => Promise.resolve(linesOf(running).filter(({ event }) => event === "process.ended")),
    (lines) => lines.length >= 4,
  );

  expect(ends.every(({ in_process }) => in_process === 2)).toBe(true);
  expect(ends.slice(0, 4).map(({ level }) => level)).toEqual(["warn", "warn", "error", "error"]);
  const waits = ends.map(({ restart_in_ms: waitMs }) => waitMs ?? 0);
  expect(waits).toEqual(waits.toSorted((a, b) => a - b));
  expect(countOf(product, "started")).toBe(1);
  for (const url of [product.publicUrl, product.ingestUrl])
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function registered(from: Product): Promise<number[]> {
  const client = new Client({ connectionString: await from.databaseUrl() });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: number }>("select id::int from processes");
    return rows.map(({ id }) => id);
  } finally {
    await client.end();
  }
}
