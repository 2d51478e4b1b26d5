/**
 * How much happened at each source and destination in the last 24 hours?
 *
 * Both read counters and no row that grows with traffic. The day is that of the charts, to the minute.
 */
import { countedSql } from "../../metrics/counted.sql.ts";
import { lastHours } from "../../metrics/span-plan.ts";
import type { Queryable } from "../../store/database.ts";
import { Conditions } from "../../store/filters/conditions.ts";

export interface DayCount {
  id: string;
  count: number;
}

const HOURS = 24;

/** By source. Rejected requests count too: they are in the list of requests. */
export async function readRequestCounts(db: Queryable, team_id: string, nowMs: number): Promise<DayCount[]> {
  const conditions = new Conditions();
  const team = conditions.bind(team_id);
  const subjects = `array(select id from sources where team_id = ${team})`;
  const counted = countedSql(
    conditions,
    "request",
    {
      team,
      subjects,
      totals: null,
      plan: lastHours(HOURS, nowMs),
    },
    "rows",
  );
  const { rows } = await db.query<DayCount>(
    `select source_id as id, sum(count)::bigint as count from (${counted}) as counted group by 1 having sum(count) > 0`,
    conditions.values,
  );
  return rows;
}

/** By destination. A deleted connection keeps its row, so its attempts still count. */
export async function readAttemptCounts(db: Queryable, team_id: string, nowMs: number): Promise<DayCount[]> {
  const conditions = new Conditions();
  const team = conditions.bind(team_id);
  const subjects = `array(select id from connections where team_id = ${team})`;
  const counted = countedSql(
    conditions,
    "attempt",
    {
      team,
      subjects,
      totals: null,
      plan: lastHours(HOURS, nowMs),
    },
    "rows",
  );
  const { rows } = await db.query<DayCount>(
    `select connections.destination_id as id, sum(counted.count)::bigint as count
     from (${counted}) as counted join connections on connections.id = counted.webhook_id
     group by 1`,
    conditions.values,
  );
  return rows;
}
