/**
 * Does the database have the tables this version needs?
 *
 * Migrations are numbered SQL files that only go forward. `main` calls this before anything else uses the
 * database; when there is nothing to do it costs one query. Several instances may start at once: each migration
 * runs in its own transaction, behind one advisory lock, and is looked up again inside it. A database that is one release
 * newer is fine: a release adds to the schema (expand), and removes only what the release before it no longer uses
 * (contract). `scripts/check-migrations.ts` refuses the rest, and docs/how-to-change-the-schema.md says how to write one.
 */
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client, DatabaseError } from "pg";
import type { Log } from "../log.ts";
import type { Queryable } from "./database.ts";
import { relabellingFault, BASELINE, isOfEarlierCheckout, REMOVE_LEFTOVERS } from "./earlier-checkouts.ts";
import {
  MigrationRefused,
  planMigrations,
  serverFault,
  type AppliedMigration,
  type Migration,
} from "./migration-plan.ts";

export const MIGRATIONS_DIRECTORY = join(import.meta.dirname, "migrations");

/** Any number that no other code uses: the ASCII codes of "post". */
const ADVISORY_LOCK = 0x706f7374;
/** No statement of ours may make others wait behind it for longer. */
const LOCK_TIMEOUT = "1s";
const GIVE_UP_AFTER_MS = 60_000;
const CONNECT_WITHIN_MS = 5_000;

const CREATE_LIST = `create table if not exists schema_migrations (
  number int primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now())`;
const ADD_TO_LIST = "insert into schema_migrations (number, name, checksum) values ($1, $2, $3)";

const SQLSTATE_UNDEFINED_TABLE = "42P01";
const SQLSTATE_LOCK_NOT_AVAILABLE = "55P03";

export interface MigrateOptions {
  url: string;
  log: Pick<Log, "info" | "warn">;
  /** The folder of the SQL files, if not our own. */
  directory?: string;
}

/** Returns the names of the migrations that this call has applied. */
export async function migrate({
  url,
  log,
  directory = MIGRATIONS_DIRECTORY,
}: MigrateOptions): Promise<string[]> {
  const known = await readMigrations(directory);
  const client = new Client({ connectionString: url, connectionTimeoutMillis: CONNECT_WITHIN_MS });
  client.on("error", () => {}); // the query that waits on a lost connection fails too, and reports it
  await client.connect();
  try {
    let before = await readApplied(client);
    if (isOfEarlierCheckout(before)) {
      await relabel(client, known.slice(0, BASELINE), log);
      before = await readApplied(client);
    }
    const { pending, newer } = planMigrations(known, before);
    if (newer.length > 0) log.warn("migrations.database_is_newer", { unknown_migrations: newer });
    const applied: string[] = [];
    for (const migration of pending) {
      const startedAt = performance.now();
      if (!(await apply(client, migration))) continue; // another instance was faster
      applied.push(migration.name);
      log.info("migration.applied", {
        migration: migration.name,
        duration_ms: Math.round(performance.now() - startedAt),
      });
    }
    return applied;
  } finally {
    await client.end();
  }
}

/** Sorted by number. A gap or a repeated number is our own mistake and never reaches a database. */
export async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith(".sql")).toSorted();
  return Promise.all(
    names.map(async (file, index) => {
      const number = Number(/^(\d{4})-[a-z0-9-]+\.sql$/.exec(file)?.[1]);
      if (number !== index + 1) {
        throw new MigrationRefused(
          `${file} should be number ${index + 1}: migrations are NNNN-name.sql, without gaps.`,
        );
      }
      const sql = await readFile(join(directory, file), "utf8");
      const checksum = createHash("sha256").update(sql).digest("hex");
      return { number, name: file.replace(/\.sql$/, ""), checksum, sql };
    }),
  );
}

