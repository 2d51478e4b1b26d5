import { cp, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { emptyDatabase } from "../testing/fresh-database.ts";
import type { Database } from "./database.ts";
import { BASELINE } from "./earlier-checkouts.ts";
import { migrate, MIGRATIONS_DIRECTORY, readMigrations } from "./migrate.ts";

const silent = { info: () => {}, warn: () => {} };

const ownMigrations = (await readdir(MIGRATIONS_DIRECTORY)).toSorted();
/** A made-up next migration, so that one always runs on the present tables with rows in them. */
const NOT_YET_WRITTEN = "the-next-one";

/** The first `count` of our own migrations, in a directory that the test may change, and that ends with the test. */
async function firstMigrations(count: number): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "posthorn-migrations-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  for (const name of ownMigrations.slice(0, count))
    await cp(join(MIGRATIONS_DIRECTORY, name), join(directory, name));
  if (count > ownMigrations.length) {
    const next = `${String(count).padStart(4, "0")}-${NOT_YET_WRITTEN}.sql`;
    await writeFile(join(directory, next), "alter table projects add column note text not null default '';");
  }
  return directory;
}

const TEST_PARTITION = "_of_this_test";

async function tablesOf(db: Database): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>(
    `select table_name || '.' || column_name || ' ' || data_type as name from information_schema.columns
     where table_schema = 'public' and table_name not like '%${TEST_PARTITION}' order by 1`,
  );
  return rows.map((row) => row.name);
}

/**
 * Inserts a row into every table that accepts one. Values come from the column types, so the test also works for
 * future tables. Foreign keys and checks are off, because migrations must not rely on them.
 */
async function fillEveryTable(db: Database): Promise<string[]> {
  const { rows: tables } = await db.query<{
    name: string;
    isPartitioned: boolean;
    columns: string[];
    types: string[];
  }>(
    `select c.relname as name, c.relkind = 'p' as "isPartitioned", array_agg(a.attname::text order by a.attnum) as columns,
       array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and a.attgenerated = '' and a.attidentity = '' and c.relname <> 'schema_migrations'
     group by c.oid`,
  );
  const filled: string[] = [];
  for (const { name, isPartitioned, columns, types } of tables) {
    if (isPartitioned) {
      const range =
        "from ('019a0000-0000-7000-8000-000000000000') to ('019a0001-0000-7000-8000-000000000000')";
      await db.query(`create table ${name}${TEST_PARTITION} partition of ${name} for values ${range}`);
    }
    await db.query(`alter table ${name} disable trigger user`);
    for (const { conname } of await foreignKeysAndChecks(db, name)) {
      await db.query(`alter table ${name} drop constraint ${conname}`);
    }
    const values = types.map((type) => `${SAMPLE_VALUES[type.replace(/\(.*\)/, "")] ?? "null"}::${type}`);
    await db.query(
      `insert into ${name} (${columns.map((column) => `"${column}"`).join()}) values (${values.join()})`,
    );
    filled.push(name);
  }
  return filled;
}

async function foreignKeysAndChecks(db: Database, table: string): Promise<{ conname: string }[]> {
  const sql = `select conname from pg_constraint where conrelid = $1::regclass and contype in ('f', 'c') and conparentid = 0`;
  return (await db.query<{ conname: string }>(sql, [table])).rows;
}

const SAMPLE_VALUES: Record<string, string> = {
  uuid: "'019a0000-0000-7000-8000-000000000000'",
  "uuid[]": "'{019a0000-0000-7000-8000-000000000000}'",
  text: "'a'",
  "text[]": "'{a}'",
  bytea: "'\\x00'",
  boolean: "true",
  json: "'{}'",
  jsonb: "'{}'",
  "timestamp with time zone": "now()",
  date: "now()",
  smallint: "1",
  integer: "1",
  bigint: "1",
  "double precision": "1",
  numeric: "1",
};

test("an empty database gets every migration, and a second run has nothing to do", async () => {
  const { url, db, drop } = await emptyDatabase();
  const known = await readMigrations(MIGRATIONS_DIRECTORY);

  const first = await migrate({ url, log: silent });
  const second = await migrate({ url, log: silent });

  expect(first).toEqual(known.map(({ name }) => name));
  expect(second).toEqual([]);
  const { rows } = await db.query<{ name: string }>("select name from schema_migrations order by number");
  expect(rows.map(({ name }) => name)).toEqual(first);
  await drop();
});

