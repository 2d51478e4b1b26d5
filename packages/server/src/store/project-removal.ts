/**
 * How does a deleted project leave the database?
 *
 * In small steps, each of them a statement of its own: first what flowed through it, then what was configured,
 * and the project last. Whoever stops in between has lost nothing: as long as the project's row is there, the
 * next turn finds what is left. Rows that others point to come after those.
 */
import type { Queryable } from "./database.ts";
import { ALL_PROJECTS } from "./projects.ts";

export interface DeletedProject {
  id: string;
  /** By the database's clock. */
  deleted_for_ms: number;
}

/** The longest deleted first. */
export async function readDeletedProjects(db: Queryable): Promise<DeletedProject[]> {
  const { rows } = await db.query<DeletedProject>(
    `select id, (extract(epoch from now() - deleted_at) * 1000)::float8 as deleted_for_ms
     from ${ALL_PROJECTS} where deleted_at is not null order by deleted_at`,
  );
  return rows;
}

/** True when there may be more. */
export async function deleteSomeCounters(db: Queryable, team_id: string, limit: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from minute_counters
     where (team_id, minute, subject_id, measure, lane) in (
       select team_id, minute, subject_id, measure, lane from minute_counters where team_id = $1
       order by team_id, minute, subject_id, measure, lane limit $2
       for update)`,
    [team_id, limit],
  );
  return rowCount === limit;
}

/** What was configured, and what people left behind. Keys, machines and logins are gone since the deletion, or nearly. */
export const TABLES_OF_CONFIGURATION = [
  "bookmarks",
  "bulk_operations",
  "connections",
  "sources",
  "destinations",
  "transformations",
  "cli_logins",
  "cli_sessions",
  "cli_keys",
  "cli_clients",
  "api_keys",
] as const;

/** True when there may be more. */
export async function deleteSomeConfiguration(
  db: Queryable,
  table: (typeof TABLES_OF_CONFIGURATION)[number],
  team_id: string,
  limit: number,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `delete from ${table} where id in (select id from ${table} where team_id = $1 limit $2)`,
    [team_id, limit],
  );
  return rowCount === limit;
}
