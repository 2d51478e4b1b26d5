/**
 * Every write to `invoices`, in the order of an invoice's life, and the reads that several callers need. What charges a card
 * for an invoice is in invoice-payments.ts.
 *
 * An invoice stays as it was made; only how and whether it is paid changes, and whether its mails are out.
 */
import type { CardProviderName, InvoiceLine, PaymentProblem } from "@posthorn/contract/billing";
import { newId } from "../ids.ts";
import type { Queryable } from "./database.ts";

export interface NewInvoice {
  organization_id: string;
  billing_email: string;
  /** Days: `1970-01-31`. */
  period_start: string;
  period_end: string;
  lines: readonly InvoiceLine[];
  amount_due: number;
  seller: string;
  payment: string;
  /** Null: no card is charged for it. */
  charged_by: CardProviderName | null;
  is_paid: boolean;
}

export interface InvoiceRow extends NewInvoice {
  id: string;
  number: string;
  organization_name: string;
  issue_date: string;
  payment_problem: PaymentProblem | null;
}

const day = (column: string) => `to_char(${column}, 'YYYY-MM-DD') as ${column}`;
const COLUMNS = `id, number, organization_id, organization_name, billing_email, ${day("issue_date")},
  ${day("period_start")}, ${day("period_end")}, lines, amount_due, seller, payment, charged_by, paid_at is not null as is_paid,
  case when paid_at is null and problem_kind is not null then jsonb_build_object(
    'kind', problem_kind, 'text', problem_text,
    'next_try_at', (select to_char(collect_due_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
       from billing where billing.provider = charged_by)) end as payment_problem`;

/**
 * Takes the next number of the year. The row of the year stays locked until the transaction ends, so numbers follow each
 * other without a gap, also if several processes make invoices.
 */
export async function insertInvoice(tx: Queryable, invoice: NewInvoice): Promise<{ id: string }> {
  const id = newId();
  await tx.query(
    `with numbered as (
       insert into invoice_numbers as numbers (year, last)
       values (extract(year from now() at time zone 'UTC'), 1)
       on conflict (year) do update set last = numbers.last + 1 returning year, last)
     insert into invoices (id, number, organization_id, organization_name, billing_email, issue_date, period_start,
       period_end, lines, amount_due, seller, payment, charged_by, paid_at, collect_due_at, mail_due_at)
     select $1, 'INV-' || year || '-' || lpad(last::text, greatest(4, length(last::text)), '0'), organizations.id,
       organizations.name, $3, (now() at time zone 'UTC')::date, $4, $5, $6, $7, $8, $9, $10::text,
       case when $11::boolean then now() end, case when $10::text is not null and not $11 then now() end, now()
     from numbered, organizations where organizations.id = $2`,
    [
      id,
      invoice.organization_id,
      invoice.billing_email,
      invoice.period_start,
      invoice.period_end,
      JSON.stringify(invoice.lines),
      invoice.amount_due,
      invoice.seller,
      invoice.payment,
      invoice.charged_by,
      invoice.is_paid,
    ],
  );
  return { id };
}

/** The newest first. */
export async function readInvoices(
  db: Queryable,
  organization_id: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<InvoiceRow[]> {
  const { rows } = await db.query<InvoiceRow>(
    `select ${COLUMNS} from invoices where organization_id = $1 order by period_start desc limit $2 offset $3`,
    [organization_id, limit, offset],
  );
  return rows;
}

export async function countInvoices(db: Queryable, organization_id: string): Promise<number> {
  const { rows } = await db.query<{ count: number }>(
    "select count(*) as count from invoices where organization_id = $1",
    [organization_id],
  );
  return rows[0]?.count ?? 0;
}

export async function findInvoice(
  db: Queryable,
  { id, organization_id }: { id: string; organization_id: string },
): Promise<InvoiceRow | null> {
  const { rows } = await db.query<InvoiceRow>(
    `select ${COLUMNS} from invoices where id = $1 and organization_id = $2`,
    [id, organization_id],
  );
  return rows[0] ?? null;
}

/** Of all organizations, the newest first, from the one before `before` on. */
export async function readAllInvoices(
  db: Queryable,
  { before, limit }: { before: string | null; limit: number },
): Promise<InvoiceRow[]> {
  const { rows } = await db.query<InvoiceRow>(
    `select ${COLUMNS} from invoices where $1::uuid is null or id < $1 order by id desc limit $2`,
    [before, limit],
  );
  return rows;
}

/**
 * The time of the first call stays. No card is charged for it any more by itself, also when that is taken back. Null: there
 * is no such invoice.
 */
export async function setPaid(db: Queryable, id: string, is_paid: boolean): Promise<InvoiceRow | null> {
  const { rows } = await db.query<InvoiceRow>(
    `update invoices set paid_at = case when $2 then coalesce(paid_at, now()) end,
       collect_due_at = case when paid_at is null and not $2 then collect_due_at end,
       problem_mail_due_at = case when paid_at is null and not $2 then problem_mail_due_at end
     where id = $1 returning ${COLUMNS}`,
    [id, is_paid],
  );
  return rows[0] ?? null;
}

export type InvoiceToMail = Pick<
  InvoiceRow,
  | "id"
  | "number"
  | "organization_name"
  | "billing_email"
  | "amount_due"
  | "period_start"
  | "period_end"
  | "charged_by"
  | "is_paid"
> & { mail_failures: number };

/** Lends invoices whose mail is due. If the borrower dies, they are due again when the lease has run out. */
export async function claimInvoicesToMail(
  db: Queryable,
  { limit, leaseMs }: { limit: number; leaseMs: number },
): Promise<InvoiceToMail[]> {
  const { rows } = await db.query<InvoiceToMail>(
    `update invoices set mail_due_at = now() + $2 * interval '1 millisecond'
     where id in (
       select id from invoices where mail_due_at <= now() order by mail_due_at limit $1 for update skip locked)
     returning id, number, organization_name, billing_email, amount_due, ${day("period_start")},
       ${day("period_end")}, charged_by, paid_at is not null as is_paid, mail_failures`,
    [limit, leaseMs],
  );
  return rows;
}

/** Null: no mail any more. It is out, or this was the last try. */
export async function recordInvoiceMail(
  db: Queryable,
  { id }: InvoiceToMail,
  next: Date | null,
): Promise<void> {
  await db.query(
    `update invoices set mail_due_at = $2::timestamptz,
       mail_failures = mail_failures + case when $2::timestamptz is null then 0 else 1 end
     where id = $1`,
    [id, next],
  );
}
