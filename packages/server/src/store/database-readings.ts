/**
 * In which state is the database, as an operator must know it?
 *
 * `posthorn doctor` asks over a connection of its own, and changes nothing. maintenance/judge.ts judges.
 */
import { openSession } from "./backup/session.ts";
import type { AppliedMigration } from "./migration-plan.ts";
import { IS_ALIVE } from "./processes.ts";

const ANSWER_WITHIN_MS = 10_000;

export interface DatabaseReadings {
  /** PostgreSQL's server_version_num, and as people write it. */
  versionNumber: number;
  version: string;
  /** How many connections are there for Posthorn's user. */
  connections: number;
  /** How far this machine's clock is ahead of the database's. */
  clockAheadMs: number;
  /** Settings by which PostgreSQL keeps what it has confirmed, as they are. */
  durability: Readonly<Record<"fsync" | "full_page_writes" | "synchronous_commit", string>>;
  /** Null: the database holds nothing of Posthorn. */
  migrations: AppliedMigration[] | null;
  masterKeyCheck: Buffer | null;
  /** Processes of Posthorn that live. */
  processes: number;
}

export async function readDatabase(url: string): Promise<DatabaseReadings> {
  const session = await openSession(url, "doctor", { answerWithinMs: ANSWER_WITHIN_MS });
  try {
    const askedAtMs = Date.now();
    const { rows: clocks } = await session.query<{ now_ms: number }>(
      "select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms",
    );
    const answeredAtMs = Date.now();
    const { rows } = await session.query<{
      version_number: number;
      version: string;
      connections: number;
      durability: DatabaseReadings["durability"];
      has_schema: boolean;
    }>(
      `select current_setting('server_version_num')::int as version_number,
         current_setting('server_version') as version,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
           - coalesce(current_setting('reserved_connections', true)::int, 0) as connections,
         (select json_object_agg(name, setting) from pg_settings
          where name in ('fsync', 'full_page_writes', 'synchronous_commit')) as durability,
         to_regclass('schema_migrations') is not null as has_schema`,
    );
    const [row] = rows;
    if (!row) throw new Error("PostgreSQL returned no row for a query without conditions.");
    const own = row.has_schema ? await readOwn(session) : null;
    return {
      versionNumber: row.version_number,
      version: row.version,
      connections: row.connections,
      durability: row.durability,
      // In the middle of the question, as far as anybody can know.
      clockAheadMs: Math.round((askedAtMs + answeredAtMs) / 2 - (clocks[0]?.now_ms ?? Number.NaN)),
      migrations: own?.migrations ?? null,
      masterKeyCheck: own?.masterKeyCheck ?? null,
      processes: own?.processes ?? 0,
    };
  } finally {
    await session.close();
  }
}

type Own = Pick<DatabaseReadings, "migrations" | "masterKeyCheck" | "processes">;

async function readOwn(session: Awaited<ReturnType<typeof openSession>>): Promise<Own> {
  const { rows: migrations } = await session.query<AppliedMigration>(
    "select number, name, checksum from schema_migrations order by number",
  );
  const { rows } = await session.query<{ sealed: Buffer | null; processes: number }>(
    `select (select sealed from master_key_check) as sealed,
       (select count(*)::int from processes where ${IS_ALIVE}) as processes`,
  );
  return { migrations, masterKeyCheck: rows[0]?.sealed ?? null, processes: rows[0]?.processes ?? 0 };
}
