/** Which machines receive events now, or did lately? A machine is active if a process holds the socket of its CLI. */
import { LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import type { Queryable } from "../../store/database.ts";

export interface CliClientRow {
  cli_id: string;
  device_name: string;
  active: boolean;
}

/** Machines that listen now or did lately, to any connection or to `webhook_id`. Active ones first. */
export async function readCliClients(
  db: Queryable,
  team_id: string,
  webhook_id: string | null,
): Promise<CliClientRow[]> {
  const { rows } = await db.query<CliClientRow>(
    `select cli_clients.id as cli_id, cli_clients.device_name, bool_or(cli_sessions.process_id is not null) as active
     from cli_sessions join cli_clients on cli_clients.id = cli_sessions.cli_id
     where cli_sessions.team_id = $1 and ($2::uuid is null or $2 = any (cli_sessions.webhook_ids))
     group by cli_clients.id, cli_clients.device_name
     order by active desc, cli_clients.device_name limit $3`,
    [team_id, webhook_id, LIST_MAX_LIMIT],
  );
  return rows;
}

/** These machines, also those whose sessions have ended. */
export async function readCliClientsById(
  db: Queryable,
  team_id: string,
  ids: readonly string[],
): Promise<CliClientRow[]> {
  const { rows } = await db.query<CliClientRow>(
    `select cli_clients.id as cli_id, cli_clients.device_name,
       exists (select from cli_sessions
               where cli_sessions.cli_id = cli_clients.id and cli_sessions.process_id is not null) as active
     from cli_clients where cli_clients.team_id = $1 and cli_clients.id = any ($2::uuid[])
     order by active desc, cli_clients.device_name`,
    [team_id, ids],
  );
  return rows;
}

/** The people behind the machines of a project, by name. A machine that an API key made belongs to nobody. */
export async function readCliUsers(db: Queryable, team_id: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await db.query<{ id: string; name: string }>(
    `select users.id, users.name from users
     where users.id in (select cli_clients.user_id from cli_clients where cli_clients.team_id = $1)
     order by users.name, users.id limit $2`,
    [team_id, LIST_MAX_LIMIT],
  );
  return rows;
}
