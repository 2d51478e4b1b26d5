/** How many events did each connection create in the last day? Sums the minute counters over all lanes. */
import type { Queryable } from "../../store/database.ts";

export interface EventCount {
  webhook_id: string;
  count: number;
}

export async function readEventCounts(db: Queryable, team_id: string): Promise<EventCount[]> {
  const { rows } = await db.query<EventCount>(
    `select subject_id as webhook_id, sum(count)::bigint as count
     from minute_counters
     where team_id = $1 and minute > now() - interval '24 hours' and measure = 'EVENT'
     group by subject_id`,
    [team_id],
  );
  return rows;
}
