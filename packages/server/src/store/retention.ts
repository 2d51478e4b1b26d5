/**
 * How are rows past their retention deleted?
 *
 * Whole days at once, as soon as no project keeps them any longer (old-days.ts). If a project keeps its rows for less
 * time than others, they are deleted in small steps along the primary key.
 *
 * What is still to be sent outlives its retention: a delay may be a year long, a retry may come weeks later. Such an
 * event keeps its row, its request and its attempts, so their day cannot be dropped whole and loses its other rows in
 * small steps. Its payload is copied (kept-payloads.ts), because a replayed event has the payload of an older day.
 */
import { firstIdAt } from "../ids.ts";
import type { Queryable } from "./database.ts";
import { LIVE_PROJECTS } from "./projects.ts";

/** Two kinds of tables: the data that was sent and answered, and the record of it. The record stays longer. */
export const TABLES_OF_DATA = ["payloads", "attempts", "transformation_executions"] as const;
export const TABLES_OF_RECORD = ["requests", "events", "ignored_events"] as const;
type AgingTable = (typeof TABLES_OF_DATA)[number] | (typeof TABLES_OF_RECORD)[number];

/** The column that says how old a row is. An index has it after the project. */
const AGE_KEY: Record<AgingTable | "kept_payloads" | "markers", string> = {
  payloads: "id",
  attempts: "event_id",
  transformation_executions: "id",
  requests: "id",
  events: "id",
  ignored_events: "request_id",
  kept_payloads: "id",
  markers: "id",
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** An event that has not ended: it waits for its next attempt, its connection is paused, or a process holds it. */
const IS_UNSENT = "(events.next_attempt_at is not null or events.is_held or events.lease_owner is not null)";

/** Which rows belong to an event that is still to be sent. Tables without an entry have no such rows. */
const BELONGS_TO_UNSENT: { [table in keyof typeof AGE_KEY]?: string } = {
  events: IS_UNSENT,
  attempts: `exists (
    select from events where events.team_id = attempts.team_id and events.id = attempts.event_id and ${IS_UNSENT})`,
  requests: `exists (
    select from events
    where events.team_id = requests.team_id and events.id > requests.id
      and events.id <= (left(requests.id::text, 32) || 'ffff')::uuid and ${IS_UNSENT})`,
};

/** Tables whose days stay while an event of that day is still to be sent. */
export function outlivesRetention(table: AgingTable): boolean {
  return table in BELONGS_TO_UNSENT;
}

const daysOf = (isUnsent: string) =>
  `select distinct date_trunc('day', made_at(id), 'UTC') as day from events where ${isUnsent} and id < $1`;

/**
 * Returns the days before `beforeMs` that have an event which is still to be sent. Reads three partial indexes: a
 * process holds an event this old only by a claim.
 */
export async function findUnsentDays(db: Queryable, beforeMs: number): Promise<Set<number>> {
  const { rows } = await db.query<{ day_ms: number }>(
    `select (extract(epoch from day) * 1000)::float8 as day_ms
     from (${["next_attempt_at is not null", "is_held", "claimed_by is not null"].map(daysOf).join(" union ")}) as days`,
    [firstIdAt(beforeMs)],
  );
  return new Set(rows.map(({ day_ms }) => day_ms));
}

export interface Retention {
  days: number;
  team_ids: string[];
}

/** Returns which projects keep their data for how many days, and the time of the database's clock. */
export async function readRetentions(db: Queryable): Promise<{ nowMs: number; retentions: Retention[] }> {
  const { rows } = await db.query<Retention & { now_ms: number }>(
    `select limits.retention_days as days, array_agg(projects.id::text) as team_ids,
       (extract(epoch from now()) * 1000)::float8 as now_ms
     from ${LIVE_PROJECTS} join project_limits as limits on limits.team_id = projects.id
     group by limits.retention_days order by limits.retention_days`,
  );
  return { nowMs: rows[0]?.now_ms ?? 0, retentions: rows };
}

export interface AgingRange {
  team_id: string;
  /** The caller has already deleted all older rows. */
  from: string;
  before: string;
  /** The rows of events that are still to be sent stay. */
  keepsUnsent: boolean;
}

/**
 * Deletes up to about `limit` of a project's rows, oldest first. Returns its position, or null when nothing is left.
 */
export async function deleteOldest(
  db: Queryable,
  table: keyof typeof AGE_KEY,
  { team_id, from, before, keepsUnsent }: AgingRange,
  limit: number,
): Promise<string | null> {
  const key = AGE_KEY[table];
  const { rows } = await db.query<{ upto: string }>(
    `select ${key} as upto from ${table}
     where team_id = $1 and ${key} >= $2 and ${key} < $3 order by ${key} offset $4 limit 1`,
    [team_id, from, before, limit],
  );
  const upto = rows[0]?.upto ?? before;
  const isKept = (keepsUnsent && BELONGS_TO_UNSENT[table]) || "false";
  await db.query(
    `delete from ${table} where team_id = $1 and ${key} >= $2 and ${key} < $3 and not ${isKept}`,
    [team_id, from, upto],
  );
  return rows.length > 0 ? upto : null;
}

/** Rows older than `days` have smaller ids than this. */
export function idBefore(nowMs: number, days: number): string {
  return firstIdAt(nowMs - days * DAY_MS);
}
