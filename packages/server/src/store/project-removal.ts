/**
 * How do the rows of a deleted project leave the database?
 *
 * In small steps, each its own statement: first the data that flowed through the project, then its configuration,
 * and the project's row last. A process may stop at any time: as long as the project's row exists, the next run
 * finds what is left. Rows that others reference are deleted after those.
 */
import { type CounterTable, type NewsTable, totalsOf } from "./counters.ts";
import type { Queryable } from "./database.ts";
import { ALL_PROJECTS } from "./projects.ts";

export interface DeletedProject {
  id: string;
  /** By the database's clock. */
  deleted_for_ms: number;
}

/** Those deleted first come first. */
export async function readDeletedProjects(db: Queryable): Promise<DeletedProject[]> {
  const { rows } = await db.query<DeletedProject>(
    `select id, (extract(epoch from now() - deleted_at) * 1000)::float8 as deleted_for_ms
     from ${ALL_PROJECTS} where deleted_at is not null order by deleted_at`,
  );
  return rows;
}

/** What the organization has used (plans/usage.sql.ts): of the rows that a step deletes, those that count for it. */
const USED: Readonly<Record<string, string>> = {
  event_news: "sum(count) as events, 0 as requests from gone",
  event_counters: `sum(count) as events, 0 as requests from gone where span = '${totalsOf("day")}' and webhook_id = team_id`,
  request_news: "0 as events, sum(count) as requests from gone",
  request_counters: `0 as events, sum(count) as requests from gone where span = '${totalsOf("day")}' and source_id = team_id`,
};

/**
 * Returns true when there may be more. What the organization has used stays with it, in the same statement: a reader of
 * its usage finds every count in one of the two places.
 */
export async function deleteSomeCounters(
  db: Queryable,
  table: CounterTable | NewsTable | "topic_news",
  team_id: string,
  limit: number,
): Promise<boolean> {
  const used = USED[table];
  const { rows } = await db.query<{ count: number }>(
    `with gone as (
       delete from ${table} where ctid = any (array(select ctid from ${table} where team_id = $1 limit $2 for update))
       returning *)
     ${
       used === undefined
         ? ""
         : `, kept as (
       insert into usage_of_deleted_projects (organization_id, day, events, requests)
       select organizations.id, used.day, used.events, used.requests
       from (select (at at time zone 'UTC')::date as day, ${used} group by 1) as used
       join ${ALL_PROJECTS} on projects.id = $1
       join organizations on organizations.id = projects.organization_id
       on conflict (organization_id, day) do update
       set events = usage_of_deleted_projects.events + excluded.events,
         requests = usage_of_deleted_projects.requests + excluded.requests)`
     }
     select count(*)::int as count from gone`,
    [team_id, limit],
  );
  return rows[0]?.count === limit;
}

/**
 * Configuration, and traces of people. The deletion itself has already removed nearly all keys,
 * machines and logins.
 */
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
  "project_members",
  "team_integrations",
  "custom_domains",
  "certificates",
  "erasures",
  "integrations",
  "saved_views",
  "onboarding_progress",
  "notifications",
  "issues",
  "issue_triggers",
  "markers",
] as const;

/** Returns true when there may be more. */
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
