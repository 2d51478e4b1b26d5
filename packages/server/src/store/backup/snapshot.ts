/**
 * How are all rows of a database read as they were at one moment, while the product goes on?
 *
 * In one transaction with one snapshot. It locks the tables first, in the weakest mode: rows can be written as ever, and
 * only a migration or the removal of a day waits. The removal of a day gives up and tries again later, as it does with
 * every long reader (old-days.ts).
 */
import { Readable } from "node:stream";
import { to as copyTo } from "pg-copy-streams";
import { StartRefused } from "../../start-refused.ts";
import { isLockTimeout } from "../database.ts";
import { readMasterKeyCheck } from "../master-key.ts";
import { serverFault, type AppliedMigration } from "../migration-plan.ts";
import { PARTITIONED_TABLES } from "../partitions.ts";
import type { BackupContents, BackupTable } from "./contents.ts";
import { explained, openSession, quoted, type Session } from "./session.ts";

export interface Snapshot {
  contents: BackupContents;
  /** The rows of a table as PostgreSQL's binary COPY writes them. Call `count` after the last chunk. */
  copy: (table: BackupTable) => { chunks: AsyncIterable<Buffer>; count: () => Promise<number> };
  close: () => Promise<void>;
}

const OF_MIGRATIONS = "schema_migrations";

export async function openSnapshot(url: string): Promise<Snapshot> {
  const session = await openSession(url, "backup");
  try {
    return await takeSnapshot(session);
  } catch (error) {
    await session.close();
    throw explained(error);
  }
}

async function takeSnapshot(session: Session): Promise<Snapshot> {
  const { rows: servers } = await session.query<{ version: number; has_schema: boolean }>(
    `select current_setting('server_version_num')::int as version, to_regclass('${OF_MIGRATIONS}') is not null as has_schema`,
  );
  const fault = serverFault(servers[0]?.version ?? 0);
  if (fault !== null) throw new StartRefused(fault);
  if (servers[0]?.has_schema !== true)
    throw new StartRefused("This database holds no data of Posthorn, so there is nothing to back up.");

  const names = (await readTables(session)).map(({ name }) => name);
  await session.query("begin isolation level repeatable read, read only");
  await lockTables(session, [OF_MIGRATIONS, ...names]);
  const tables = await readTables(session); // takes the snapshot
  if (String(tables.map(({ name }) => name)) !== String(names))
    throw new StartRefused(
      "The tables have changed meanwhile. Wait until the upgrade is done, and try again.",
    );

  const { rows } = await session.query<{ taken_at: string; postgres: string }>(
    "select now() as taken_at, current_setting('server_version') as postgres",
  );
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL returned no row for a query without conditions.");
  const { rows: schema } = await session.query<AppliedMigration>(
    `select number, name, checksum from ${OF_MIGRATIONS} order by number`,
  );
  const check = await readMasterKeyCheck(session);
  const contents: BackupContents = {
    ...row,
    schema,
    tables,
    sequences: await readSequences(session),
    master_key_check: check && check.toString("base64"),
  };
  return {
    contents,
    copy(table) {
      const columns = table.columns.map(quoted).join();
      // Rows of a partitioned table leave only through a query.
      const source = table.days
        ? `(select ${columns} from ${quoted(table.name)})`
        : `${quoted(table.name)} (${columns})`;
      const stream = session.client.query(copyTo(`copy ${source} to stdout (format binary)`));
      return {
        chunks: Readable.from(stream),
        async count() {
          await session.query("select"); // the reply to the copy has come before the reply to this
          return stream.rowCount;
        },
      };
    },
    close: () => session.close(),
  };
}

async function lockTables(session: Session, names: readonly string[]): Promise<void> {
  try {
    await session.query(`lock table ${names.map(quoted).join()} in access share mode`);
  } catch (error) {
    if (!isLockTimeout(error)) throw error;
    throw new StartRefused(
      "Another session has held a lock on a table for half a minute, so no backup could begin. An upgrade may be running: try again after it.",
      { cause: error },
    );
  }
}

/** Days that were taken out of their table are left out: they are about to be dropped, or belong to the operator. */
async function readTables(session: Session): Promise<BackupTable[]> {
  const { rows } = await session.query<BackupTable>(
    `select relname::text as name,
       array (
         select attname::text from pg_attribute
         where attrelid = tables.oid and attnum > 0 and not attisdropped and attgenerated = ''
         order by attnum
       ) as columns,
       case when relkind = 'p' then array (
         select right(relname, 10) from pg_inherits join pg_class as days on days.oid = inhrelid
         where inhparent = tables.oid and not inhdetachpending
         order by 1
       ) end as days
     from pg_class as tables
     where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and not relispartition
       and relname <> $1 and relname !~ $2
       and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = tables.oid and deptype = 'e')
     order by relname`,
    [OF_MIGRATIONS, `^(${PARTITIONED_TABLES.join("|")})_\\d{4}_\\d{2}_\\d{2}$`],
  );
  return rows;
}

async function readSequences(session: Session): Promise<BackupContents["sequences"]> {
  const { rows: found } = await session.query<{ table: string; column: string; sequence: string }>(
    `select relname::text as table, attname::text as column,
       pg_get_serial_sequence(quote_ident(relname), attname) as sequence
     from pg_class join pg_attribute on attrelid = pg_class.oid
     where relnamespace = current_schema()::regnamespace and attidentity <> '' and not relispartition
     order by 1, 2`,
  );
  const sequences: BackupContents["sequences"] = [];
  for (const { table, column, sequence } of found) {
    const { rows } = await session.query<{ last_value: string; is_called: boolean }>(
      `select last_value::text, is_called from ${sequence}`, // quoted by PostgreSQL
    );
    for (const { last_value, is_called } of rows) sequences.push({ table, column, last_value, is_called });
  }
  return sequences;
}
