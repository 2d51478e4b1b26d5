/**
 * How much more do several processes do than one?
 *
 * A machine with two cores cannot feed four processes and the load. So each process gets the same small part of a core, and
 * database, load and sink have the rest: then a process does little, and what counts is whether two do twice as much, and
 * four four times. Without such quotas, two processes on this machine must do at least as much as one, although they share
 * its cores with everything else. The CPU time of an event, of all processes and the database, is what neighbours on the
 * machine change least: if it does not grow, more cores do more. All installations run all the time, in turns.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import type { Cleanup } from "./cleanup.ts";
import { type CpuQuota, cpuQuotaOf } from "./cpu-quota.ts";
import { noSamples } from "./figures.ts";
import { type Stage, measureDurable, measureFull } from "./measurements.ts";
import { createDeliveringSource } from "./routes-under-load.ts";
import { type Started, startFirst } from "./starts.ts";

const COUNTS = [1, 2, 4] as const;
type Count = (typeof COUNTS)[number];
/** Four of them, the database's work for them, the load and the sink stay below two cores. */
const CORES_EACH = 0.08;
const ALL_RUN_WITHIN_MS = 120_000;
const LOOK_EVERY_MS = 50;

interface Installation {
  count: Count;
  started: Started;
  deliveringUrl: string;
  quota: CpuQuota | null;
}

interface Rates {
  durable: number;
  full: number;
  /** CPU time of an event, gateway and database. */
  fullCpuUs: number;
}

interface ProcessesBench {
  directory: string;
  sinkUrl: string;
  cleanup: Cleanup;
  interrupted: AbortSignal;
  tell: (what: string, value: number, unit: string) => void;
}

export async function measureProcesses(stage: Stage, bench: ProcessesBench): Promise<void> {
  const { samples, options } = stage;
  const all: Installation[] = [];
  for (const count of COUNTS) all.push(await install(count, bench));
  const areCapped = all.every(({ quota }) => quota !== null);
  if (!areCapped)
    console.log(
      "processes: this machine gives no quotas of its cores, so 2 and 4 processes are not compared with 1.",
    );
  for (let round = 0; round <= options.rounds; round++) {
    bench.interrupted.throwIfAborted();
    const free = await inTurns(stage, all.slice(0, 2), { cores: null, round, bench });
    const capped = areCapped ? await inTurns(stage, all, { cores: CORES_EACH, round, bench }) : null;
    if (round === 0) continue; // compilers and caches warm up
    add(samples.twoFreeDurableRatio, ratio(free, 2, "durable"));
    add(samples.twoFreeFullRatio, ratio(free, 2, "full"));
    if (!capped) continue;
    add(samples.twoDurableRatio, ratio(capped, 2, "durable"));
    add(samples.twoFullRatio, ratio(capped, 2, "full"));
    add(samples.fourDurableRatio, ratio(capped, 4, "durable"));
    add(samples.fourFullRatio, ratio(capped, 4, "full"));
    add(samples.twoCpuRatio, ratio(capped, 2, "fullCpuUs"));
    add(samples.fourCpuRatio, ratio(capped, 4, "fullCpuUs"));
  }
  for (const { started, quota } of all) {
    quota?.set(null);
    await started.product.stop();
    quota?.remove();
  }
}

async function install(count: Count, { directory, sinkUrl, cleanup }: ProcessesBench): Promise<Installation> {
  const started = await startFirst(directory, `processes-${count}`, null, cleanup, { processes: count });
  await allRun(started);
  const deliveringUrl = await createDeliveringSource(started.product.apiUrl, { name: "delivering", sinkUrl });
  const pids = count === 1 ? [started.pid] : processesOf(started.pid);
  if (pids.length !== count) throw new Error(`Of ${count} processes only ${pids.length} run`);
  return { count, started, deliveringUrl, quota: cpuQuotaOf(pids) };
}

/** Each round begins with another installation. */
async function inTurns(
  stage: Stage,
  installations: readonly Installation[],
  { cores, round, bench }: { cores: number | null; round: number; bench: ProcessesBench },
): Promise<Map<Count, Rates>> {
  const rates = new Map<Count, Rates>();
  const first = round % installations.length;
  for (const one of [...installations.slice(first), ...installations.slice(0, first)]) {
    const { count, started, deliveringUrl, quota } = one;
    quota?.set(cores);
    const uncounted: Stage = { ...stage, samples: noSamples() };
    const durable = await measureDurable(uncounted, started.storingUrl, started.product);
    const full = await measureFull(uncounted, deliveringUrl, started.product);
    quota?.set(null);
    const { fullGatewayCpuUs, fullDatabaseCpuUs } = uncounted.samples;
    rates.set(count, {
      durable,
      full,
      fullCpuUs: (fullGatewayCpuUs[0] ?? Number.NaN) + (fullDatabaseCpuUs[0] ?? Number.NaN),
    });
    const how = cores === null ? "" : ` at ${cores} of a core`;
    bench.tell(`durable, ${count}${how}`, durable, "requests/s");
    bench.tell(`full, ${count}${how}`, full, "events/s");
  }
  return rates;
}

function ratio(rates: ReadonlyMap<Count, Rates>, count: Count, name: keyof Rates): number {
  return (rates.get(count)?.[name] ?? Number.NaN) / (rates.get(1)?.[name] ?? Number.NaN);
}

function add(samples: number[], value: number): void {
  samples.push(value);
}

/** The log's line `started` comes when all of them run. */
async function allRun({ place }: Started): Promise<void> {
  const deadline = performance.now() + ALL_RUN_WITHIN_MS;
  while (!readFileSync(place.logFile, "utf8").includes('"event":"started"')) {
    if (performance.now() > deadline) throw new Error(`Not all processes run: see ${place.logFile}`);
    await delay(LOOK_EVERY_MS);
  }
}

/** The processes of the gateway below their supervisor, without the database. */
function processesOf(supervisor: number): number[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => textOf(`/proc/${pid}/status`).includes(`\nPPid:\t${supervisor}\n`))
    .filter((pid) => textOf(`/proc/${pid}/cmdline`).includes("main.mjs\0process\0"))
    .map(Number);
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return ""; // ended meanwhile
  }
}
