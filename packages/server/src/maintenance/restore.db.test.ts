/** A backup that is restored into another database is the same in every row, and what does not fit is refused in words. */
import { randomBytes } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import { cp, mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import type { Queryable } from "../store/database.ts";
import { loadMasterKey } from "../store/master-key.ts";
import { MIGRATIONS_DIRECTORY, migrate } from "../store/migrate.ts";
import { createProject } from "../store/new-project.ts";
import { registerProcess } from "../store/processes.ts";
import { type FreshDatabase, emptyDatabase } from "../testing/fresh-database.ts";
import { type GivenAccess, MASTER_KEY, givenAccess } from "../testing/given-access.ts";
import { givenTenant } from "../testing/given-tenant.ts";
import { runMaintenance } from "../testing/maintenance-command.ts";
import { mountSmallDisk } from "../testing/small-disk.ts";
import { lockTable } from "../testing/table-lock.ts";
import { type BackupManifest, readBackup, writeBackup } from "./backup-file.ts";

let access: GivenAccess;
let directory: string;
let file: string;

beforeAll(async () => {
  access = await givenAccess();
  await access.signUp();
  const { rows } = await access.db.query<{ organization_id: string }>("select organization_id from projects");
  const organization_id = rows[0]?.organization_id ?? "";
  const project = await createProject(access.db, access.sealer, { organization_id, name: "Full" });
  await givenTenant(access.db, project);
  await loadMasterKey({ config: { dataDir: "", masterKey: MASTER_KEY }, db: access.db });
  await registerProcess(access.db, project);
  directory = await mkdtemp(join(tmpdir(), "posthorn-backup-"));
  file = join(directory, "made.backup");
  expect(await run(["backup", file], access.databaseUrl)).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await access.stop();
  await rm(directory, { recursive: true, force: true });
});

function run(
  words: readonly string[],
  url: string,
  { key = MASTER_KEY, stdin }: { key?: string; stdin?: Buffer } = {},
) {
  const environment = { POSTHORN_DATABASE_URL: url, POSTHORN_MASTER_KEY: key };
  return runMaintenance(words, { environment, ...(stdin && { stdin }) });
}

async function emptyTarget(): Promise<FreshDatabase> {
  const target = await emptyDatabase();
  onTestFinished(target.drop);
  return target;
}

/** Every table, with a digest of its rows. */
async function digests(db: Queryable): Promise<Record<string, string>> {
  const { rows } = await db.query<{ name: string }>(
    `select relname::text as name from pg_class
     where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition order by 1`,
  );
  const found: Record<string, string> = {};
  for (const { name } of rows) {
    const { rows: sums } = await db.query<{ sum: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(one::text, '|' order by one::text)), '') as sum from ${name} as one`,
    );
    found[name] = sums[0]?.sum ?? "";
  }
  return found;
}

/** Whatever could be left switched off, or missing. */
async function schemaOf(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ line: string }>(
    `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint
     where connamespace = 'public'::regnamespace
     union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     union all select indexdef from pg_indexes where schemaname = 'public'
     union all select attrelid::regclass || ' ' || attname || ' ' || format_type(atttypid, atttypmod)
       from pg_attribute join pg_class on pg_class.oid = attrelid
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0
     order by 1`,
  );
  return rows.map(({ line }) => line);
}

async function isEmpty(db: Queryable): Promise<boolean> {
  const { rowCount } = await db.query("select from pg_class where relnamespace = 'public'::regnamespace");
  return rowCount === 0;
}

test("every row, key, trigger and index is there again; all processes count as dead", async () => {
  const target = await emptyTarget();

  const restored = await run(["restore", file], target.url);

  expect(restored).toMatchObject({ code: 0 });
  expect(restored.said).toContain("stop the one that the backup is from");
  const { processes: was, ...rows } = await digests(access.db);
  const { processes: is, schema_migrations: again, ...restoredRows } = await digests(target.db);
  expect(was).not.toBe(is);
  expect(restoredRows).toEqual(
    Object.fromEntries(Object.entries(rows).filter(([name]) => name !== "schema_migrations")),
  );
  expect(again?.split(" ")[0]).toBe(rows["schema_migrations"]?.split(" ")[0]);
  expect(await schemaOf(target.db)).toEqual(await schemaOf(access.db));
  const { rows: processes } = await target.db.query(
    "select take_over_stage, heartbeat_at < now() - interval '1 year' as is_silent from processes",
  );
  expect(processes).toEqual([{ take_over_stage: "CLAIMED", is_silent: true }]);
});

test("no new process gets a number that one of the old ones may still use", async () => {
  const target = await emptyTarget();
  await run(["restore", file], target.url);
  const id = "019a0000-0000-7000-8000-000000000000";

  const [old, fresh] = [await registerProcess(access.db, id), await registerProcess(target.db, id)];

  expect(fresh).toBeGreaterThan(old + 10_000);
});

test("a backup goes through a pipe, and only its owner may read the file", async () => {
  const target = await emptyTarget();
  const made = await run(["backup", "-"], access.databaseUrl);

  const restored = await run(["restore", "-"], target.url, { stdin: made.stdout });

  expect([made.code, restored.code]).toEqual([0, 0]);
  expect((await digests(target.db))["events"]).toBe((await digests(access.db))["events"]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await readdir(directory)).not.toContain("made.backup.partial");
});

test("a folder gets a file that is named after the time; a file that exists is not replaced", async () => {
  const folder = await mkdtemp(join(directory, "daily-"));

  const made = await run(["backup", folder], access.databaseUrl);
  const again = await run(["backup", file], access.databaseUrl);

  expect(made.code).toBe(0);
  expect(await readdir(folder)).toEqual([
    expect.stringMatching(/^posthorn-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ\.backup$/),
  ]);
  expect(again).toMatchObject({
    code: 1,
    said: `${file} exists already, and is not replaced. Choose another name.\n`,
  });
});

test("a full disk: the backup says so, and leaves no half of a file", async (context) => {
  const disk = await mountSmallDisk(1);
  if ("reason" in disk) return context.skip(disk.reason);
  onTestFinished(() => disk.remove());
  const before = await readdir(disk.directory);
  await disk.fill();

  const made = await run(["backup", join(disk.directory, "never")], access.databaseUrl);

  await disk.free();
  expect(made).toMatchObject({ code: 1, said: expect.stringMatching(/^The disk is full: /) });
  expect(await readdir(disk.directory)).toEqual(before);
});

test("the key: not in the file unless wanted, shown if wanted, and compared before anything is written", async () => {
  const target = await emptyTarget();
  const withKey = join(directory, "with-key.backup");
  const made = await run(["backup", "--with-master-key", withKey], access.databaseUrl);

  expect(made.said).toContain("The master key is in the file.");
  expect(await run(["restore", "--print-master-key", withKey], "")).toMatchObject({
    code: 0,
    stdout: Buffer.from(`${MASTER_KEY}\n`),
  });
  expect((await run(["restore", "--print-master-key", file], "")).said).toContain(
    "made without --with-master-key",
  );
  const wrong = { key: "another master key, which is long enough" };
  expect(await run(["restore", file], target.url, wrong)).toMatchObject({
    code: 1,
    said: expect.stringMatching(
      /^The master key from POSTHORN_MASTER_KEY is not the one that this backup was sealed with/,
    ),
  });
  expect((await run(["restore", withKey], target.url, wrong)).said).toContain("--print-master-key");
  expect((await run(["backup", join(directory, "never")], access.databaseUrl, wrong)).said).toContain(
    "is not the one of this database",
  );
  expect(await isEmpty(target.db)).toBe(true);
  expect(await readdir(directory)).not.toContain("never");
});

test("a file that was cut off or altered anywhere is refused, and leaves nothing", async () => {
  const target = await emptyTarget();
  const whole = await readFile(file);
  const damaged = [
    whole.subarray(0, whole.length - 20),
    whole.subarray(0, Math.floor(whole.length / 2)),
    whole.subarray(0, 3),
    ...[0.05, 0.3, 0.6, 0.9, 0.999].map((part) => {
      const flipped = Buffer.from(whole);
      const at = Math.floor(whole.length * part);
      flipped[at] = (flipped[at] ?? 0) ^ 0x10;
      return flipped;
    }),
  ];

  for (const [index, bytes] of damaged.entries()) {
    const restored = await run(["restore", "-"], target.url, { stdin: bytes });

    expect([index, restored.code, restored.said]).toEqual([
      index,
      1,
      expect.stringMatching(
        /Standard input is (damaged: .*Nothing was restored from it\.|not a backup of Posthorn)/,
      ),
    ]);
  }
  expect(await isEmpty(target.db)).toBe(true);
});

test("a file that is not there, and a folder, are said in words", async () => {
  const target = await emptyTarget();

  const missing = await run(["restore", join(directory, "nothing.backup")], target.url);
  const folder = await run(["restore", "--check", directory], target.url);

  expect([missing.code, missing.said]).toEqual([
    1,
    expect.stringMatching(/^There is no file .*nothing\.backup\. Name the file of a backup/),
  ]);
  expect([folder.code, folder.said]).toEqual([1, expect.stringContaining(" is a folder. Name the file")]);
});

test("--check reads the whole file, and needs neither database nor key", async () => {
  expect((await run(["restore", "--check", file], "", { key: "" })).said).toMatch(
    /It is whole: \d+ rows of \d+ tables/,
  );
});

async function remade(change: (manifest: BackupManifest) => BackupManifest): Promise<string> {
  const { manifest, parts } = await readBackup(createReadStream(file), "made");
  const changed = change(manifest);
  async function* counted() {
    for await (const part of parts()) yield { ...part, count: async () => 0 };
  }
  const target = join(directory, `${randomBytes(4).toString("hex")}.backup`);
  await pipeline(writeBackup(changed, counted()).bytes, createWriteStream(target));
  return target;
}

test("a backup of a newer version, or of other migrations, is refused in words", async () => {
  const target = await emptyTarget();
  const newer = await remade(({ contents, ...rest }) => {
    const next = { number: contents.schema.length + 1, name: "9999-of-the-future", checksum: "x" };
    return { ...rest, posthorn: "99.0.0", contents: { ...contents, schema: [...contents.schema, next] } };
  });
  const other = await remade(({ contents, ...rest }) => ({
    ...rest,
    contents: { ...contents, schema: contents.schema.map((one) => ({ ...one, checksum: "other" })) },
  }));

  expect(await run(["restore", newer], target.url)).toMatchObject({
    code: 1,
    said: expect.stringContaining("Restore it with Posthorn 99.0.0 or newer."),
  });
  expect((await run(["restore", other], target.url)).said).toContain("made by other migrations");
  expect(await isEmpty(target.db)).toBe(true);
});

const migrations = (await readdir(MIGRATIONS_DIRECTORY)).toSorted();

test.runIf(migrations.length > 1)("a backup of an older schema is brought to the present one", async () => {
  const [older, target] = [await emptyTarget(), await emptyTarget()];
  const before = await mkdtemp(join(directory, "migrations-"));
  for (const name of migrations.slice(0, -1)) await cp(join(MIGRATIONS_DIRECTORY, name), join(before, name));
  await migrate({ url: older.url, log: { info: () => {}, warn: () => {} }, directory: before });
  await older.db.query(
    "insert into limiters (id, process_id) values ('019a0000-0000-7000-8000-000000000000', 7)",
  );
  const made = await run(["backup", "-"], older.url);

  const restored = await run(["restore", "-"], target.url, { stdin: made.stdout });

  expect(restored.code).toBe(0);
  const { rows: names } = await target.db.query<{ name: string }>(
    "select name from schema_migrations order by number",
  );
  expect(names.map(({ name }) => `${name}.sql`)).toEqual(migrations);
  expect((await digests(target.db))["limiters"]).toBe((await digests(older.db))["limiters"]);
});

test("nothing is restored into a database that holds anything", async () => {
  const target = await emptyTarget();
  await target.db.query("create table theirs (id int)");

  expect((await run(["restore", file], access.databaseUrl)).said).toContain("already holds data of Posthorn");
  expect((await run(["restore", file], target.url)).said).toContain(
    'The database is not empty: it has "theirs".',
  );
});

test("a table of somebody else is in the backup, and left out with a word about it", async () => {
  const target = await emptyTarget();
  const source = await emptyTarget();
  await run(["restore", file], source.url);
  await source.db.query("create table theirs as select 1 as id");
  const made = await run(["backup", "-"], source.url);

  const restored = await run(["restore", "-"], target.url, { stdin: made.stdout });

  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringContaining("The table theirs is not one of Posthorn's"),
  });
  expect((await digests(target.db))["events"]).toBe((await digests(source.db))["events"]);
});

test("a lock that another session keeps: the backup says so, and ends", { timeout: 300_000 }, async () => {
  const lock = await lockTable(access.databaseUrl, "sources");

  const outcome = await run(["backup", join(directory, "never")], access.databaseUrl);

  await lock.release();
  expect(outcome).toMatchObject({
    code: 1,
    said: expect.stringContaining("held a lock on a table for half a minute"),
  });
});

test("what is no command is answered with 2", async () => {
  expect(await run(["remove"], "")).toMatchObject({
    code: 2,
    said: expect.stringContaining('no command "remove"'),
  });
  expect((await run(["backup"], "")).code).toBe(2);
  await writeFile(join(directory, "text"), "not a backup");
  expect((await run(["restore", join(directory, "text")], access.databaseUrl)).said).toContain(
    "is not a backup of Posthorn",
  );
});
