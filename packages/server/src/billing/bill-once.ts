/**
 * Ends plans that were cancelled, makes the invoices of periods that are over, and mails them.
 *
 * Several processes may do it at once: a lock gives each account to one of them, and a lease each mail. The mail is marked as
 * sent after the server has taken it: a process that dies in between sends it once more, under the same id, and mailboxes
 * drop the second one.
 */
import { closePeriods } from "./close-periods.ts";
import { moneyText } from "./money-text.ts";
import type { Log } from "../log.ts";
import { invoiceLetter } from "../mail/invoice.ts";
import { writeLetter } from "../mail/letter.ts";
import type { Mail } from "../outbound/mail.ts";
import type { Database } from "../store/database.ts";
import { claimInvoicesToMail, type InvoiceToMail, recordMailed, recordNotMailed } from "../store/invoices.ts";
import { endCancelledPlans } from "../store/subscriptions.ts";

const MAILS_AT_ONCE = 4;
/** Longer than any message takes. */
const LEASE_MS = 60_000;
const FIRST_WAIT_MS = 60_000;
/** The waits double: the last try is a good day after the first. */
const TRIES = 11;

export interface BillingDeps {
  db: Database;
  log: Log;
  /** Null: the operator has set up no mail server. */
  mail: Mail | null;
  publicUrl: string;
}

/** Plans end first: a period after a cancelled plan is the default plan's. */
export async function billOnce(deps: BillingDeps): Promise<void> {
  const ended = await endCancelledPlans(deps.db);
  if (ended > 0) deps.log.info("plan.ended", { organizations: ended });
  await closePeriods(deps);
  if (deps.mail === null) return;
  for (;;) {
    const due = await claimInvoicesToMail(deps.db, { limit: MAILS_AT_ONCE, leaseMs: LEASE_MS });
    if (due.length === 0) return;
    await Promise.all(due.map((invoice) => mailInvoice(deps, invoice, deps.mail)));
  }
}

async function mailInvoice(
  { db, log, publicUrl }: BillingDeps,
  invoice: InvoiceToMail,
  mail: Mail | null,
): Promise<void> {
  const amount = moneyText(invoice.amount_due);
  try {
    await mail?.send({
      ...writeLetter(invoiceLetter(invoice, { amount, publicUrl })),
      to: [invoice.billing_email],
      messageId: `<${invoice.id}@${new URL(publicUrl).hostname}>`,
    });
  } catch (error) {
    const isLast = invoice.mail_failures + 1 >= TRIES;
    const waitMs = FIRST_WAIT_MS * 2 ** invoice.mail_failures;
    log.warn("invoice.not_mailed", { invoice_id: invoice.id, is_last_try: isLast, error });
    return recordNotMailed(db, invoice.id, isLast ? null : new Date(Date.now() + waitMs));
  }
  return recordMailed(db, invoice.id);
}
