/** Old days are dropped while others read and write, and an interrupted drop is finished later. */
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { firstIdAt, newId } from "../ids.ts";
import { type FreshDatabase, databaseWithoutDays } from "../testing/fresh-database.ts";
import { eventually } from "../testing/gateway.ts";
import { openDatabase } from "./database.ts";
import { dropOldDays } from "./old-days.ts";
import { ensurePartitions } from "./partitions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW_MS = Date.now();
/** Two of the existing days end before this. */
const BEFORE_MS = NOW_MS - 40 * DAY_MS;
const dayOf = (atMs: number) => `payloads_${new Date(atMs).toISOString().slice(0, 10).replaceAll("-", "_")}`;
const [OLDEST, OLD] = [dayOf(NOW_MS - 42 * DAY_MS), dayOf(NOW_MS - 41 * DAY_MS)];
const OLD_ID = firstIdAt(NOW_MS - 42 * DAY_MS);

let database: FreshDatabase;
beforeEach(async () => {
  database = await databaseWithoutDays();
  await ensurePartitions(database.db, NOW_MS);
  await ensurePartitions(database.db, NOW_MS - 40 * DAY_MS);
});
afterEach(() => database.drop());

const dropPayloads = () => dropOldDays(database.db, "payloads", BEFORE_MS);
const insertPayload = (on: { query: (text: string, values: unknown[]) => Promise<unknown> }, id: string) =>
  on.query(`insert into payloads (team_id, id, method, path, headers) values ($1, $2, 'POST', '/', '[]')`, [
    newId(),
    id,
  ]);

/** Another client's connection, which begins a transaction and leaves it open. */
async function openTransaction(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query("begin");
  return client;
}

async function tablesOf(pattern: string): Promise<string[]> {
  const { rows } = await database.db.query<{ name: string }>(
    `select relname::text as name from pg_class where relkind = 'r' and relname like $1 order by 1`,
    [pattern],
  );
  return rows.map(({ name }) => name);
}

test("old days go, oldest first, and the others stay", async () => {
  await insertPayload(database.db, OLD_ID);

  expect(await dropPayloads()).toEqual({ dropped: [OLDEST, OLD], busy: null });

  const left = await tablesOf("payloads_%");
  expect(left).toHaveLength(18);
  expect(left).not.toContain(OLD);
  expect(await tablesOf("attempts_%")).toHaveLength(20);
});

test("a day that somebody still reads goes when they have ended, and meanwhile nobody waits", async () => {
  await insertPayload(database.db, OLD_ID);
  const held = await openTransaction();
  await held.query("select from payloads where id = $1", [OLD_ID]);

  const dropping = dropPayloads();
  // Others read and write while the drop waits for its reader.
  await eventually(
    () =>
      database.db.query(
        `select from pg_stat_activity where datname = current_database() and query like '%detach partition%' and wait_event_type = 'Lock'`,
      ),
    ({ rowCount }) => rowCount === 1,
  );
  await database.db.transaction(async (tx) => {
    await tx.query("set local lock_timeout = 1000");
    await tx.query("select from payloads");
    await insertPayload(tx, newId());
  });
  await held.query("select from payloads");
  await insertPayload(held, newId());
  const first = await dropping;
  // New partitions do not wait either: the day of next week is made while this one is half detached.
  const { made, missing } = await ensurePartitions(database.db, NOW_MS + DAY_MS);
  await held.query("commit");
  await held.end();

  expect(first).toMatchObject({ dropped: [], busy: { name: OLDEST } });
  expect([made.length, missing]).toEqual([6, []]);
  expect(await dropPayloads()).toEqual({ dropped: [OLDEST, OLD], busy: null });
});

test("a transaction that has only written today keeps no old day for good", async () => {
  const held = await openTransaction();
  await insertPayload(held, newId());

  const dropped: string[] = [];
  while (dropped.length < 2) dropped.push(...(await dropPayloads()).dropped);
  await insertPayload(held, newId());
  await held.query("commit");
  await held.end();

  expect(dropped).toEqual([OLDEST, OLD]);
});

test("a process that is killed while it detaches is continued by the next", async () => {
  const held = await openTransaction();
  await held.query("select from payloads");
  const killed = dropPayloads().catch((error: unknown) => error);
  const detaching = await eventually(
    () =>
      database.db.query<{ pid: number }>(
        `select pid from pg_stat_activity where datname = current_database() and query like '%detach partition%concurrently' and wait_event_type = 'Lock'`,
      ),
    ({ rowCount }) => rowCount === 1,
  );
  await database.db.query("select pg_terminate_backend($1)", [detaching.rows[0]?.pid]);
  expect(await killed).toMatchObject({ code: "57P01" });
  await held.query("rollback");
  await held.end();

  expect(await dropPayloads()).toEqual({ dropped: [OLDEST, OLD], busy: null });
});

test("a day that was detached and not yet dropped is dropped by the next", async () => {
  // As if a process had died before the drop: a client reads the table itself, so the drop cannot run.
  const reader = await openTransaction();
  await reader.query(`lock table ${OLDEST} in access share mode`);
  const first = await dropPayloads();
  await reader.query("rollback");
  await reader.end();
  await database.db.query(`alter table payloads detach partition ${OLDEST} finalize`);

  expect(first).toMatchObject({ dropped: [], busy: { name: OLDEST } });
  expect(await dropPayloads()).toEqual({ dropped: [OLDEST, OLD], busy: null });
  expect(await tablesOf(OLDEST)).toEqual([]);
});

test("a day that an operator detached by hand is theirs", async () => {
  await database.db.query(`alter table payloads detach partition ${OLDEST}`);

  expect(await dropPayloads()).toEqual({ dropped: [OLD], busy: null });

  expect(await tablesOf(OLDEST)).toEqual([OLDEST]);
});

test("of several processes at once, one takes the days out", async () => {
  const others = Array.from({ length: 4 }, () => openDatabase(database.url));

  const turns = await Promise.all(others.map((db) => dropOldDays(db, "payloads", BEFORE_MS)));

  expect(turns.flatMap(({ dropped }) => dropped).toSorted()).toEqual([OLDEST, OLD].toSorted());
  expect(turns.map(({ busy }) => busy)).toEqual([null, null, null, null]);
  await Promise.all(others.map((db) => db.close()));
});
