/**
 * How much happened at each source and destination in the last 24 hours?
 *
 * Both read the minute counters and no row that grows with traffic. Several lanes count the same minute, so the counts
 * are added up over them.
 */
import type { Measure } from "../../store/counters.ts";
import type { Queryable } from "../../store/database.ts";

export interface DayCount {
  id: string;
  count: number;
}

const COUNTED = `select subject_id as id, sum(count)::bigint as count
  from minute_counters
  where team_id = $1 and minute > now() - interval '24 hours' and measure = any($2::text[])
  group by subject_id`;

/** By source. Rejected requests count too: they are in the list of requests. */
export async function readRequestCounts(db: Queryable, team_id: string): Promise<DayCount[]> {
  const measures: Measure[] = ["REQUEST", "REJECTED"];
  const { rows } = await db.query<DayCount>(COUNTED, [team_id, measures]);
  return rows;
}

/** By destination. The counters know the connection; a deleted connection keeps its row, so its attempts still count. */
export async function readAttemptCounts(db: Queryable, team_id: string): Promise<DayCount[]> {
  const measures: Measure[] = ["SUCCESSFUL", "FAILED"];
  const { rows } = await db.query<DayCount>(
    `select connections.destination_id as id, sum(counted.count)::bigint as count
     from (${COUNTED}) as counted
     join connections on connections.id = counted.id and connections.team_id = $1
     group by connections.destination_id`,
    [team_id, measures],
  );
  return rows;
}
