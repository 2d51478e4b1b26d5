/** Do the numbers of the health endpoint come from what the product really did? A real gateway, one real delivery. */
import { ALARMS } from "@posthorn/contract/alarms";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createAlarms } from "../alarms.ts";
import { createLog } from "../log.ts";
import { openDatabase } from "../store/database.ts";
import { createStatementTimes } from "../store/statement-times.ts";
import { eventually, givenConnection, startFarEnd, startGateway } from "../testing/gateway.ts";
import { type ReadFamily, readExposition } from "../testing/read-exposition.ts";
import { exposition } from "./exposition.ts";
import { createHealthReader, type HealthDeps } from "./read-health.ts";

const log = createLog(() => undefined);
let gateway: Awaited<ReturnType<typeof startGateway>>;
let farEnd: Awaited<ReturnType<typeof startFarEnd>>;
beforeAll(async () => {
  [gateway, farEnd] = await Promise.all([startGateway(), startFarEnd()]);
});
afterAll(async () => {
  farEnd.close();
  await gateway.stop();
});

async function healthWith(given: Partial<HealthDeps> = {}): Promise<Map<string, ReadFamily>> {
  const reader = createHealthReader({
    token: "token",
    db: gateway.db,
    log,
    version: "1.2.3",
    node: gateway.readings,
    pools: gateway.pools.usage,
    statements: new Map(),
    sockets: gateway.dialer.sockets,
    sandbox: gateway.sandbox.usage,
    traces: null,
    productEvents: null,
    ...given,
  });
  const text = exposition(await reader.read(), "openmetrics");
  reader.stop();
  return readExposition(text, "openmetrics");
}

function valueOf(
  health: Map<string, ReadFamily>,
  name: string,
  labels: Record<string, string> = {},
): number | undefined {
  const samples = [...health.values()].flatMap((family) => family.samples);
  return samples.find(
    (sample) => sample.name === name && JSON.stringify(sample.labels) === JSON.stringify(labels),
  )?.value;
}

test("a delivered request and a refused one are counted where they belong", async () => {
  const { path } = await givenConnection(gateway.db, { url: farEnd.url });
  const before = await healthWith();

  await fetch(gateway.url + path, { method: "POST", body: "12345" });
  await fetch(`${gateway.url}/e/nothing`, { method: "POST" });
  const isRecorded = (health: Map<string, ReadFamily>) =>
    valueOf(health, "posthorn_attempts_total", { status: "SUCCESSFUL" }) === 1;
  const after = await eventually(() => healthWith(), isRecorded);

  expect(valueOf(before, "posthorn_ingest_requests_total", { outcome: "accepted" })).toBe(0);
  expect(valueOf(after, "posthorn_ingest_requests_total", { outcome: "accepted" })).toBe(1);
  expect(valueOf(after, "posthorn_ingest_refused_total", { status: "404" })).toBe(1);
  expect(valueOf(after, "posthorn_ingest_body_bytes_total")).toBe(5);
  expect(valueOf(after, "posthorn_ingest_answer_seconds_count")).toBe(1);
  expect(valueOf(after, "posthorn_events_total")).toBe(1);
  expect(valueOf(after, "posthorn_attempt_response_seconds_count")).toBe(1);
  expect(valueOf(after, "posthorn_database_up")).toBe(1);
  expect(valueOf(after, "posthorn_queue_pending_events")).toBe(0);
  expect(valueOf(after, "posthorn_queue_oldest_pending_seconds")).toBe(0);
  expect(valueOf(after, "posthorn_processes")).toBe(1);
  expect(valueOf(after, "posthorn_build_info", { version: "1.2.3" })).toBe(1);
});

async function oldestPendingSeconds(): Promise<number | undefined> {
  return valueOf(await healthWith(), "posthorn_queue_oldest_pending_seconds");
}

test("how long the oldest pending event waits is that of the last sample, and 0 as soon as nothing waits", async () => {
  const hang = await startFarEnd(() => undefined);
  const { path, project, destination } = await givenConnection(gateway.db, { url: hang.url });
  const sampled = (ageMs: number, at: string) =>
    gateway.db.query(
      `insert into queue_samples (team_id, span, destination_id, at, max_depth, max_age_ms)
       values ($1, 'minute', $2, now() + $3::interval, 1, $4)`,
      [project, destination, at, ageMs],
    );
  await sampled(900_000, "1 hour"); // the gateway's own samples are older
  expect(await oldestPendingSeconds()).toBe(0);

  await fetch(gateway.url + path, { method: "POST", body: "waits" });
  await sampled(400_000, "30 minutes");
  expect(await eventually(oldestPendingSeconds, (seconds) => seconds !== 0)).toBe(900);

  hang.close();
  expect(await eventually(oldestPendingSeconds, (seconds) => seconds === 0)).toBe(0);
});

test("every background loop says when it last succeeded, retention among them", async () => {
  const hasRun = (health: Map<string, ReadFamily>) =>
    valueOf(health, "posthorn_loop_last_success_timestamp_seconds", { loop: "retention" }) !== undefined;

  const health = await eventually(() => healthWith(), hasRun);

  expect(valueOf(health, "posthorn_loop_failures_total", { loop: "retention" })).toBe(0);
});

test("every alarm is there before it is raised, and says how often it was and whether it has ended", async () => {
  const alarms = createAlarms();
  const measured = async () => {
    const health = await healthWith({ node: () => ({ ...gateway.readings(), alarms: alarms.readings() }) });
    return ["posthorn_alarms_total", "posthorn_alarm_active"].map((name) =>
      ALARMS.map((alarm) => valueOf(health, name, { alarm })),
    );
  };
  expect(await measured()).toEqual([
    [0, 0, 0, 0],
    [0, 0, 0, 0],
  ]);

  alarms.raise("settling_refused");
  alarms.raise("take_over_failed");
  alarms.raise("take_over_failed");
  alarms.end("take_over_failed");

  expect(await measured()).toEqual([
    [1, 2, 0, 0],
    [1, 0, 0, 0],
  ]);
});

test("while the database is away, everything else is there, and the database is reported as down", async () => {
  const away = openDatabase("postgres://nobody@127.0.0.1:1/nothing");

  const health = await healthWith({ db: away });

  expect(valueOf(health, "posthorn_database_up")).toBe(0);
  expect(health.has("posthorn_processes")).toBe(false);
  expect(health.has("posthorn_ingest_requests")).toBe(true);
  await away.close();
});

test("the time of a statement is added to its kind, also if the statement fails", async () => {
  const times = createStatementTimes();
  const db = openDatabase(gateway.databaseUrl, { name: "pipeline", times });

  await db.query("select 1");
  await db.query("select 1 / 0").catch(() => undefined);
  const health = await healthWith({ statements: times.byKind });
  await db.close();

  expect(valueOf(health, "posthorn_database_statements_total", { kind: "pipeline" })).toBe(2);
  expect(valueOf(health, "posthorn_database_statements_failed_total", { kind: "pipeline" })).toBe(1);
  expect(valueOf(health, "posthorn_database_seconds_total", { kind: "pipeline" })).toBeGreaterThan(0);
});
