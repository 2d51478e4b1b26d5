/**
 * Every write to `subscriptions`, in the order of a subscription's life, and to `plan_stretches`, which keeps by the day
 * which plan an organization had.
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

/**
 * `change` writes subscriptions; the same statement writes down from which day on they count. The last change of a day
 * decides for the day. `day` is read after the change has its lock, so that days are in the order of the changes.
 */
function withStretches(
  change: string,
  { returning = "", day = "(clock_timestamp() at time zone 'UTC')::date" } = {},
): string {
  return `with changed as (
      ${change}
      returning subscriptions.organization_id, subscriptions.plan_id, subscriptions.plan_version,
        subscriptions.agreed_limits${returning})
    insert into plan_stretches (organization_id, first_day, plan_id, plan_version, included_throughput)
    select organization_id, ${day}, plan_id, plan_version,
      ((plans.content -> 'limits' || agreed_limits) ->> 'included_throughput')::integer
    from changed join plans on plans.id = plan_id and plans.version = plan_version
    on conflict (organization_id, first_day) do update
    set plan_id = excluded.plan_id, plan_version = excluded.plan_version,
      included_throughput = excluded.included_throughput`;
}

/** A new organization gets the default plan, if plans are in force. */
export async function subscribeNew(tx: Queryable, organization_id: string): Promise<void> {
  await tx.query(
    withStretches(
      `insert into subscriptions (organization_id, plan_id, plan_version, anchor)
       select $1, plan.id, plan.version, ${TODAY}
       from ${offeredVersion("plan_offer.default_id")} as plan`,
    ),
    [organization_id],
  );
}

/** Gives this plan to every organization without one. */
export async function subscribeRest(tx: Queryable, plan_id: string): Promise<void> {
  await tx.query(
    withStretches(
      `insert into subscriptions (organization_id, plan_id, plan_version, anchor)
       select organizations.id, plan.id, plan.version, ${TODAY}
       from organizations, ${offeredVersion("$1")} as plan
       on conflict (organization_id) do nothing`,
    ),
    [plan_id],
  );
}

export interface PlanChange {
  plan: PlanKey;
  /** Instead of the plan's own; what is absent is the plan's. */
  agreed_limits: { [Name in keyof PlanLimits]?: PlanLimits[Name] | undefined };
}

/** The periods go on as they were. A change to another plan takes a cancellation back. */
export async function setSubscription(
  tx: Queryable,
  organization_id: string,
  { plan, agreed_limits }: PlanChange,
): Promise<void> {
  await endCancelledPlans(tx, organization_id);
  await tx.query(
    withStretches(
      `insert into subscriptions (organization_id, plan_id, plan_version, agreed_limits, anchor)
       values ($1, $2, $3, $4, ${TODAY})
       on conflict (organization_id) do update
       set plan_id = excluded.plan_id, plan_version = excluded.plan_version, agreed_limits = excluded.agreed_limits,
         cancel_at = case
           when (subscriptions.plan_id, subscriptions.plan_version) = (excluded.plan_id, excluded.plan_version)
           then subscriptions.cancel_at end`,
    ),
    [organization_id, plan.id, plan.version, JSON.stringify(agreed_limits)],
  );
}

/** The plan counts until then. Null: it goes on. */
export async function setCancelAt(
  tx: Queryable,
  organization_id: string,
  cancel_at: Date | null,
): Promise<void> {
  await tx.query("update subscriptions set cancel_at = $2 where organization_id = $1", [
    organization_id,
    cancel_at,
  ]);
}

/**
 * Organizations, or this one, whose cancelled plan has ended get the default plan. It counts from the day on which the
 * cancelled one ended, however late this runs.
 */
export async function endCancelledPlans(
  tx: Queryable,
  organization_id: string | null = null,
): Promise<number> {
  const { rowCount } = await tx.query(
    withStretches(
      `update subscriptions set plan_id = plan.id, plan_version = plan.version, cancel_at = null
       from subscriptions as before, ${offeredVersion("plan_offer.default_id")} as plan
       where before.organization_id = subscriptions.organization_id and subscriptions.cancel_at <= now()
         and ($1::uuid is null or subscriptions.organization_id = $1)`,
      { returning: ", before.cancel_at", day: "(cancel_at at time zone 'UTC')::date" },
    ),
    [organization_id],
  );
  return rowCount;
}

/** An organization has one trial. */
export async function beginTrial(tx: Queryable, organization_id: string, days: number): Promise<void> {
  await tx.query(
    `update subscriptions set trial_ends_at = date_trunc('milliseconds', now()) + $2 * interval '1 day'
     where organization_id = $1 and trial_ends_at is null`,
    [organization_id, days],
  );
}
