/**
 * How does the bench measure each figure?
 *
 * Each function puts one load on one server and adds one sample. A rate of the product counts only what the sink and
 * the database confirm. Any difference ends the run with an error instead of a figure.
 */
import { setTimeout as delay } from "node:timers/promises";
import type { Child } from "./child-process.ts";
import type { Samples } from "./figures.ts";
import type { LoadAnswer, LoadAsk } from "./generator.ts";
import type { Options } from "./options.ts";
import { usageOf, type Usage } from "./process-usage.ts";
import type { Product } from "./product.ts";
import { nowUs } from "./sent-stamp.ts";
import type { SinkAnswer, SinkAsk } from "./sink.ts";
import { countRowsSince } from "./stored-rows.ts";

export interface Stage {
  options: Options;
  samples: Samples;
  generator: Child<LoadAsk, LoadAnswer>;
  sink: Child<SinkAsk, SinkAnswer>;
}

/** At full load a backlog builds up. The rate includes the time until the backlog is gone. */
const ALL_DELIVERED_WITHIN_MS = 60_000;
const LOOK_AT_SINK_EVERY_MS = 20;
const LOOK_AT_DATABASE_EVERY_MS = 50;
const LOOK_AT_MEMORY_EVERY_MS = 500;
const US_PER_S = 1_000_000;

export async function measureCeiling(stage: Stage, url: string): Promise<number> {
  const { acked, startedAtUs, endedAtUs } = await putLoad(stage, url);
  return add(stage.samples.ceilingPerSecond, (acked * US_PER_S) / (endedAtUs - startedAtUs));
}

export async function measureBare(stage: Stage, url: string, pid: number): Promise<number> {
  const before = usageOf(pid);
  const { acked, startedAtUs, endedAtUs } = await putLoad(stage, url);
  addCpu(stage.samples.bareCpuUs, before, usageOf(pid), acked);
  return add(stage.samples.barePerSecond, (acked * US_PER_S) / (endedAtUs - startedAtUs));
}

export async function measureRelay(stage: Stage, url: string): Promise<number> {
  await stage.sink.ask("reset");
  const { acked, startedAtUs } = await putLoad(stage, url);
  await allArrived(stage, acked);
  return add(stage.samples.relayPerSecond, (acked * US_PER_S) / (nowUs() - startedAtUs));
}

export async function measureDurable(stage: Stage, url: string, product: Product): Promise<number> {
  const { samples } = stage;
  const sinceMs = Date.now();
  const before = product.usage();
  const { acked, startedAtUs, endedAtUs } = await putLoad(stage, url);
  const after = product.usage();
  addCpu(samples.durableGatewayCpuUs, before.gateway, after.gateway, acked);
  addCpu(samples.durableDatabaseCpuUs, before.database, after.database, acked);
  const { requests } = await countRowsSince(product.databaseUrl, sinceMs);
  if (requests !== acked) throw new Error(`${acked} requests were acked, but ${requests} are stored`);
  return add(samples.durablePerSecond, (acked * US_PER_S) / (endedAtUs - startedAtUs));
}

export async function measureFull(stage: Stage, url: string, product: Product): Promise<number> {
  const { samples, options } = stage;
  const memory = watchMemory(product);
  try {
    const before = product.usage();
    const { acked, startedAtUs, settledAtUs } = await deliverAll(stage, url, product, null, options.seconds);
    const after = product.usage();
    addCpu(samples.fullGatewayCpuUs, before.gateway, after.gateway, acked);
    addCpu(samples.fullDatabaseCpuUs, before.database, after.database, acked);
    const residentBytes = memory.most();
    if (residentBytes > 0) samples.fullResidentMiB.push(residentBytes / 2 ** 20);
    return add(samples.fullPerSecond, (acked * US_PER_S) / (settledAtUs - startedAtUs));
  } finally {
    memory.stop();
  }
}

/** What one request should cause. */
export interface Expected {
  events: number;
  /** Attempts per event. The last one succeeds. */
  attempts: number;
}
const ONE_DELIVERY: Expected = { events: 1, attempts: 1 };

