/** Which machines receive events now, or did lately? A machine is active if a process holds the socket of its CLI. */
import { LIST_MAX_LIMIT } from "@posthorn/contract/limits";
import type { Queryable } from "../../store/database.ts";

export interface CliClientRow {
  cli_id: string;
  device_name: string;
  active: boolean;
}

/** Those of all connections, or of one. Active ones first. */
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
