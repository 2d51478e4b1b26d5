/** How does an organization's subscription look, to its people and to the operator? */
import type { Subscription } from "@posthorn/contract/plans";
import { FIRST_OF_MONTH, type Period, periodAt } from "../../plans/period.ts";
import { readPlanOf } from "../../plans/plan-of.sql.ts";
import { readUsage } from "../../plans/usage.sql.ts";
import type { Queryable } from "../../store/database.ts";
import { readOrganizationSize } from "./organization-size.sql.ts";

/** The period of now, by the database's clock. */
export async function readPeriod(
  db: Queryable,
  organization_id: string,
): Promise<Period & { nowMs: number }> {
  const plan = await readPlanOf(db, organization_id);
  const { now_ms } = await readOrganizationSize(db, organization_id);
  return { ...periodAt(plan?.anchor ?? FIRST_OF_MONTH, now_ms), nowMs: now_ms };
}

export async function readSubscription(db: Queryable, organization_id: string): Promise<Subscription> {
  const subscription = await readPlanOf(db, organization_id);
  const { users, projects, has_bought_throughput, now_ms } = await readOrganizationSize(db, organization_id);
  const period = periodAt(subscription?.anchor ?? FIRST_OF_MONTH, now_ms);
  return {
    plan: subscription?.plan ?? null,
    period_start: new Date(period.startMs).toISOString(),
    period_end: new Date(period.endMs).toISOString(),
    usage: await readUsage(db, organization_id, period),
    users,
    projects,
    has_bought_throughput,
    limit_exceeded_at: subscription?.limit_exceeded_at ?? null,
    trial_ends_at: subscription?.trial_ends_at ?? null,
    cancel_at: subscription?.cancel_at ?? null,
  };
}
