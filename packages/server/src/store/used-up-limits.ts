/** Every write to `used_up_limits`: when an organization used up the events of its period. */
import type { Queryable } from "./database.ts";

export interface UsedPeriod {
  organization_id: string;
  period: { startMs: number; endMs: number };
  /** What the period has used. */
  events: number;
}

/**
 * Keeps the time of the first call in a period that meets the limit of a plan that rejects more. A limit that was raised is
 * met at a later time. Returns whether something was noted.
 */
export async function noteUsedUp(
  db: Queryable,
  { organization_id, period, events }: UsedPeriod,
): Promise<boolean> {
  const { rowCount } = await db.query(
    `insert into used_up_limits (organization_id, period_start, period_end, max_requests, limit_exceeded_at)
     select plan.organization_id, $2, $3, (plan.limits ->> 'max_requests')::bigint, date_trunc('milliseconds', now())
     from plans_in_force as plan
     where plan.organization_id = $1 and plan.over_limit = 'reject' and (plan.limits ->> 'max_requests')::bigint <= $4
     on conflict (organization_id) do update
     set period_start = excluded.period_start, period_end = excluded.period_end, max_requests = excluded.max_requests,
       limit_exceeded_at = excluded.limit_exceeded_at
     where used_up_limits.period_start <> excluded.period_start or used_up_limits.max_requests < excluded.max_requests`,
    [organization_id, new Date(period.startMs).toISOString(), new Date(period.endMs).toISOString(), events],
  );
  return rowCount > 0;
}
