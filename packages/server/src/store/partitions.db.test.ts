/** Partitions are made while others read and write: no session waits for that, and no session prevents it. */
import { Client } from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { newId } from "../ids.ts";
import { createLog } from "../log.ts";
import { type FreshDatabase, databaseWithoutDays } from "../testing/fresh-database.ts";
import { partitionDaysTurn } from "../workers/partition-days.ts";
import { openDatabase } from "./database.ts";
import { ensurePartitions } from "./partitions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const TABLES = ["attempts", "events", "ignored_events", "payloads", "requests", "transformation_executions"];

let database: FreshDatabase;
beforeEach(async () => {
  database = await databaseWithoutDays();
});
afterEach(() => database.drop());

/** Another client's connection, which begins a transaction and leaves it open. */
async function openTransaction(isolation = "read committed"): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  await client.query(`begin isolation level ${isolation}`);
  return client;
}

const insertRequest = (on: { query: (text: string, values: unknown[]) => Promise<unknown> }) =>
  on.query(`insert into requests (team_id, id, source_id, accepted_by) values ($1, $2, $1, 0)`, [
    newId(),
    newId(),
  ]);

test.each(["read committed", "repeatable read"])(
  "a %s transaction that has read and written every table and stays open is in nobody's way",
  async (isolation) => {
    await ensurePartitions(database.db, Date.now());
    const held = await openTransaction(isolation);
    for (const table of TABLES) await held.query(`select from ${table}`);
    for (const table of TABLES) await held.query(`delete from ${table}`);
    await insertRequest(held);

    const { made, missing } = await ensurePartitions(database.db, Date.now() + DAY_MS);

    expect(made).toHaveLength(6);
    expect(missing).toEqual([]);
    // The transaction goes on as if nothing had happened, and so do all other sessions.
    await insertRequest(held);
    await insertRequest(database.db);
    await held.query("commit");
    await held.end();
    const { rows } = await database.db.query("select count(*)::int as count from requests");
    expect(rows).toEqual([{ count: 3 }]);
  },
);

test("what is written while partitions are made does not wait for them", async () => {
  await ensurePartitions(database.db, Date.now());
  const held = await openTransaction();
  await held.query("select from requests");
  const impatient = openDatabase(database.url);

  // With ACCESS EXCLUSIVE this would wait for the held transaction, and every insert would wait behind it.
  const making = ensurePartitions(database.db, Date.now() + DAY_MS);
  for (let turn = 0; turn < 50; turn++)
    await impatient.transaction(async (tx) => {
      await tx.query("set local lock_timeout = 1000");
      await insertRequest(tx);
    });

  expect((await making).made).toHaveLength(6);
  await held.query("rollback");
  await held.end();
  await impatient.close();
});

/** All that the catalogue says about a partition, except its bounds, its name, and the names that its indexes get from it. */
async function shapeOf(name: string): Promise<unknown> {
  const { rows } = await database.db.query(
    `select reloptions, relpersistence, relispartition,
       (select json_agg(json_build_array(attname, atttypid::regtype, attnotnull, attgenerated, attidentity, attstorage,
            attcompression, pg_get_expr(adbin, adrelid)) order by attnum)
        from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
        where attrelid = pg_class.oid and attnum > 0 and not attisdropped) as columns,
       (select json_agg(json_build_array(contype, conislocal, coninhcount, replace(conname, relname, ''),
            replace(pg_get_constraintdef(pg_constraint.oid), relname, '')) order by contype, conname)
        from pg_constraint where conrelid = pg_class.oid) as constraints,
       (select json_agg(json_build_array(replace(regexp_replace(pg_get_indexdef(indexrelid), 'INDEX \\S+', 'INDEX'), pg_class.relname, ''),
            indisprimary, indisvalid, inhparent::regclass) order by inhparent::regclass::text)
        from pg_index left join pg_inherits on inhrelid = indexrelid where indrelid = pg_class.oid) as indexes,
       (select count(*) from pg_trigger where tgrelid = pg_class.oid) as triggers
     from pg_class where oid = $1::regclass`,
    [name],
  );
  return rows[0];
}
const dayOf = (atMs: number) => new Date(atMs).toISOString().slice(0, 10).replaceAll("-", "_");

test.each(TABLES)("a partition of %s that was attached is like one that was made in place", async (table) => {
  const nowMs = Date.now();
  await ensurePartitions(database.db, nowMs); // the first partitions, created as parts of their tables
  await ensurePartitions(database.db, nowMs + DAY_MS);

  const shape = await shapeOf(`${table}_${dayOf(nowMs + 8 * DAY_MS)}`);

  expect(shape).toEqual(await shapeOf(`${table}_${dayOf(nowMs)}`));
  expect(shape).toMatchObject({ relispartition: true });
});

test("of several processes that start on an empty database, or meet the same midnight, all get by", async () => {
  const others = Array.from({ length: 5 }, () => openDatabase(database.url));

  for (const nowMs of [Date.now(), Date.now() + DAY_MS]) {
    const ensured = await Promise.all(others.map((db) => ensurePartitions(db, nowMs)));
    const made = ensured.flatMap((each) => each.made);
    expect(ensured.flatMap((each) => each.missing)).toEqual([]);
    expect(new Set(made).size).toBe(made.length);
    expect(await ensurePartitions(database.db, nowMs)).toEqual({ made: [], missing: [] });
  }

  await Promise.all(others.map((db) => db.close()));
});

test("whatever is in the way of one table is in the way of no other, and is reported while the day is near", async () => {
  await ensurePartitions(database.db, Date.now() - 8 * DAY_MS);
  const held = await openTransaction();
  await held.query("lock table only events in share update exclusive mode");
  const lines: string[] = [];
  const log = createLog((line) => lines.push(line));

  await partitionDaysTurn(database.db, log);
  const withoutEvents = lines.join();
  await held.query("rollback");
  await held.end();
  await partitionDaysTurn(database.db, log);

  expect(withoutEvents).toContain(`"level":"error"`);
  expect(withoutEvents).toContain(`events_${dayOf(Date.now())}`);
  expect(withoutEvents).not.toContain(`payloads_${dayOf(Date.now())}`);
  expect(await ensurePartitions(database.db, Date.now())).toEqual({ made: [], missing: [] });
});
