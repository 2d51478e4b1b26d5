/**
 * How many events does each paused connection hold?
 *
 * An event can be held for as long as its data is kept, so the counters of a day do not know. The index of held events
 * has no other entries: the read costs what is held, and nothing for connections that are not paused.
 */
import type { Queryable } from "../../store/database.ts";

export interface HeldCount {
  id: string;
  count: number;
}

export async function readHeldCounts(db: Queryable, team_id: string): Promise<HeldCount[]> {
  const { rows } = await db.query<HeldCount>(
    `select webhook_id as id, count(*) as count from events
     where is_held and webhook_id = any(array(
       select id from connections where team_id = $1 and paused_at is not null and deleted_at is null))
     group by webhook_id`,
    [team_id],
  );
  return rows;
}
