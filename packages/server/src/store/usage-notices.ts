/**
 * Every write to `usage_notices`, in the order of a notice's life.
 *
 * A notice belongs to a period. Under the same limit its threshold only rises, so a process that has counted a moment
 * earlier takes nothing back. Each statement asks once more for the limit under which the caller has counted: a plan may
 * have changed meanwhile.
 */
import type { OverLimit, Plan } from "@posthorn/contract/plans";
import type { Queryable } from "./database.ts";
import { MEMBERSHIPS } from "./members.ts";

export interface UsedOfLimit {
  organization_id: string;
  period: { startMs: number; endMs: number };
  max_requests: number;
  over_limit: OverLimit;
  /** What the period has used. */
  events: number;
}

const LIMIT_OF_PLAN = "(plan.limits ->> 'max_requests')::bigint";

/** Whether a notice can be told, for a statement with the organization as `plan` of `plans_in_force`. */
export function isTrueOf(notice: string): string {
  return `${notice}.percent > 0 and ${notice}.max_requests = ${LIMIT_OF_PLAN}
    and ${notice}.events * 100 >= ${notice}.max_requests * ${notice}.percent
    and ${notice}.period_start <= now() and ${notice}.period_end > now()`;
}

/**
 * Keeps the threshold, and makes a mail due if it is higher than the one before. A threshold that a raised limit took back
 * can be met again. Returns whether a mail is due now.
 */
export async function noteUsage(
  db: Queryable,
  { organization_id, period, max_requests, over_limit, events, percent }: UsedOfLimit & { percent: number },
): Promise<boolean> {
  const isLower = "excluded.percent < noted.percent and excluded.max_requests <> noted.max_requests";
  const { rows } = await db.query<{ is_due_now: boolean }>(
    `insert into usage_notices as noted (organization_id, period_start, period_end, percent, max_requests, events, mail_due_at)
     select plan.organization_id, $2, $3, $4, ${LIMIT_OF_PLAN}, $5, now()
     from plans_in_force as plan
     where plan.organization_id = $1 and ${LIMIT_OF_PLAN} = $6 and plan.over_limit = $7 and $3::timestamptz > now()
     on conflict (organization_id, period_start) do update
     set percent = case when ${isLower} then excluded.percent else greatest(noted.percent, excluded.percent) end,
       max_requests = excluded.max_requests, events = excluded.events,
       mail_due_at = case when excluded.percent > noted.percent then now() when not (${isLower}) then noted.mail_due_at end,
       mail_failures = case when excluded.percent > noted.percent then 0 else noted.mail_failures end
     where (noted.percent, noted.max_requests, noted.events) <> (excluded.percent, excluded.max_requests, excluded.events)
     returning mail_due_at is not distinct from now() as is_due_now`,
    [
      organization_id,
      new Date(period.startMs).toISOString(),
      new Date(period.endMs).toISOString(),
      percent,
      events,
      max_requests,
      over_limit,
    ],
  );
  return rows[0]?.is_due_now === true;
}

/** No threshold is met. A notice of another limit ends, and its thresholds can be met again. */
export async function noteNearNoLimit(
  db: Queryable,
  { organization_id, period, max_requests, over_limit, events }: UsedOfLimit,
): Promise<void> {
  const isOther = "noted.max_requests <> $3";
  await db.query(
    `update usage_notices as noted
     set percent = case when ${isOther} then 0 else noted.percent end, max_requests = $3, events = $4,
       mail_due_at = case when not ${isOther} then noted.mail_due_at end
     from plans_in_force as plan
     where noted.organization_id = $1 and noted.period_start = $2 and (noted.max_requests, noted.events) <> ($3, $4)
       and plan.organization_id = noted.organization_id and ${LIMIT_OF_PLAN} = $3 and plan.over_limit = $5`,
    [organization_id, new Date(period.startMs).toISOString(), max_requests, events, over_limit],
  );
}

export interface NoticeToMail {
  organization_id: string;
  organization_name: string;
  period_start: string;
  period_end: string;
  percent: number;
  max_requests: number;
  over_limit: OverLimit;
  events: number;
  plan: Pick<Plan, "name" | "prices">;
  /** The owner, the admins and the billing email. */
  recipients: string[];
  mail_failures: number;
}

/**
 * Lends notices whose mail is due and which are still true. If the borrower dies, they are due again
 * when the lease has run out.
 */
export async function claimNoticesToMail(
  db: Queryable,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<NoticeToMail[]> {
  const { rows } = await db.query<NoticeToMail>(
    `update usage_notices as noted set mail_due_at = now() + $2 * interval '1 millisecond'
     from plans_in_force as plan join organizations on organizations.id = plan.organization_id
     where plan.organization_id = noted.organization_id and (noted.organization_id, noted.period_start) in (
       select due.organization_id, due.period_start
       from usage_notices as due join plans_in_force as plan using (organization_id)
       where due.mail_due_at <= now() and ${isTrueOf("due")}
       order by due.mail_due_at limit $1 for update of due skip locked)
     returning noted.organization_id, organizations.name as organization_name, noted.period_start, noted.period_end,
       noted.percent, noted.max_requests, plan.over_limit, noted.events, noted.mail_failures,
       jsonb_build_object('name', plan.content -> 'name', 'prices', plan.content -> 'prices') as plan,
       array(
         select users.email from ${MEMBERSHIPS} join users on users.id = members.user_id
         where members.organization_id = noted.organization_id and members.role in ('owner', 'admin')
         union
         select email from billing_accounts where organization_id = noted.organization_id and email is not null
         order by 1) as recipients`,
    [limit, leaseMs],
  );
  return rows;
}

/** Null: no mail about this threshold any more. One that was met while the mail was on its way has a mail of its own. */
export async function recordNoticeMail(
  db: Queryable,
  { organization_id, period_start, percent }: NoticeToMail,
  next: Date | null,
): Promise<void> {
  await db.query(
    `update usage_notices set mail_due_at = $4::timestamptz,
       mail_failures = mail_failures + case when $4::timestamptz is null then 0 else 1 end
     where organization_id = $1 and period_start = $2 and percent = $3`,
    [organization_id, period_start, percent, next],
  );
}
