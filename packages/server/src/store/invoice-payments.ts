/**
 * Every write about how an invoice is charged to a card, in the order of a try.
 *
 * A try begins when a process claims it: from then on its number, its customer and its card stay the same until the outcome
 * is written down, whichever process does it. So a process that goes on after a crash asks the provider under the same key,
 * for the same card. An outcome counts once: a process that was asleep for too long writes nothing.
 */
import type { CardProviderName, PaymentProblem } from "@posthorn/contract/billing";
import type { Queryable } from "./database.ts";

export interface Try {
  id: string;
  number: string;
  amount_due: number;
  organization_id: string;
  /** Counts the tries of this invoice, from 1. */
  try_number: number;
  customer_id: string | null;
  card_id: string | null;
  /** Pending, or waiting for its person. Null: no earlier payment can be completed. */
  open_payment: InvoicePayment | null;
  /** Since when the card fails; null: it has not. */
  failed_since: string | null;
  /** The time of the database. */
  now: string;
}

export interface InvoicePayment {
  id: string;
  /** Null: the card was not known any more. */
  card_id: string | null;
}

/** The provider is in force, and no process is at it. */
const CAN_BE_CLAIMED = `charged_by = $1 and paid_at is null
  and exists (select from billing where billing.provider = charged_by)
  and (collect_leased_until is null or collect_leased_until < now())`;

function claim(which: string): string {
  return `update invoices set collect_leased_until = now() + $2 * interval '1 millisecond',
      collect_due_at = least(collect_due_at, now()),
      trying = coalesce(trying,
        (select jsonb_build_object('customer_id', customer.customer_id, 'card_id', customer.card_id)
         from card_customers as customer
         where customer.organization_id = invoices.organization_id and customer.provider = charged_by),
        '{"customer_id": null, "card_id": null}')
    where ${which}
    returning id, number, amount_due, organization_id, tries + 1 as try_number, trying ->> 'customer_id' as customer_id,
      trying ->> 'card_id' as card_id, failed_since, now() as now,
      case when is_payment_open then jsonb_build_object('id', payment_id, 'card_id', payment_card_id) end as open_payment`;
}

/** Lends invoices whose next try is due. If the borrower dies, the same try is due again when the lease has run out. */
export async function claimDueTries(
  db: Queryable,
  { provider, limit, leaseMs }: { provider: CardProviderName; limit: number; leaseMs: number },
): Promise<Try[]> {
  const { rows } = await db.query<Try>(
    claim(`id in (
      select id from invoices where collect_due_at <= now() and ${CAN_BE_CLAIMED}
      order by collect_due_at limit $3 for update skip locked)`),
    [provider, leaseMs, limit],
  );
  return rows;
}

/** Null: it is paid, or a process is at it. */
export async function claimTryOf(
  db: Queryable,
  { provider, leaseMs, id }: { provider: CardProviderName; leaseMs: number; id: string },
): Promise<Try | null> {
  const { rows } = await db.query<Try>(claim(`id = $3 and ${CAN_BE_CLAIMED}`), [provider, leaseMs, id]);
  return rows[0] ?? null;
}

/** Null: the payment has ended, or a process is at it. */
export async function claimOpenPayment(
  db: Queryable,
  { provider, leaseMs, payment_id }: { provider: CardProviderName; leaseMs: number; payment_id: string },
): Promise<Try | null> {
  const { rows } = await db.query<Try>(claim(`payment_id = $3 and is_payment_open and ${CAN_BE_CLAIMED}`), [
    provider,
    leaseMs,
    payment_id,
  ]);
  return rows[0] ?? null;
}

export interface ChargedInvoice {
  id: string;
  number: string;
  organization_id: string;
  is_payment_open: boolean;
  problem_kind: PaymentProblem["kind"] | null;
}

/** Null: it is no payment of an invoice, or an earlier one. */
export async function findInvoiceOfPayment(
  db: Queryable,
  { provider, payment_id }: { provider: CardProviderName; payment_id: string },
): Promise<ChargedInvoice | null> {
  const { rows } = await db.query<ChargedInvoice>(
    `select id, number, organization_id, is_payment_open, problem_kind from invoices
     where charged_by = $1 and payment_id = $2`,
    [provider, payment_id],
  );
  return rows[0] ?? null;
}

/** What the end of a try always does; `$1` is the invoice, `$2` the number of the try. */
const ENDS = "tries = tries + 1, trying = null, collect_leased_until = null";
const THIS_TRY = "id = $1 and tries = $2 - 1 and trying is not null";

export async function recordPaid(
  db: Queryable,
  { id, try_number }: Try,
  payment: InvoicePayment,
): Promise<void> {
  await db.query(
    `update invoices set ${ENDS}, paid_at = coalesce(paid_at, now()), payment_id = $3, payment_card_id = $4,
       is_payment_open = false, collect_due_at = null, failed_since = null, problem_kind = null, problem_text = null,
       problem_mail_due_at = null
     where ${THIS_TRY}`,
    [id, try_number, payment.id, payment.card_id],
  );
}

