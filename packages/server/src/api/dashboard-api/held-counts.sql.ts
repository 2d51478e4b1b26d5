/**
 * How many events does each paused connection hold?
 *
 * An event can be held for as long as its data is kept, so the counters of a day do not know. The index of held events
 * has no other entries, so a connection that is not paused costs nothing. One that holds a million events would cost a
 * second, so each is counted up to a bound.
 */
import { MATCHES_COUNTED_MOST } from "@posthorn/contract/limits";
import type { Queryable } from "../../store/database.ts";

export interface HeldCount {
  id: string;
  count: number;
}

export async function readHeldCounts(
  db: Queryable,
  team_id: string,
  most = MATCHES_COUNTED_MOST,
): Promise<HeldCount[]> {
  const { rows } = await db.query<HeldCount>(
    `select connections.id, held.count
     from connections, lateral (
       select count(*) as count
       from (select from events where is_held and webhook_id = connections.id limit $2) as events) as held
     where team_id = $1 and paused_at is not null and deleted_at is null and held.count > 0`,
    [team_id, most],
  );
  return rows;
}
