/** Every write to `cli_clients`: the machines on which people receive events. */
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

export interface CliDevice {
  team_id: string;
  device_name: string;
  /** Null where the key that was used is nobody's in particular. */
  user_id: string | null;
}

/** The id of the client that this device is, made at its first visit. */
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