/** Somebody looks again after this time. */
export async function recordPending(
  db: Queryable,
  { id, try_number }: Try,
  { payment, lookAfterMs }: { payment: InvoicePayment; lookAfterMs: number },
): Promise<void> {
  await db.query(
    `update invoices set ${ENDS}, payment_id = $3, payment_card_id = $4, is_payment_open = true,
       collect_due_at = case when paid_at is null then now() + $5 * interval '1 millisecond' end,
       problem_kind = null, problem_text = null, problem_mail_due_at = null
     where ${THIS_TRY}`,
    [id, try_number, payment.id, payment.card_id, lookAfterMs],
  );
}

export interface FailedTry {
  kind: PaymentProblem["kind"];
  text: string;
  /** Null: the provider has made none. */
  payment: InvoicePayment | null;
  isOpen: boolean;
  failedSince: Date;
  /** Null: this was the last try. */
  next: Date | null;
  isMailed: boolean;
}

/**
 * If there is another card by now, the failure of the old one says nothing, and the new one is due at once. The lock keeps a
 * card from coming in between: `collectAgain` follows under it.
 */
export async function recordFailed(
  db: Queryable,
  { id, try_number, card_id }: Try,
  { kind, text, payment, isOpen, failedSince, next, isMailed }: FailedTry,
): Promise<void> {
  await db.query(
    `with customer as (
       select card_customers.card_id from card_customers
       join invoices on invoices.organization_id = card_customers.organization_id and charged_by = provider
       where invoices.id = $1 for share of card_customers),
     present as (select exists (select from customer where card_id is distinct from $3) as has_other_card)
     update invoices set ${ENDS}, payment_id = coalesce($4, payment_id), payment_card_id = coalesce($5, payment_card_id),
       is_payment_open = $6,
       failed_since = case when not has_other_card then $7::timestamptz end,
       collect_due_at = case when paid_at is not null then null when has_other_card then now() else $8::timestamptz end,
       problem_kind = case when paid_at is null and not has_other_card then $9 end,
       problem_text = case when paid_at is null and not has_other_card then $10 end,
       problem_mail_due_at = case when paid_at is not null or has_other_card then null when $11 then now() else problem_mail_due_at end,
       problem_mail_failures = 0
     from present where ${THIS_TRY}`,
    [
      id,
      try_number,
      card_id,
      payment?.id ?? null,
      payment?.card_id ?? null,
      isOpen,
      failedSince,
      next,
      kind,
      text,
      isMailed,
    ],
  );
}

/** The provider could not be asked, so the outcome is not known: the same try goes on after this time. */
export async function giveTryBack(db: Queryable, { id, try_number }: Try, afterMs: number): Promise<void> {
  await db.query(
    `update invoices set collect_leased_until = null,
       collect_due_at = case when paid_at is null then now() + $3 * interval '1 millisecond' end
     where ${THIS_TRY}`,
    [id, try_number, afterMs],
  );
}

/** There is a new card: what the old one could not pay is charged to it, and its tries begin anew. */
export async function collectAgain(
  tx: Queryable,
  { organization_id, provider }: { organization_id: string; provider: CardProviderName },
): Promise<void> {
  await tx.query(
    `update invoices set collect_due_at = now(), failed_since = null, problem_kind = null, problem_text = null,
       problem_mail_due_at = null
     where organization_id = $1 and charged_by = $2 and paid_at is null and problem_kind is not null`,
    [organization_id, provider],
  );
}

export interface ProblemToMail {
  id: string;
  number: string;
  organization_name: string;
  billing_email: string;
  amount_due: number;
  tries: number;
  problem_kind: PaymentProblem["kind"];
  problem_text: string;
  failed_since: string;
  /** Null: this was the last try. */
  next_try_at: string | null;
  mail_failures: number;
}

/** Lends problems whose mail is due. If the borrower dies, they are due again when the lease has run out. */
export async function claimProblemsToMail(
  db: Queryable,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<ProblemToMail[]> {
  const { rows } = await db.query<ProblemToMail>(
    `update invoices set problem_mail_due_at = now() + $2 * interval '1 millisecond'
     where id in (
       select id from invoices where problem_mail_due_at <= now()
       order by problem_mail_due_at limit $1 for update skip locked)
     returning id, number, organization_name, billing_email, amount_due, tries, problem_kind, problem_text, failed_since,
       collect_due_at as next_try_at, problem_mail_failures as mail_failures`,
    [limit, leaseMs],
  );
  return rows;
}

/** Null: no mail about this try any more. A later try has a mail of its own. */
export async function recordProblemMail(
  db: Queryable,
  { id, tries }: ProblemToMail,
  next: Date | null,
): Promise<void> {
  await db.query(
    `update invoices set problem_mail_due_at = $3::timestamptz,
       problem_mail_failures = problem_mail_failures + case when $3::timestamptz is null then 0 else 1 end
     where id = $1 and tries = $2`,
    [id, tries, next],
  );
}

/** Whether the organization owes an invoice that the provider in force charges. */
export async function hasUnpaidCharges(tx: Queryable, organization_id: string): Promise<boolean> {
  const { rowCount } = await tx.query(
    `select from invoices join billing on billing.provider = charged_by
     where organization_id = $1 and paid_at is null limit 1`,
    [organization_id],
  );
  return rowCount > 0;
}
