/**
 * Ends plans that were cancelled, makes the invoices of periods that are over, and mails them.
 *
 * Several processes may do it at once: a lock gives each account to one of them, and a lease each mail.
 */
import { closePeriods } from "./close-periods.ts";
import { moneyText } from "./money-text.ts";
import { sendDueMails } from "./send-due-mails.ts";
import type { Log } from "../log.ts";
import { invoiceLetter } from "../mail/invoice.ts";
import type { Mail } from "../outbound/mail.ts";
import type { Database } from "../store/database.ts";
import { claimInvoicesToMail, recordMailed, recordNotMailed } from "../store/invoices.ts";
import { endCancelledPlans } from "../store/subscriptions.ts";

export interface BillingDeps {
  db: Database;
  log: Log;
  /** Null: the operator has set up no mail server. */
  mail: Mail | null;
  publicUrl: string;
}

/** Plans end first: a period after a cancelled plan is the default plan's. */
export async function billOnce({ db, log, mail, publicUrl }: BillingDeps): Promise<void> {
  const ended = await endCancelledPlans(db);
  if (ended > 0) log.info("plan.ended", { organizations: ended });
  await closePeriods({ db, log });
  if (mail === null) return;
  await sendDueMails({ log, mail, publicUrl }, "invoice", {
    claim: (lease) => claimInvoicesToMail(db, lease),
    letterOf: (invoice) => invoiceLetter(invoice, { amount: moneyText(invoice.amount_due), publicUrl }),
    recipientsOf: ({ billing_email }) => [billing_email],
    idOf: ({ id }) => id,
    recordMailed: ({ id }) => recordMailed(db, id),
    recordNotMailed: ({ id }, next) => recordNotMailed(db, id, next),
  });
}
