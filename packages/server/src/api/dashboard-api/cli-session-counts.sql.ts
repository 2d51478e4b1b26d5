/**
 * How many CLI sessions are connected to each destination?
 *
 * A session is connected while a process holds its socket. Every node writes that into `cli_sessions`, so the count is the
 * same whichever node is asked. The heir of a process that died releases its sessions.
 */
import type { Queryable } from "../../store/database.ts";

export interface CliSessionCount {
  id: string;
  count: number;
}

/** A session that listens to several connections of a destination counts once. */
export async function readCliSessionCounts(db: Queryable, team_id: string): Promise<CliSessionCount[]> {
  const { rows } = await db.query<CliSessionCount>(
    `select connections.destination_id as id, count(distinct cli_sessions.id) as count
     from cli_sessions
     cross join unnest(cli_sessions.webhook_ids) as listened (webhook_id)
     join connections on connections.id = listened.webhook_id
     where cli_sessions.team_id = $1 and cli_sessions.process_id is not null
       and connections.team_id = $1 and connections.deleted_at is null
     group by connections.destination_id`,
    [team_id],
  );
  return rows;
}
