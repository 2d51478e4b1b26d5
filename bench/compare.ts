/**
 * How does this checkout compare with another one? (`npm run bench -- --against <checkout>`)
 *
 * Both products run at the same time, each with its own database, and only one of them has load. The bench measures them
 * in pairs (pairs.ts). The bare ack is the same code on both sides: its ratio shows how much of a difference is chance.
 */
import { rm } from "node:fs/promises";
import { Client } from "pg";
import type { Cleanup } from "./cleanup.ts";
import { FAILING_PATH, SUCCEEDS_AT } from "./failing-path.ts";
import { noSamples } from "./figures.ts";
import { type Stage, measureBare, measureDurable, measureFull, measureShape } from "./measurements.ts";
import type { Part } from "./options.ts";
import { type Measured, type Pair, changesOf, measurePair } from "./pairs.ts";
import { THIS_CHECKOUT } from "./product.ts";
import { rounded, tableOf } from "./report.ts";
import {
  FAILING_RULES,
  FILTER_RULES,
  type RouteUnderLoad,
  TRANSFORM_RULES,
  createDeliveringSource,
} from "./routes-under-load.ts";
import { type Started, startAgain, startFirst } from "./starts.ts";

export interface CompareAsk {
  stage: Stage;
  directory: string;
  /** The other checkout; with `itselfWithout` this one again. */
  against: string;
  sinkUrl: string;
  bare: { url: string; pid: number };
  cleanup: Cleanup;
  interrupted: AbortSignal;
}

/** One of the two versions, running, with its sources. */
interface Side {
  started: Started;
  urlOf: Map<Part, string>;
}

interface Shape extends Pick<RouteUnderLoad, "connections" | "rules"> {
  part: Part;
  path?: string;
  attempts?: number;
}
const SHAPES: readonly Shape[] = [
  { part: "full" },
  { part: "filter", rules: FILTER_RULES },
  { part: "transform", rules: TRANSFORM_RULES },
  { part: "fanout", connections: 10 },
  { part: "failing", rules: FAILING_RULES, path: FAILING_PATH, attempts: SUCCEEDS_AT },
];
/** A second of load can cause ten seconds of work. */
const LONG_WORK: ReadonlySet<Part> = new Set(["fanout", "failing"]);

/** Returns the table to print. */
export async function compare(ask: CompareAsk): Promise<string> {
  const { options } = ask.stage;
  const pairs = options.only.has("starts") ? await compareStarts(ask) : [];
  const sides = {
    before: await prepare(ask, "before", ask.against),
    after: await prepare(ask, "after", THIS_CHECKOUT),
  };
  if (options.itselfWithout !== null)
    await WITHOUT[options.itselfWithout](sides.before.started.product.databaseUrl);
  for (let round = 0; round <= options.rounds; round++) {
    for (const measure of measurementsOf(ask)) {
      ask.interrupted.throwIfAborted();
      const pair = await measurePair(round, sides, measure);
      if (round > 0) pairs.push(shown(round, pair)); // round 0 warms up compilers and caches
    }
  }
  await sides.before.started.product.stop();
  await sides.after.started.product.stop();
  return tableOf([
    ["figure", "before", "after", "after ÷ before", "middle half"],
    ...changesOf(pairs).map(({ figure, before, after, ratio, from, to }) => [
      figure,
      rounded(before),
      rounded(after),
      ratio.toFixed(3),
      `${from.toFixed(3)} to ${to.toFixed(3)}`,
    ]),
  ]);
}

async function prepare(
  { stage, directory, sinkUrl, cleanup }: CompareAsk,
  name: "before" | "after",
  checkout: string,
): Promise<Side> {
  const started = await startFirst(directory, name, stage.options.profileDir, cleanup, { checkout });
  const urlOf = new Map<Part, string>([["durable", started.storingUrl]]);
  for (const { part, path = "/", ...route } of SHAPES) {
    if (!stage.options.only.has(part)) continue;
    const url = await createDeliveringSource(started.product.apiUrl, {
      name: part,
      sinkUrl: sinkUrl.replace(/\/$/, path),
      ...route,
    });
    urlOf.set(part, url);
  }
  return { started, urlOf };
}

