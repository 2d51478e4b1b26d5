/** Every write to `billing` and `billing_accounts`: whether invoices are made, and for whom. */
import type { BillingProvider } from "@posthorn/contract/billing";
import type { Queryable } from "./database.ts";
import { MEMBERSHIPS } from "./members.ts";

export interface Billing {
  provider: Exclude<BillingProvider, "none">;
  /** `1970-01-31`: the first day that is charged. */
  since: string;
  seller: string;
  payment: string;
}

/** From now on invoices are made. The days before are not charged, unless they were in force already. */
export async function setBilling(
  db: Queryable,
  { provider, seller, payment }: Omit<Billing, "since">,
): Promise<void> {
  await db.query(
    `insert into billing (provider, since, seller, payment)
     values ($1, (now() at time zone 'UTC')::date, $2, $3)
     on conflict (is_only) do update
     set provider = excluded.provider, seller = excluded.seller, payment = excluded.payment`,
    [provider, seller, payment],
  );
}

/** From now on no invoices are made. Those that were made stay. */
export async function liftBilling(db: Queryable): Promise<void> {
  await db.query("delete from billing");
}

/** Null: there is no billing. */
export async function readBilling(db: Queryable): Promise<Billing | null> {
  const { rows } = await db.query<Billing>(
    "select provider, to_char(since, 'YYYY-MM-DD') as since, seller, payment from billing",
  );
  return rows[0] ?? null;
}

/** One process closes the periods of an organization at a time. Returns the first day that is not closed, if any is. */
export async function lockAccount(tx: Queryable, organization_id: string): Promise<string | null> {
  const { rows } = await tx.query<{ billed_until: string | null }>(
    `insert into billing_accounts as account (organization_id) values ($1)
     on conflict (organization_id) do update set email = account.email
     returning to_char(billed_until, 'YYYY-MM-DD') as billed_until`,
    [organization_id],
  );
  return rows[0]?.billed_until ?? null;
}

export async function setBilledUntil(tx: Queryable, organization_id: string, day: string): Promise<void> {
  await tx.query("update billing_accounts set billed_until = $2 where organization_id = $1", [
    organization_id,
    day,
  ]);
}

export async function setBillingEmail(db: Queryable, organization_id: string, email: string): Promise<void> {
  await db.query(
    `insert into billing_accounts (organization_id, email) values ($1, $2)
     on conflict (organization_id) do update set email = excluded.email`,
    [organization_id, email],
  );
}

/** The owner's address, until an admin has chosen one. */
export async function readBillingEmail(db: Queryable, organization_id: string): Promise<string> {
  const { rows } = await db.query<{ email: string }>(
    `select coalesce(
       (select email from billing_accounts where organization_id = $1),
       (select users.email from ${MEMBERSHIPS} join users on users.id = members.user_id
        where members.organization_id = $1 and members.role = 'owner'), '') as email`,
    [organization_id],
  );
  return rows[0]?.email ?? "";
}
