/**
 * Every write to `subscriptions`, in the order of a subscription's life.
 *
 * The database announces each of them to the processes that receive and deliver for the organization's projects.
 */
import type { PlanLimits } from "@posthorn/contract/plans";
import type { Queryable } from "./database.ts";
import type { PlanKey } from "./plans.ts";

/** The highest version of `id` that is offered, as a row `(id, version)`. `id` is SQL. */
function offeredVersion(id: string): string {
  return `(select offer.id, offer.version
     from plan_offer, jsonb_to_recordset(plan_offer.offered) as offer (id text, version integer)
     where plan_offer.in_force and offer.id = ${id})`;
}

const TODAY = "(now() at time zone 'UTC')::date";

/** A new organization gets the default plan, if plans are in force. */
export async function subscribeNew(tx: Queryable, organization_id: string): Promise<void> {
  await tx.query(
    `insert into subscriptions (organization_id, plan_id, plan_version, anchor)
     select $1, plan.id, plan.version, ${TODAY}
     from ${offeredVersion("plan_offer.default_id")} as plan`,
    [organization_id],
  );
}

/** Gives this plan to every organization without one. */
export async function subscribeRest(tx: Queryable, plan_id: string): Promise<void> {
  await tx.query(
    `insert into subscriptions (organization_id, plan_id, plan_version, anchor)
     select organizations.id, plan.id, plan.version, ${TODAY}
     from organizations, ${offeredVersion("$1")} as plan
     on conflict (organization_id) do nothing`,
    [plan_id],
  );
}

export interface PlanChange {
  plan: PlanKey;
  /** Instead of the plan's own; what is absent is the plan's. */
  agreed_limits: { [Name in keyof PlanLimits]?: PlanLimits[Name] | undefined };
}

/** The periods go on as they were. */
export async function setSubscription(
  tx: Queryable,
  organization_id: string,
  { plan, agreed_limits }: PlanChange,
): Promise<void> {
  await tx.query(
    `insert into subscriptions (organization_id, plan_id, plan_version, agreed_limits, anchor)
     values ($1, $2, $3, $4, ${TODAY})
     on conflict (organization_id) do update
     set plan_id = excluded.plan_id, plan_version = excluded.plan_version, agreed_limits = excluded.agreed_limits`,
    [organization_id, plan.id, plan.version, JSON.stringify(agreed_limits)],
  );
}

/** An organization has one trial. */
export async function beginTrial(tx: Queryable, organization_id: string, days: number): Promise<void> {
  await tx.query(
    `update subscriptions set trial_ends_at = date_trunc('milliseconds', now()) + $2 * interval '1 day'
     where organization_id = $1 and trial_ends_at is null`,
    [organization_id, days],
  );
}
