/** Every write to `cli_clients`: the machines on which people receive events. */
import { newId } from "../ids.ts";
import type { Database, Queryable } from "./database.ts";

export interface CliDevice {
  team_id: string;
  device_name: string;
  /** Null if the key that was used belongs to no person. */
  user_id: string | null;
}

/** Returns the id of this device's client, which is created at its first visit. */
export async function recogniseCliClient(
  db: Queryable,
  { team_id, device_name, user_id }: CliDevice,
): Promise<string> {
  const { rows } = await db.query<{ id: string }>(
    `insert into cli_clients (id, team_id, device_name, user_id) values ($1, $2, $3, $4)
     on conflict (team_id, device_name, user_id) do update set updated_at = now()
     returning id`,
    [newId(), team_id, device_name, user_id],
  );
  const [row] = rows;
  if (!row) throw new Error("PostgreSQL kept the CLI client without telling its id");
  return row.id;
}

/**
 * Renames a machine. If the person already has a client of that name, both are the same machine, and the keys move
 * to that client. Returns null when the project has no such client, or it is not this person's.
 */
export async function renameCliClient(
  db: Database,
  { id, team_id, onlyOf }: { id: string; team_id: string; onlyOf: { user_id: string | null } | null },
  device_name: string,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const { rows } = await tx.query<{ user_id: string | null }>(
      "select user_id from cli_clients where id = $1 and team_id = $2 for update",
      [id, team_id],
    );
    const [client] = rows;
    if (!client || (onlyOf && onlyOf.user_id !== client.user_id)) return null;
    const namesake = await tx.query<{ id: string }>(
      `select id from cli_clients
       where team_id = $1 and user_id is not distinct from $2 and device_name = $3 and id <> $4 for update`,
      [team_id, client.user_id, device_name, id],
    );
    const [same] = namesake.rows;
    if (same) {
      await tx.query("update cli_keys set cli_id = $2 where cli_id = $1", [id, same.id]);
      return same.id;
    }
    await tx.query("update cli_clients set device_name = $2, updated_at = now() where id = $1", [
      id,
      device_name,
    ]);
    return id;
  });
}

/** Deletes the machines of a deleted project, with their keys and sessions. */
export async function forgetCliClientsOf(tx: Queryable, team_id: string): Promise<void> {
  await tx.query("delete from cli_clients where team_id = $1", [team_id]);
}
