import { sourceToken } from "@posthorn/contract/ids";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createAlarms } from "../alarms.ts";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import type { Queryable } from "../store/database.ts";
import { type FreshDatabase, freshDatabase } from "../testing/fresh-database.ts";
import { givenConnection, sealer } from "../testing/gateway.ts";
import { createRoutingTable } from "./routing-table.ts";

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());

/** A routing table that has read everything; counts its statements and how often pacing is rebuilt since then. */
async function givenTable() {
  const count = { statements: 0, rebuilds: 0 };
  const lines: string[] = [];
  const fault = { isAway: false };
  const counting: Queryable = {
    async query(text, values) {
      count.statements++;
      if (fault.isAway) throw new Error("The database is away");
      return database.db.query(text, values);
    },
  };
  const alarms = createAlarms();
  const routing = createRoutingTable({
    db: counting,
    alarms,
    open: sealer.open,
    ingestUrl: "http://ingest.test",
    log: createLog((line) => lines.push(line)),
    changed: () => count.rebuilds++,
  });
  await routing.reload();
  count.statements = count.rebuilds = 0;
  return {
    routing,
    count,
    fault,
    alarms,
    events: () => lines.map((line) => (JSON.parse(line) as Line).event),
  };
}

interface Line {
  event: string;
}

const guesses = (count: number) => Array.from({ length: count }, () => sourceToken(newId()));

test("five hundred guessed tokens cost one statement and rebuild nothing", async () => {
  await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const { routing, count } = await givenTable();

  const found = await Promise.all(guesses(500).map(routing.fresh));

  expect(found.filter((route) => route !== undefined)).toEqual([]);
  expect(count).toEqual({ statements: 1, rebuilds: 0 });
});

test("a token that no source can have costs no statement", async () => {
  const { routing, count } = await givenTable();
  const otherVersion = sourceToken("9f2b6c4e-1d3a-4b5c-8d7e-0f1a2b3c4d5e");

  const found = await Promise.all(["nonsense", otherVersion, "z".repeat(25)].map(routing.fresh));

  expect(found).toEqual([undefined, undefined, undefined]);
  expect(count.statements).toBe(0);
});

test("a source that was created after the table was read is found among guesses", async () => {
  const { routing } = await givenTable();
  const { source } = await givenConnection(database.db, { url: "http://127.0.0.1:9" });

  const found = await Promise.all([...guesses(50), sourceToken(source)].map(routing.fresh));

  expect(found.at(-1)).toMatchObject({ key: source });
  expect(found.filter((route) => route !== undefined)).toHaveLength(1);
});

const given = () => givenConnection(database.db, { url: "http://127.0.0.1:9" });

test("a source that has not changed is read again without rebuilding anything", async () => {
  const { source } = await given();
  const { routing, count } = await givenTable();

  await routing.reload(source);

  expect(count).toEqual({ statements: 1, rebuilds: 0 });
});

test("a refresh without a change costs one statement, whichever sources it is about", async () => {
  const { source, project } = await given();
  const { routing, count } = await givenTable();

  await routing.refresh();
  await routing.refresh({ team_id: project });
  await routing.refresh({ source_id: source });

  expect(count).toEqual({ statements: 3, rebuilds: 0 });
});

