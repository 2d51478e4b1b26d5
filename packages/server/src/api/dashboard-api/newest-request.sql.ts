/** Which is the newest request of a source? Its data may be past retention. */
import type { Queryable } from "../../store/database.ts";

export interface NewestRequest {
  id: string;
  payload_id: string;
}

export async function findNewestRequest(
  db: Queryable,
  { team_id, source_id }: { team_id: string; source_id: string },
): Promise<NewestRequest | null> {
  const { rows } = await db.query<NewestRequest>(
    `select id, coalesce(payload_id, id) as payload_id from requests
     where team_id = $1 and source_id = $2
     order by id desc limit 1`,
    [team_id, source_id],
  );
  return rows[0] ?? null;
}