const WITHOUT = { counters: stopCounting, triggers: disableTriggers } as const;

/** Other triggers on the tables of what flows stay. */
async function stopCounting(databaseUrl: string): Promise<void> {
  await inDatabase(databaseUrl, async (client) => {
    const { rows } = await client.query<{ table: string; trigger: string }>(
      `select tgrelid::regclass::text as table, tgname as trigger from pg_trigger
       where tgname in ('count_new', 'count_changed') and tgparentid = 0`,
    );
    for (const { table, trigger } of rows)
      await client.query(`alter table ${table} disable trigger ${trigger}`);
  });
}

/** A new project has triggers for every type, so nothing that fails becomes an issue then. */
async function disableTriggers(databaseUrl: string): Promise<void> {
  await inDatabase(databaseUrl, (client) => client.query("update issue_triggers set disabled_at = now()"));
}

async function inDatabase(databaseUrl: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}

function measurementsOf({ stage, bare }: CompareAsk): ((side: Side) => Promise<Measured>)[] {
  const { only, seconds } = stage.options;
  const measurements: ((side: Side) => Promise<Measured>)[] = [];
  if (only.has("bare")) {
    measurements.push(async () => ({ "bare ack": await measureBare(alone(stage), bare.url, bare.pid) }));
  }
  if (only.has("durable")) {
    measurements.push(async ({ started: { product, storingUrl } }) => {
      const on = alone(stage);
      const rate = await measureDurable(on, storingUrl, product);
      return {
        "durable ingest": rate,
        ...cpuOf("durable ingest", on.samples.durableGatewayCpuUs, on.samples.durableDatabaseCpuUs),
      };
    });
  }
  for (const { part, connections = 1, attempts = 1 } of SHAPES) {
    if (!only.has(part)) continue;
    measurements.push(async ({ started: { product }, urlOf }) => {
      const on = alone(stage);
      const url = urlOf.get(part) ?? "";
      if (part === "full") {
        const rate = await measureFull(on, url, product);
        return {
          "full path": rate,
          ...cpuOf("full path", on.samples.fullGatewayCpuUs, on.samples.fullDatabaseCpuUs),
        };
      }
      const cpu = { gateway: [], database: [] };
      const rate = await measureShape(on, [], {
        url,
        product,
        seconds: LONG_WORK.has(part) ? Math.min(1, seconds) : seconds,
        expected: { events: connections, attempts },
        cpu,
      });
      return { [part]: rate, ...cpuOf(part, cpu.gateway, cpu.database) };
    });
  }
  return measurements;
}

/** Samples of its own for each measurement: the pairs keep what counts. */
function alone(stage: Stage): Stage {
  return { ...stage, samples: noSamples() };
}

function cpuOf(figure: string, gateway: readonly number[], database: readonly number[]): Measured {
  const [gatewayUs, databaseUs] = [gateway[0], database[0]];
  if (gatewayUs === undefined || databaseUs === undefined) return {};
  return { [`${figure}, CPU of the gateway`]: gatewayUs, [`${figure}, CPU of the database`]: databaseUs };
}

/** Each start has the machine for itself: nothing else of the bench runs. */
async function compareStarts({
  stage,
  directory,
  against,
  cleanup,
  interrupted,
}: CompareAsk): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round <= stage.options.rounds; round++) {
    interrupted.throwIfAborted();
    const pair = await measurePair(round, { before: against, after: THIS_CHECKOUT }, async (checkout) => {
      const first = await startFirst(directory, "start", null, cleanup, { checkout });
      await first.product.stop();
      const again = await startAgain(first, cleanup);
      await again.product.stop();
      await rm(first.place.dataDir, { recursive: true });
      return { "first start, ms": first.startMs, "later start, ms": again.startMs };
    });
    if (round > 0) pairs.push(shown(round, pair));
  }
  return pairs;
}

function shown(round: number, pair: Pair): Pair {
  for (const { figure, ratio } of changesOf([pair])) {
    console.log(`${figure.padEnd(36)} round ${String(round).padStart(2)}: ${ratio.toFixed(3)}`);
  }
  return pair;
}
