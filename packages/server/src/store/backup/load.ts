/**
 * How do the rows of a backup get into an empty database?
 *
 * In one transaction, with the schema that the backup was made from: whatever ends it, nothing is left. Our triggers are
 * off, because what they would do for these rows was done when the rows were first written. Foreign keys are taken away
 * and put back, which checks all rows: PostgreSQL lets only a superuser switch them off. At the end, every process of the
 * backup is declared dead.
 */
import { pipeline } from "node:stream/promises";
import { from as copyFrom } from "pg-copy-streams";
import { StartRefused } from "../../start-refused.ts";
import { migrateWithin } from "../migrate.ts";
import { type Migration, serverFault } from "../migration-plan.ts";
import { PARTITIONED_TABLES, makeDays } from "../partitions.ts";
import { declareAllDead } from "../processes.ts";
import type { BackupContents, BackupTable } from "./contents.ts";
import { explained, openSession, quoted, type Session } from "./session.ts";

export interface LoadedPart {
  table: BackupTable;
  chunks: AsyncIterable<Buffer>;
}

export interface Loading {
  contents: BackupContents;
  /** Those that make the backup's schema. */
  migrations: readonly Migration[];
  /** The rows of each table, in any order. Fails if the backup turns out to be damaged. */
  parts: AsyncIterable<LoadedPart>;
  signal: AbortSignal;
}

export interface Loaded {
  rows: number;
  /** Tables of the backup that no migration makes: somebody else's, so they are left out. */
  foreign: string[];
}

/** Returns why nothing may be restored into this database, or null. */
export async function whyNotEmpty(url: string): Promise<string | null> {
  const session = await openSession(url, "restore");
  try {
    const { rows } = await session.query<{ version: number; found: string | null }>(
      `select current_setting('server_version_num')::int as version, (
         select relname::text from pg_class
         where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v', 'm', 'S', 'f')
           and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = pg_class.oid and deptype = 'e')
         order by relname <> 'schema_migrations', relname limit 1
       ) as found`,
    );
    const [row] = rows;
    const fault = serverFault(row?.version ?? 0);
    if (fault !== null) return fault;
    if (!row?.found) return null;
    return row.found === "schema_migrations"
      ? "The database already holds data of Posthorn, and a restore never replaces any. Create another, empty database, and name it in POSTHORN_DATABASE_URL."
      : `The database is not empty: it has "${row.found}". Create another, empty database, and name it in POSTHORN_DATABASE_URL.`;
  } finally {
    await session.close();
  }
}

export async function loadBackup(url: string, loading: Loading): Promise<Loaded> {
  const session = await openSession(url, "restore");
  try {
    await session.query("begin");
    const loaded = await loadWithin(session, loading);
    loading.signal.throwIfAborted();
    await session.query("commit");
    // Without statistics the first queries would read whole tables.
    for (const { name } of loading.contents.tables)
      if (!loaded.foreign.includes(name)) await session.query(`analyze ${quoted(name)}`);
    return loaded;
  } catch (error) {
    throw explained(error);
  } finally {
    await session.close(); // rolls back what was not committed
  }
}

async function loadWithin(
  session: Session,
  { contents, migrations, parts, signal }: Loading,
): Promise<Loaded> {
  await migrateWithin(session, migrations);
  await makeAllDays(session, contents);
  const columns = await readColumns(session);
  const foreign = contents.tables.filter(({ name }) => !columns.has(name)).map(({ name }) => name);
  const known = contents.tables.filter(({ name }) => columns.has(name));
  if (known.length !== columns.size || !known.every((table) => hasColumns(table, columns.get(table.name))))
    throw new StartRefused("The tables of this backup are not those that its own list of migrations makes.");
  await session.query(`truncate ${known.map(({ name }) => quoted(name)).join()}`); // migrations write first rows
  const keys = await takeForeignKeys(session);
  const triggers = await switchTriggers(session);

  let rows = 0;
  for await (const { table, chunks } of parts) {
    signal.throwIfAborted();
    if (!columns.has(table.name)) {
      for await (const _ of chunks) signal.throwIfAborted();
      continue;
    }
    const sink = session.client.query(
      copyFrom(`copy ${quoted(table.name)} (${table.columns.map(quoted).join()}) from stdin (format binary)`),
    );
    await pipeline(chunks, sink, { signal });
    rows += sink.rowCount;
  }

  await triggers.restore();
  for (const statement of keys) await session.query(statement);
  for (const { table, column, last_value, is_called } of contents.sequences) {
    if (columns.has(table))
      await session.query("select setval(pg_get_serial_sequence($1, $2), $3::bigint, $4)", [
        quoted(table),
        column,
        last_value,
        is_called,
      ]);
  }
  await declareAllDead(session);
  return { rows, foreign };
}

async function makeAllDays(session: Session, { tables }: BackupContents): Promise<void> {
  for (const name of PARTITIONED_TABLES) {
    const days = tables.find((table) => table.name === name)?.days ?? [];
    await makeDays(
      session,
      name,
      days.map((day) => Date.parse(`${day.replaceAll("_", "-")}T00:00:00Z`)),
    );
  }
}

async function readColumns(session: Session): Promise<Map<string, string[]>> {
  const { rows } = await session.query<{ name: string; columns: string[] }>(
    `select relname::text as name, array_agg(attname::text) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> 'schema_migrations'
     group by relname`,
  );
  return new Map(rows.map(({ name, columns }) => [name, columns]));
}

function hasColumns(table: BackupTable, columns: readonly string[] = []): boolean {
  return String(table.columns.toSorted()) === String(columns.toSorted());
}

/** Returns the statements that put the keys back. */
async function takeForeignKeys(session: Session): Promise<string[]> {
  const { rows } = await session.query<{ table: string; name: string; definition: string }>(
    `select conrelid::regclass::text as table, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
     from pg_constraint
     where connamespace = current_schema()::regnamespace and contype = 'f' and conparentid = 0`,
  );
  for (const { table, name } of rows) await session.query(`alter table ${table} drop constraint ${name}`);
  return rows.map(
    ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
  );
}

async function switchTriggers(session: Session): Promise<{ restore: () => Promise<void> }> {
  const { rows } = await session.query<{ table: string; name: string }>(
    `select tgrelid::regclass::text as table, quote_ident(tgname) as name
     from pg_trigger join pg_class on pg_class.oid = tgrelid
     where relnamespace = current_schema()::regnamespace and not tgisinternal and tgparentid = 0 and tgenabled = 'O'`,
  );
  const switchAll = async (how: "disable" | "enable") => {
    for (const { table, name } of rows) await session.query(`alter table ${table} ${how} trigger ${name}`);
  };
  await switchAll("disable");
  return { restore: () => switchAll("enable") };
}