async function readApplied(client: Client): Promise<AppliedMigration[]> {
  const { rows } = await client
    .query<{ version: number; applied: AppliedMigration[] }>(
      `select current_setting('server_version_num')::int as version,
         coalesce((select json_agg(json_build_object('number', number, 'name', name, 'checksum', checksum) order by number)
                   from schema_migrations), '[]') as applied`,
    )
    .catch((error: unknown) => {
      if (!hasState(error, SQLSTATE_UNDEFINED_TABLE)) throw error;
      return client.query<{ version: number; applied: AppliedMigration[] }>(
        `select current_setting('server_version_num')::int as version, '[]'::json as applied`,
      );
    });
  const [row] = rows;
  if (row === undefined) throw new Error("PostgreSQL returned no row for a query without conditions.");
  const fault = serverFault(row.version);
  if (fault !== null) throw new MigrationRefused(fault);
  return row.applied;
}

/** The database of an earlier checkout goes on as one that has run the baseline. */
async function relabel(client: Client, baseline: Migration[], log: MigrateOptions["log"]): Promise<void> {
  const isRelabelled = await patiently(
    client,
    "Relabelling the database of an earlier checkout",
    async () => {
      await begin(client);
      const applied = await readApplied(client);
      if (!isOfEarlierCheckout(applied)) {
        await client.query("rollback"); // another instance was faster
        return false;
      }
      const fault = relabellingFault(applied);
      if (fault !== null) throw new MigrationRefused(fault);
      await client.query(REMOVE_LEFTOVERS);
      await client.query("delete from schema_migrations");
      for (const migration of baseline) await record(client, migration);
      await client.query("commit");
      return true;
    },
  );
  if (isRelabelled) log.info("migrations.relabelled", { migrations: baseline.map(({ name }) => name) });
}

async function apply(client: Client, migration: Migration): Promise<boolean> {
  return patiently(client, `Migration ${migration.name}`, async () => {
    await begin(client);
    const { rowCount } = await client.query(`select from schema_migrations where number = $1`, [
      migration.number,
    ]);
    if (rowCount === 0) {
      await client.query(migration.sql);
      await record(client, migration);
    }
    await client.query("commit");
    return rowCount === 0;
  });
}

/** Waits for another session's lock in many short tries, for up to a minute, never for long at a time. */
async function patiently<T>(client: Client, what: string, run: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + GIVE_UP_AFTER_MS;
  for (;;) {
    try {
      return await run();
    } catch (error) {
      await client.query("rollback").catch(() => {}); // the connection may be gone; the error below says so
      if (error instanceof MigrationRefused) throw error;
      if (!hasState(error, SQLSTATE_LOCK_NOT_AVAILABLE) || performance.now() > deadline) {
        throw new Error(`${what} failed: ${String(error)}`, { cause: error });
      }
    }
    await delay(100 + Math.random() * 400);
  }
}

/**
 * Makes the schema of a backup in an empty database, in the caller's transaction: a restore that is killed leaves
 * nothing. A product that starts on the same database meanwhile waits for the lock.
 */
export async function migrateWithin(tx: Queryable, migrations: readonly Migration[]): Promise<void> {
  await tx.query(`select pg_advisory_xact_lock(${ADVISORY_LOCK})`);
  await tx.query(CREATE_LIST);
  for (const { number, name, checksum, sql } of migrations) {
    await tx.query(sql);
    await tx.query(ADD_TO_LIST, [number, name, checksum]);
  }
}

async function begin(client: Client): Promise<void> {
  await client.query(
    `begin;
     set local lock_timeout = '${LOCK_TIMEOUT}';
     select pg_advisory_xact_lock(${ADVISORY_LOCK});
     ${CREATE_LIST}`,
  );
}

async function record(client: Client, { number, name, checksum }: Migration): Promise<void> {
  await client.query(ADD_TO_LIST, [number, name, checksum]);
}

function hasState(error: unknown, state: string): boolean {
  return error instanceof DatabaseError && error.code === state;
}
