/** Which plan does an organization have, and which plans does the operator offer? */
import type { OverLimit, Plan, PlanLimits } from "@posthorn/contract/plans";
import type { Queryable } from "../store/database.ts";
import { type Period, periodAt } from "./period.ts";
import type { PlanKey, StoredContent } from "../store/plans.ts";

export interface PlanOf {
  /** With the limits that were agreed with the organization. */
  plan: Plan;
  /** `1970-01-31`: the day on which the first period began. */
  anchor: string;
  trial_ends_at: string | null;
  cancel_at: string | null;
  is_on_trial: boolean;
  /** When the events of this period were used up; null while they are not, or if the plan accepts more. */
  limit_exceeded_at: string | null;
  agreed_limits: Partial<PlanLimits>;
}

interface PlanRow extends PlanKey, Omit<PlanOf, "plan"> {
  content: StoredContent;
  limits: PlanLimits;
  over_limit: OverLimit | null;
  is_legacy: boolean;
}

/** Whether a plan is in the offer; `plan` has the columns `id` and `version`. */
const IS_LEGACY = `not exists (
    select from plan_offer
    where plan_offer.offered @> jsonb_build_array(jsonb_build_object('id', plan.id, 'version', plan.version)))`;

/** Null: no plan is in force for it, so nothing is limited. */
export async function readPlanOf(db: Queryable, organization_id: string): Promise<PlanOf | null> {
  const { rows } = await db.query<PlanRow>(
    `select plan.id, plan.version, plan.content, plan.limits, plan.over_limit, plan.agreed_limits, to_char(plan.anchor, 'YYYY-MM-DD') as anchor,
       plan.trial_ends_at, plan.is_on_trial, plan.limit_exceeded_at, subscriptions.cancel_at, ${IS_LEGACY} as is_legacy
     from plans_in_force as plan join subscriptions using (organization_id) where plan.organization_id = $1`,
    [organization_id],
  );
  if (!rows[0]) return null;
  const { id, version, content, limits, over_limit, is_legacy, ...subscription } = rows[0];
  const { throughput_tiers = [] } = content;
  return {
    ...subscription,
    plan: { ...content, id, version, is_legacy, limits, over_limit, throughput_tiers },
  };
}

/** The period of now, by the database's clock. Null: no plan is in force. */
export async function readPeriodOf(
  db: Queryable,
  organization_id: string,
): Promise<(Period & { nowMs: number }) | null> {
  const { rows } = await db.query<{ anchor: string; now_ms: number }>(
    `select to_char(plan.anchor, 'YYYY-MM-DD') as anchor, floor(extract(epoch from now()) * 1000)::float8 as now_ms
     from plans_in_force as plan where plan.organization_id = $1`,
    [organization_id],
  );
  return rows[0] ? { ...periodAt(rows[0].anchor, rows[0].now_ms), nowMs: rows[0].now_ms } : null;
}

/** Null: nothing is limited. */
export async function readPlanOfProject(db: Queryable, team_id: string): Promise<Plan | null> {
  const { rows } = await db.query<{ organization_id: string }>(
    `select plan.organization_id from project_limits
     join plans_in_force as plan on plan.organization_id = project_limits.organization_id
     where project_limits.team_id = $1`,
    [team_id],
  );
  const subscription = rows[0] && (await readPlanOf(db, rows[0].organization_id));
  return subscription?.plan ?? null;
}

export interface Offer {
  /** In the operator's order. */
  plans: readonly Plan[];
  /** The plan of new organizations, and of those that have cancelled. */
  default_id: string;
  contact_url: string | null;
}

/** Null: no plans are in force. */
export async function readOffer(db: Queryable): Promise<Offer | null> {
  const { rows } = await db.query<{
    default_id: string;
    contact_url: string | null;
    plans: (PlanKey & { content: StoredContent })[];
  }>(
    `select plan_offer.contact_url, plan_offer.default_id,
       (select coalesce(jsonb_agg(jsonb_build_object('id', plans.id, 'version', plans.version, 'content', plans.content)
                                  order by place), '[]')
        from jsonb_array_elements(plan_offer.offered) with ordinality as offer (plan, place)
        join plans on plans.id = plan ->> 'id' and plans.version = (plan ->> 'version')::integer) as plans
     from plan_offer where plan_offer.in_force`,
  );
  const [row] = rows;
  if (!row) return null;
  const plans = row.plans.map(({ id, version, content }) => ({
    ...content,
    id,
    version,
    is_legacy: false,
    over_limit: content.limits.max_requests === null ? null : (content.over_limit ?? "accept"),
    throughput_tiers: content.throughput_tiers ?? [],
  }));
  return { plans, default_id: row.default_id, contact_url: row.contact_url };
}
