/**
 * Is there room for so many people in an organization?
 *
 * Whoever invites people or lets one in asks, in the transaction that does so and holds the lock of the organization. When an organization first has more people than its plan allows, a trial begins: for that time they may
 * stay, up to a number. An organization has one trial.
 */
import { MEMBER_TRIAL_DAYS, MEMBER_TRIAL_MAX_USERS } from "@posthorn/contract/limits";
import type { Plan } from "@posthorn/contract/plans";
import type { Queryable } from "../store/database.ts";
import { MEMBERSHIPS } from "../store/members.ts";
import { beginTrial } from "../store/subscriptions.ts";
import { readPlanOf } from "./plan-of.sql.ts";

/** Returns the plan that has no room for them, or null if there is room. */
export async function planWithoutRoom(
  tx: Queryable,
  organization_id: string,
  { withInvited, joining }: { withInvited: boolean; joining: number },
): Promise<Plan | null> {
  const subscription = await readPlanOf(tx, organization_id);
  const most = subscription?.plan.limits.max_users ?? null;
  if (!subscription || most === null) return null;
  const { rows } = await tx.query<{ users: number }>(
    `select ((select count(*) from ${MEMBERSHIPS} where members.organization_id = $1)
       + (select count(*) from invitations where organization_id = $1 and expires_at > now() and $2))::int as users`,
    [organization_id, withInvited],
  );
  const users = (rows[0]?.users ?? 0) + joining;
  if (users <= most) return null;
  const mayTry = subscription.is_on_trial || subscription.trial_ends_at === null;
  if (!mayTry || users > MEMBER_TRIAL_MAX_USERS) return subscription.plan;
  await beginTrial(tx, organization_id, MEMBER_TRIAL_DAYS);
  return null;
}

/** Whether the organization has more people than its plan allows, and its trial is over. */
export async function isTrialExpired(db: Queryable, organization_id: string): Promise<boolean> {
  const { rows } = await db.query<{ is_expired: boolean }>(
    `select plan.trial_ends_at <= now() and (plan.limits ->> 'max_users')::bigint < (
       select count(*) from ${MEMBERSHIPS} where members.organization_id = $1) as is_expired
     from plans_in_force as plan where plan.organization_id = $1`,
    [organization_id],
  );
  return rows[0]?.is_expired === true;
}
