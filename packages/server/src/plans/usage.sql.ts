/**
 * How much has an organization used?
 *
 * The same counters that metrics are read from, so both show the same numbers: the totals of days, and the news that are
 * not added up yet, in one statement (decisions 40 and 43). A project's usage is its organization's, also after the
 * project was deleted. A project that moves to another organization takes its usage with it.
 */
import { totalsOf } from "../store/counters.ts";
import type { Queryable } from "../store/database.ts";
import { ALL_PROJECTS } from "../store/projects.ts";
import type { Period } from "./period.ts";

export interface Usage {
  events: number;
  requests: number;
}

export interface DayUsage extends Usage {
  /** `1970-01-31`, in UTC. */
  date: string;
}

const IN_PERIOD = "counted.at >= $2 and counted.at < $3";

function countsOf(fact: "event" | "request", subject: "webhook_id" | "source_id", columns: string): string {
  return `
    select counted.at, ${columns} from projects_of_it
    join ${fact}_counters as counted
      on counted.team_id = project_id and counted.span = '${totalsOf("day")}' and counted.${subject} = project_id and ${IN_PERIOD}
    union all
    select counted.at, ${columns} from projects_of_it
    join ${fact}_news as counted on counted.team_id = project_id and ${IN_PERIOD}`;
}

/** A day without any is missing. `period` begins and ends at midnight in UTC. */
export async function readUsageByDay(
  db: Queryable,
  organization_id: string,
  { startMs, endMs }: Period,
): Promise<DayUsage[]> {
  const { rows } = await db.query<DayUsage>(
    `with projects_of_it as materialized (
       select projects.id as project_id from ${ALL_PROJECTS} where projects.organization_id = $1)
     select to_char(used.at at time zone 'UTC', 'YYYY-MM-DD') as date,
       sum(used.events)::bigint as events, sum(used.requests)::bigint as requests
     from (
       ${countsOf("event", "webhook_id", "counted.count as events, 0 as requests")}
       union all ${countsOf("request", "source_id", "0 as events, counted.count as requests")}
       union all
       select counted.day::timestamp at time zone 'UTC', counted.events, counted.requests
       from usage_of_deleted_projects as counted
       where counted.organization_id = $1
         and counted.day >= ($2::timestamptz at time zone 'UTC')::date
         and counted.day < ($3::timestamptz at time zone 'UTC')::date) as used
     group by 1 having sum(used.events) <> 0 or sum(used.requests) <> 0
     order by 1`,
    [organization_id, new Date(startMs).toISOString(), new Date(endMs).toISOString()],
  );
  return rows;
}

export async function readUsage(db: Queryable, organization_id: string, period: Period): Promise<Usage> {
  const days = await readUsageByDay(db, organization_id, period);
  return {
    events: days.reduce((sum, { events }) => sum + events, 0),
    requests: days.reduce((sum, { requests }) => sum + requests, 0),
  };
}