test.each([...ownMigrations, NOT_YET_WRITTEN].map((file, before) => ({ file, before })).slice(BASELINE))(
  "$file runs on a database that is in use",
  async ({ before }) => {
    const [used, empty] = [await emptyDatabase(), await emptyDatabase()];
    await migrate({ url: used.url, log: silent, directory: await firstMigrations(before) });
    const filled = await fillEveryTable(used.db);
    const next = await firstMigrations(before + 1);

    await migrate({ url: used.url, log: silent, directory: next });
    await migrate({ url: empty.url, log: silent, directory: next });

    expect(await tablesOf(used.db)).toEqual(await tablesOf(empty.db));
    for (const table of filled) {
      const { rowCount } = await used.db.query(`select from ${table}`);
      expect({ table, rowCount }).toEqual({ table, rowCount: 1 });
    }
    await Promise.all([used.drop(), empty.drop()]);
  },
);

test("instances that start at the same moment run each migration once", async () => {
  const { url, db, drop } = await emptyDatabase();

  const runs = await Promise.all(Array.from({ length: 5 }, () => migrate({ url, log: silent })));

  const known = await readMigrations(MIGRATIONS_DIRECTORY);
  expect(runs.flat().toSorted()).toEqual(known.map(({ name }) => name));
  const { rowCount } = await db.query("select from schema_migrations");
  expect(rowCount).toBe(known.length);
  await drop();
});

test("a landed migration that was edited is refused, and nothing is run", async () => {
  const { url, drop } = await emptyDatabase();
  const directory = await firstMigrations(1);
  await migrate({ url, log: silent, directory });
  const [landed = ""] = await readdir(directory);
  await writeFile(join(directory, landed), "select 1;");
  await writeFile(join(directory, "0002-after-it.sql"), "create table must_not_exist ();");

  const attempt = migrate({ url, log: silent, directory });

  await expect(attempt).rejects.toThrow("was edited after this database ran it");
  await drop();
});

test("a migration that fails leaves nothing behind and can be run again", async () => {
  const { url, db, drop } = await emptyDatabase();
  const directory = await firstMigrations(0);
  await writeFile(join(directory, "0001-half.sql"), "create table half (); select 1 / 0;");

  await expect(migrate({ url, log: silent, directory })).rejects.toThrow(
    "0001-half failed: error: division by zero",
  );

  expect(await tablesOf(db)).toEqual([]);
  await writeFile(join(directory, "0001-half.sql"), "create table half (whole int);");
  expect(await migrate({ url, log: silent, directory })).toEqual(["0001-half"]);
  await drop();
});

test("a lock held by somebody else is waited for in short turns, not queued for", async () => {
  const { url, db, drop } = await emptyDatabase();
  await db.query("create table busy (id int)");
  const directory = await firstMigrations(0);
  await writeFile(join(directory, "0001-alter.sql"), "alter table busy add column name text;");

  const migrated = await db.transaction(async (tx) => {
    await tx.query("lock table busy in access exclusive mode");
    const running = migrate({ url, log: silent, directory });
    await waitForWaiter(db, "busy", true);
    await waitForWaiter(db, "busy", false); // this try is over, so no session waits behind the migration
    return { running };
  });

  expect(await migrated.running).toEqual(["0001-alter"]);
  await drop();
});

/** Returns once a session waits for a lock on the table, or once none does. */
async function waitForWaiter(db: Database, table: string, isThere: boolean): Promise<void> {
  for (;;) {
    const { rowCount } = await db.query(
      "select from pg_locks where relation = $1::regclass and not granted",
      [table],
    );
    if (rowCount > 0 === isThere) return;
  }
}

test("migrations with a gap in their numbers are refused", async () => {
  const directory = await firstMigrations(0);
  await writeFile(join(directory, "0002-without-a-first.sql"), "select 1;");

  await expect(readMigrations(directory)).rejects.toThrow("0002-without-a-first.sql should be number 1");
});
