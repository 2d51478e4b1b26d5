/** Which plans has an organization had, and which organizations may have a period that is over? */
import type { Queryable } from "../store/database.ts";
import type { PlanDay } from "./stretches.ts";

/** In the order of their days; a plan that ended before `fromDay` is left out. */
export async function readPlanHistory(
  db: Queryable,
  organization_id: string,
  fromDay: string,
): Promise<PlanDay[]> {
  const { rows } = await db.query<PlanDay>(
    `select to_char(first_day, 'YYYY-MM-DD') as first_day, included_throughput,
       jsonb_build_object('id', plans.id, 'version', plans.version, 'name', plans.content -> 'name',
         'prices', plans.content -> 'prices',
         'throughput_tiers', coalesce(plans.content -> 'throughput_tiers', '[]')) as plan
     from plan_stretches join plans on plans.id = plan_id and plans.version = plan_version
     where organization_id = $1 and first_day >= coalesce(
       (select max(first_day) from plan_stretches where organization_id = $1 and first_day <= $2), $2)
     order by plan_stretches.first_day`,
    [organization_id, fromDay],
  );
  return rows;
}

export interface Account {
  organization_id: string;
  anchor: string;
  billed_until: string | null;
  now_ms: number;
}

/** The shortest month has 28 days, so others cannot have such a period. */
export async function readAccountsToLookAt(db: Queryable): Promise<Account[]> {
  const { rows } = await db.query<Account>(
    `select subscriptions.organization_id, to_char(anchor, 'YYYY-MM-DD') as anchor,
       to_char(billed_until, 'YYYY-MM-DD') as billed_until,
       floor(extract(epoch from now()) * 1000)::float8 as now_ms
     from subscriptions left join billing_accounts using (organization_id)
     where greatest(billed_until, anchor) <= (now() at time zone 'UTC')::date - 28
     order by subscriptions.organization_id`,
  );
  return rows;
}
