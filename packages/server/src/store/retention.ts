/**
 * How are rows past their retention deleted?
 *
 * Whole days at once, as soon as no project keeps them any longer (old-days.ts). If a project keeps its rows for less
 * time than others, they are deleted in small steps along the primary key.
 */
import { firstIdAt } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";

/** Two kinds of tables: the data that was sent and answered, and the record of it. The record stays longer. */
export const TABLES_OF_DATA = ["payloads", "attempts", "transformation_executions"] as const;
export const TABLES_OF_RECORD = ["requests", "events", "ignored_events"] as const;
type AgingTable = (typeof TABLES_OF_DATA)[number] | (typeof TABLES_OF_RECORD)[number];

/** The column that says how old a row is, second in the primary key. */
const AGE_KEY: Record<AgingTable | "kept_payloads", string> = {
  payloads: "id",
  attempts: "event_id",
  transformation_executions: "id",
  requests: "id",
  events: "id",
  ignored_events: "request_id",
  kept_payloads: "id",
};

const DAY_MS = 24 * 60 * 60 * 1000;

export interface Retention {
  days: number;
  team_ids: string[];
}

/** Returns which projects keep their data for how many days, and the time of the database's clock. */
export async function readRetentions(db: Queryable): Promise<{ nowMs: number; retentions: Retention[] }> {
  const { rows } = await db.query<Retention & { now_ms: number }>(
    `select retention_days as days, array_agg(id::text) as team_ids,
       (extract(epoch from now()) * 1000)::float8 as now_ms
     from ${LIVE_PROJECTS} group by retention_days order by retention_days`,
  );
  return { nowMs: rows[0]?.now_ms ?? 0, retentions: rows };
}

export interface AgingRange {
  team_id: string;
  /** The caller has already deleted all older rows. */
  from: string;
  before: string;
}

/**
 * Deletes up to about `limit` of a project's rows, oldest first. Returns its position, or null when nothing is left.
 */
export async function deleteOldest(
  db: Queryable,
  table: keyof typeof AGE_KEY,
  { team_id, from, before }: AgingRange,
  limit: number,
): Promise<string | null> {
  const key = AGE_KEY[table];
  const { rows } = await db.query<{ upto: string }>(
    `select ${key} as upto from ${table}
     where team_id = $1 and ${key} >= $2 and ${key} < $3 order by ${key} offset $4 limit 1`,
    [team_id, from, before, limit],
  );
  const upto = rows[0]?.upto ?? before;
  await db.query(`delete from ${table} where team_id = $1 and ${key} >= $2 and ${key} < $3`, [
    team_id,
    from,
    upto,
  ]);
  return rows.length > 0 ? upto : null;
}

/** Rows older than `days` have smaller ids than this. */
export function idBefore(nowMs: number, days: number): string {
  return firstIdAt(nowMs - days * DAY_MS);
}
