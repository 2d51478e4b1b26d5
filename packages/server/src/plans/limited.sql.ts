/** Which organizations have a plan that limits their events, and which of them have had traffic lately? */
import type { Queryable } from "../store/database.ts";
import { totalsOf } from "../store/counters.ts";
import { ALL_PROJECTS } from "../store/projects.ts";
import type { EventLimit } from "./threshold.ts";

export interface Limited extends EventLimit {
  organization_id: string;
  /** `1970-01-31`: the day on which the first period began. */
  anchor: string;
  /** By the database's clock. */
  now_ms: number;
  /** Counted today and yesterday, without those of the last moments: it changes with traffic, and is no usage. */
  events_lately: number;
}

/** Reads a few rows for each project with traffic. Without plans in force it reads none. */
export async function readLimited(db: Queryable): Promise<Limited[]> {
  const { rows } = await db.query<Limited>(
    `select plan.organization_id, to_char(plan.anchor, 'YYYY-MM-DD') as anchor, plan.over_limit,
       (plan.limits ->> 'max_requests')::bigint as max_requests,
       floor(extract(epoch from now()) * 1000)::float8 as now_ms, lately.events as events_lately
     from plans_in_force as plan
     cross join lateral (
       select coalesce(sum(counted.count), 0)::bigint as events
       from ${ALL_PROJECTS} join event_counters as counted
         on counted.team_id = projects.id and counted.span = '${totalsOf("day")}' and counted.webhook_id = projects.id
         and counted.at >= date_trunc('day', now(), 'UTC') - interval '1 day'
       where projects.organization_id = plan.organization_id) as lately
     where plan.over_limit is not null`,
  );
  return rows;
}