test.each([
  ["sources", `update sources set disabled_at = now() where id = $1`, "source"],
  ["connections", `update connections set paused_at = now() where id = $1`, "connection"],
  [
    "destinations",
    `update destinations set config = config || '{"rate_limit": 5}' where id = $1`,
    "destination",
  ],
  ["projects", `update projects set max_events_per_second = 7 where id = $1`, "project"],
  ["transformations", `update transformations set code = code || ' ' where team_id = $1`, "project"],
  ["deleted connections", `update connections set deleted_at = now() where id = $1`, "connection"],
] as const)("a refresh finds a change of %s that was not announced", async (_of, change, changed) => {
  const [connection, other] = [await given(), await given()];
  const transformation = newId();
  await database.db.query(
    `insert into transformations (id, team_id, name, code) values ($1, $2, 'code', 'code')`,
    [transformation, connection.project],
  );
  await database.db.query(`update connections set rules = $2 where id = $1`, [
    connection.connection,
    JSON.stringify([{ type: "transform", transformation_id: transformation }]),
  ]);
  const { routing, count } = await givenTable();
  const before = routing.bySource(connection.source);

  await database.db.query(change, [connection[changed]]);
  await routing.refresh({ team_id: other.project });
  expect(routing.bySource(connection.source)).toBe(before);
  await routing.refresh();

  expect(routing.bySource(connection.source)).not.toBe(before);
  expect(count.rebuilds).toBe(1);
  await routing.refresh();
  expect(count.rebuilds).toBe(1);
});

test("a refresh finds a source that was created, and one whose row is gone", async () => {
  const { routing } = await givenTable();
  const { source, connection } = await given();

  await routing.refresh();
  expect(routing.bySource(source)).toBeDefined();
  await database.db.query(`delete from connections where id = $1`, [connection]);
  await database.db.query(`delete from sources where id = $1`, [source]);
  await routing.refresh();

  expect(routing.bySource(source)).toBeUndefined();
});

test("a read that fails is tried until it succeeds, and only then is the table up to date", async () => {
  const { connection, source } = await given();
  const { routing, fault, alarms, events } = await givenTable();
  await database.db.query(`update connections set disabled_at = now() where id = $1`, [connection]);
  fault.isAway = true;

  await expect(routing.reload(source)).rejects.toThrow("The database is away");
  await expect(routing.reload(source)).rejects.toThrow("The database is away");
  const whileAway = Object.keys(alarms.active());
  const upToDate = routing.upToDate();
  fault.isAway = false;
  await upToDate;

  expect(routing.byConnection(connection)?.isDisabled).toBe(true);
  expect([whileAway, Object.keys(alarms.active())]).toEqual([["reload_failed"], []]);
  expect(events()).toEqual(["routing.reload_failed", "routing.reload_recovered"]);
});

test("a change of another source takes the one that could not be read along", async () => {
  const [first, second] = [await given(), await given()];
  const { routing, fault, alarms } = await givenTable();
  await database.db.query(`update connections set disabled_at = now() where id = any ($1::uuid[])`, [
    [first.connection, second.connection],
  ]);
  fault.isAway = true;
  await expect(routing.reload(first.source)).rejects.toThrow("The database is away");
  fault.isAway = false;

  await routing.reload(second.source);

  const both = [first, second].map(({ connection }) => routing.byConnection(connection)?.isDisabled);
  expect(both).toEqual([true, true]);
  expect(alarms.active()).toEqual({});
});

test("the window of a roll ends by the database's clock, whatever this machine takes the time to be", async () => {
  const { project, connection } = await givenConnection(database.db, { url: "http://127.0.0.1:9" });
  const { routing } = await givenTable();
  const WINDOW_MS = 3_600_000;
  const sealed = sealer.seal("old", "projects.previous_signing_secret", { team_id: project, id: project });

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 2 * WINDOW_MS });
  const rolledFromMs = performance.now();
  await database.db.query(
    `update projects set previous_signing_secret = $2, previous_signing_secret_until = now() + interval '1 hour'
     where id = $1`,
    [project, sealed],
  );
  const readFromMs = performance.now();
  await routing.reload();
  const readByMs = performance.now();
  vi.useRealTimers();

  const untilMs = routing.byConnection(connection)?.signing?.previous?.untilMs ?? 0;
  const tookMs = readByMs - rolledFromMs;
  expect(untilMs).toBeGreaterThanOrEqual(rolledFromMs + WINDOW_MS - tookMs);
  expect(untilMs).toBeLessThanOrEqual(readFromMs + WINDOW_MS + tookMs);
});
