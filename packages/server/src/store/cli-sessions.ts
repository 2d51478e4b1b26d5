/**
 * Every write to `cli_sessions`, in the order of a session's life; the database announces each of them.
 *
 * A session belongs to the process that holds its socket. So a reader of the table knows which
 * process can deliver an event for the session, or that none can.
 */
import type { CliSessionFilters } from "@posthorn/contract/cli-sessions";
import { CLI_DROPPED_GRACE_MS } from "@posthorn/contract/limits";
import { firstIdAt } from "../ids.ts";
import type { Queryable } from "./database.ts";

export const CLI_SESSIONS_CHANNEL = "cli_sessions";

/** A CLI that returns later than this sends everything we need to create its session again. */
const FORGOTTEN_AFTER_MS = 24 * 60 * 60 * 1000;

export interface NewCliSession {
  id: string;
  team_id: string;
  cli_id: string;
  webhook_ids: readonly string[];
  filters: CliSessionFilters;
}

/** Leaves an existing session as it is. Also deletes sessions whose CLI has not come back. */
export async function insertCliSession(db: Queryable, session: NewCliSession): Promise<void> {
  await db.query(
    `delete from cli_sessions
     where team_id = $1 and process_id is null and id < $2
       and coalesce(disconnected_at < now() - $3 * interval '1 millisecond', true)`,
    [session.team_id, firstIdAt(Date.now() - FORGOTTEN_AFTER_MS), FORGOTTEN_AFTER_MS],
  );
  await db.query(
    `insert into cli_sessions (id, team_id, cli_id, webhook_ids, filters) values ($1, $2, $3, $4, $5)
     on conflict (id) do nothing`,
    [session.id, session.team_id, session.cli_id, session.webhook_ids, JSON.stringify(session.filters)],
  );
}

/**
 * Makes this process the holder of the socket, whichever held it before. Returns false when
 * there is no such session.
 */
export async function attachCliSession(
  db: Queryable,
  { id, team_id, process_id }: { id: string; team_id: string; process_id: number },
): Promise<boolean> {
  const { rowCount } = await db.query(
    `update cli_sessions set process_id = $3, connected_at = now(), disconnected_at = null
     where id = $1 and team_id = $2`,
    [id, team_id, process_id],
  );
  return rowCount > 0;
}

/** Records that the socket is closed. If another process already holds a newer socket, nothing changes. */
export async function releaseCliSessions(
  db: Queryable,
  { ids, process_id }: { ids: readonly string[]; process_id: number },
): Promise<void> {
  await db.query(
    `update cli_sessions set process_id = null, disconnected_at = now()
     where id = any ($1::uuid[]) and process_id = $2`,
    [ids, process_id],
  );
}

/** Releases all sessions of a process that died or stops. */
export async function releaseCliSessionsOf(db: Queryable, process_id: number): Promise<void> {
  await db.query(`update cli_sessions set process_id = null, disconnected_at = now() where process_id = $1`, [
    process_id,
  ]);
}

/** For a restored database, whose processes have no sockets. */
export async function releaseAllCliSessions(db: Queryable): Promise<void> {
  await db.query(
    `update cli_sessions set process_id = null, disconnected_at = coalesce(disconnected_at, now())
     where process_id is not null`,
  );
}

export interface CliSessionRow {
  id: string;
  team_id: string;
  cli_id: string;
  webhook_ids: string[];
  filters: CliSessionFilters;
  process_id: number | null;
  /** How long ago the socket dropped, by the database's clock; null while it is connected. */
  dropped_for_ms: number | null;
}

/** Reads sessions that get events: connected, or dropped a moment ago. All of them, or those named. */
export async function readCliSessions(
  db: Queryable,
  ids: readonly string[] | null,
): Promise<CliSessionRow[]> {
  const { rows } = await db.query<CliSessionRow>(
    `select id, team_id, cli_id, webhook_ids, filters, process_id,
       case when process_id is null then extract(epoch from now() - disconnected_at)::float8 * 1000 end as dropped_for_ms
     from cli_sessions
     where ($1::uuid[] is null or id = any ($1))
       and (process_id is not null or disconnected_at > now() - $2 * interval '1 millisecond')`,
    [ids, CLI_DROPPED_GRACE_MS],
  );
  return rows;
}

/** Which of these connections of the project lead to a CLI, and which were deleted? */
export async function readCliConnections(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<Map<string, { isCli: boolean; isDeleted: boolean }>> {
  const { rows } = await db.query<{ id: string; is_cli: boolean; is_deleted: boolean }>(
    `select connections.id, destinations.type = 'CLI' as is_cli, connections.deleted_at is not null as is_deleted
     from connections join destinations on destinations.id = connections.destination_id
     where connections.team_id = $1 and connections.id = any ($2::uuid[])`,
    [team_id, ids],
  );
  return new Map(rows.map((row) => [row.id, { isCli: row.is_cli, isDeleted: row.is_deleted }]));
}