/** Measures a variant of the full path: with rules, many connections, or a destination that fails at first. */
export async function measureShape(
  stage: Stage,
  samples: number[],
  {
    url,
    product,
    seconds,
    expected = ONE_DELIVERY,
    cpu,
  }: {
    url: string;
    product: Product;
    seconds: number;
    expected?: Expected;
    /** Receives the CPU time per request. */
    cpu?: { gateway: number[]; database: number[] } | undefined;
  },
): Promise<number> {
  const before = product.usage();
  const { acked, startedAtUs, settledAtUs } = await deliverAll(stage, url, product, null, seconds, expected);
  const after = product.usage();
  if (cpu) addCpu(cpu.gateway, before.gateway, after.gateway, acked);
  if (cpu) addCpu(cpu.database, before.database, after.database, acked);
  const deliveries = acked * expected.events * expected.attempts;
  return add(samples, (deliveries * US_PER_S) / (settledAtUs - startedAtUs));
}

/** Does not count the first seconds at the new rate, which warm up the product. */
export async function measureHalfLoad(
  stage: Stage,
  url: string,
  product: Product,
  ratePerSecond: number,
): Promise<number> {
  const { samples, options } = stage;
  await deliverAll(stage, url, product, ratePerSecond, 3);
  const { ackP50Ms, ackP99Ms } = await deliverAll(stage, url, product, ratePerSecond, options.seconds * 2);
  const { latencyP50Ms } = await stage.sink.ask("latency");
  samples.halfLoadPerSecond.push(ratePerSecond);
  samples.halfLoadAckP50Ms.push(ackP50Ms);
  samples.halfLoadEndToEndP50Ms.push(latencyP50Ms);
  return add(samples.halfLoadAckP99Ms, ackP99Ms);
}

/** Puts load on the URL, and waits until all has arrived once and is settled. */
export async function deliverAll(
  stage: Stage,
  url: string,
  product: Product,
  ratePerSecond: number | null,
  seconds: number,
  expected = ONE_DELIVERY,
): Promise<LoadAnswer & { settledAtUs: number }> {
  await stage.sink.ask("reset");
  const sinceMs = Date.now();
  const load = await putLoad(stage, url, { ratePerSecond, seconds });
  const deliveries = load.acked * expected.events * expected.attempts;
  await allArrived(stage, deliveries);
  await allSettled(product, sinceMs, load.acked, expected);
  const settledAtUs = nowUs();
  const { arrived, repeated } = await stage.sink.ask("arrivals");
  if (arrived !== deliveries || repeated > 0) {
    throw new Error(`${deliveries} deliveries arrived ${arrived} times, ${repeated} of them repeats`);
  }
  return { ...load, settledAtUs };
}

function putLoad(
  { generator, options }: Stage,
  url: string,
  {
    ratePerSecond = null,
    seconds = options.seconds,
  }: { ratePerSecond?: number | null; seconds?: number } = {},
): Promise<LoadAnswer> {
  const { connections, bodyBytes } = options;
  return generator.ask({ url, seconds, connections, bodyBytes, ratePerSecond });
}

async function allArrived({ sink }: Stage, expected: number): Promise<void> {
  const deadline = performance.now() + ALL_DELIVERED_WITHIN_MS;
  for (;;) {
    const { arrived } = await sink.ask("arrivals");
    if (arrived >= expected) return;
    if (performance.now() > deadline) throw new Error(`Of ${expected} events only ${arrived} were delivered`);
    await delay(LOOK_AT_SINK_EVERY_MS);
  }
}

async function allSettled(
  product: Product,
  sinceMs: number,
  requests: number,
  { events, attempts }: Expected,
): Promise<void> {
  const deadline = performance.now() + ALL_DELIVERED_WITHIN_MS;
  for (;;) {
    const rows = await countRowsSince(product.databaseUrl, sinceMs);
    const isSettled =
      rows.requests === requests &&
      rows.successfulEvents === requests * events &&
      rows.otherEvents === 0 &&
      rows.successfulAttempts === requests * events &&
      rows.otherAttempts === requests * events * (attempts - 1);
    if (isSettled) return;
    if (performance.now() > deadline) {
      throw new Error(`${requests * events} events were delivered, but stored are ${JSON.stringify(rows)}`);
    }
    await delay(LOOK_AT_DATABASE_EVERY_MS);
  }
}

function watchMemory(product: Product): { most: () => number; stop: () => void } {
  let most = 0;
  const look = () => {
    most = Math.max(most, product.usage().gateway?.residentBytes ?? 0);
    return most;
  };
  const timer = setInterval(look, LOOK_AT_MEMORY_EVERY_MS);
  return { most: look, stop: () => clearInterval(timer) };
}

function addCpu(samples: number[], before: Usage | null, after: Usage | null, count: number): void {
  if (before && after) samples.push(((after.cpuMs - before.cpuMs) * 1000) / count);
}

function add(samples: number[], value: number): number {
  samples.push(value);
  return value;
}
