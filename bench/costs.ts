/**
 * What does each step of an event cost, in the gateway and in the database?
 *
 * The gateway writes a CPU profile, whose samples belong to the step that called; the database counts each statement with
 * its time, its rows and its bytes of write-ahead log (pg_stat_statements). A profile and these counts cost something
 * themselves, so the sums are above what the full path costs.
 */
import { appendFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import type { Cleanup } from "./cleanup.ts";
import { stepsOf, type CpuProfile } from "./cost-steps.ts";
import { deliverAll, type Stage } from "./measurements.ts";
import { tableOf } from "./report.ts";
import { createDeliveringSource } from "./routes-under-load.ts";
import { nowUs } from "./sent-stamp.ts";
import { startAgain, startFirst, type Started } from "./starts.ts";

const WARM_UP_SECONDS = 4;
const SHOWN_STEPS = 20;
const SHOWN_STATEMENTS = 12;

const COUNTING = `
shared_preload_libraries = 'pg_stat_statements'
pg_stat_statements.track = 'all'
`;

/** Nobody but this bench can reach the socket of a database in its own directory. */
const SUPERUSER_MAY_LOG_IN = "local all postgres trust\n";

export async function measureCosts(
  stage: Stage,
  { directory, sinkUrl, cleanup }: { directory: string; sinkUrl: string; cleanup: Cleanup },
): Promise<string> {
  const profiles = stage.options.profileDir ?? join(directory, "costs-profiles");
  const first = await startFirst(directory, "costs", null, cleanup);
  const url = await createDeliveringSource(first.product.apiUrl, { name: "costs", sinkUrl });
  await first.product.stop();
  await appendFile(join(first.place.dataDir, "postgres", "postgresql.conf"), COUNTING);
  const started = await startAgain({ ...first, place: { ...first.place, profileDir: profiles } }, cleanup);
  const statements = await countStatements(started);
  try {
    await deliverAll(stage, url, started.product, null, WARM_UP_SECONDS);
    await statements.query("select pg_stat_statements_reset()");
    const before = { ...started.product.usage(), ...(await placesIn(statements)), atUs: nowUs() };
    const { acked } = await deliverAll(stage, url, started.product, null, stage.options.seconds);
    const after = { ...started.product.usage(), ...(await placesIn(statements)), atUs: nowUs() };
    const asked = await statementsSince(statements);
    await statements.end(); // the database cuts whoever is connected when it stops
    await started.product.stop();
    for (const bytes of ["storedBytes", "recordBytes", "logBytes"] as const)
      stage.samples[bytes].push((after[bytes] - before[bytes]) / acked);
    const cpuUs = (side: "gateway" | "database") =>
      (((after[side]?.cpuMs ?? 0) - (before[side]?.cpuMs ?? 0)) * 1000) / acked;
    const steps = await gatewaySteps(profiles, { fromUs: before.atUs, toUs: after.atUs });
    return [
      `${acked} events; gateway ${cpuUs("gateway").toFixed(0)} µs, database ${cpuUs("database").toFixed(0)} µs an event`,
      tableOf([
        ["gateway, step", "µs an event"],
        ...steps.slice(0, SHOWN_STEPS).map(([step, us]) => [step, (us / acked).toFixed(1)]),
      ]),
      tableOf([
        ["database, statement", "µs an event", "log bytes an event", "events a call"],
        ...asked
          .slice(0, SHOWN_STATEMENTS)
          .map(({ query, calls, us, log }) => [
            query.replaceAll(/\s+/g, " ").slice(0, 100),
            (us / acked).toFixed(1),
            (log / acked).toFixed(0),
            (acked / calls).toFixed(0),
          ]),
      ]),
    ].join("\n\n");
  } catch (error) {
    await statements.end();
    throw error;
  }
}

async function countStatements({ place, product }: Started): Promise<Client> {
  const cluster = join(place.dataDir, "postgres");
  const accessFile = join(cluster, "pg_hba.conf");
  await writeFile(accessFile, SUPERUSER_MAY_LOG_IN + (await readFile(accessFile, "utf8")));
  const [pid] = (await readFile(join(cluster, "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGHUP");
  const url = new URL(product.databaseUrl);
  url.username = "postgres";
  const client = await connectPatiently(url.href);
  await client.query("create extension if not exists pg_stat_statements");
  return client;
}

/** The server reads its files again soon after the signal, not before it returns. */
async function connectPatiently(url: string): Promise<Client> {
  for (let tries = 1; ; tries++) {
    const client = new Client({ connectionString: url });
    try {
      await client.connect();
      return client;
    } catch (error) {
      if (tries === 100) throw error;
      await delay(50);
    }
  }
}

/** How much the database has stored, and written to its log, until now. */
async function placesIn(
  client: Client,
): Promise<{ storedBytes: number; recordBytes: number; logBytes: number }> {
  const { rows } = await client.query<{ stored: string; record: string; log: string }>(
    `select sum(pg_total_relation_size(inhrelid)) as stored,
       sum(pg_total_relation_size(inhrelid)) filter (where inhparent = any ('{requests,events}'::regclass[])) as record,
       pg_current_wal_lsn() - '0/0'::pg_lsn as log
     from pg_inherits where inhparent = any ('{requests,payloads,events,attempts}'::regclass[])`,
  );
  const [row] = rows;
  return { storedBytes: Number(row?.stored), recordBytes: Number(row?.record), logBytes: Number(row?.log) };
}

interface StatementCost {
  query: string;
  calls: number;
  us: number;
  log: number;
}

/** The most expensive first. */
async function statementsSince(client: Client): Promise<StatementCost[]> {
  const { rows } = await client.query<StatementCost>(
    `select query, calls::float8, total_exec_time * 1000 as us, wal_bytes::float8 as log
     from pg_stat_statements order by total_exec_time desc`,
  );
  return rows;
}

/** The most expensive first. */
async function gatewaySteps(
  profiles: string,
  between: { fromUs: number; toUs: number },
): Promise<[step: string, us: number][]> {
  const steps = new Map<string, number>();
  for (const name of await readdir(profiles)) {
    // V8 wrote it, in its documented form.
    const profile = JSON.parse(await readFile(join(profiles, name), "utf8")) as CpuProfile;
    for (const [step, us] of stepsOf(profile, between)) steps.set(step, (steps.get(step) ?? 0) + us);
  }
  return [...steps].toSorted(([, a], [, b]) => b - a);
}
