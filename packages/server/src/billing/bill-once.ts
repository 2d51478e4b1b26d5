/**
 * Ends plans that were cancelled, makes the invoices of periods that are over, charges them to cards, and sends the mails
 * about them.
 *
 * Several processes may do it at once: a lock gives each account to one of them, and leases each try and each mail.
 */
import type { Log } from "../log.ts";
import { invoiceLetter, paymentProblemLetter } from "../mail/invoice.ts";
import type { Mail } from "../outbound/mail.ts";
import type { Database } from "../store/database.ts";
import { claimProblemsToMail, recordProblemMail } from "../store/invoice-payments.ts";
import { claimInvoicesToMail, recordInvoiceMail } from "../store/invoices.ts";
import { endCancelledPlans } from "../store/subscriptions.ts";
import type { CardProvider } from "./card-provider.ts";
import { closePeriods } from "./close-periods.ts";
import { collectDue } from "./collect.ts";
import { moneyText } from "./money-text.ts";
import { dayText } from "./stretches.ts";
import { sendDueMails } from "./send-due-mails.ts";
import { lastTryAt } from "./try-times.ts";

export interface BillingDeps {
  db: Database;
  log: Log;
  /** Null: the operator has set up no mail server. */
  mail: Mail | null;
  /** Null: this process charges no cards. */
  cards: CardProvider | null;
  publicUrl: string;
}

/** A step that fails keeps no other one waiting. */
export async function billOnce(deps: BillingDeps): Promise<void> {
  const failures: unknown[] = [];
  for (const step of [closeEnded, mailInvoices, collectDue, mailProblems])
    await step(deps).catch((error: unknown) => failures.push(error));
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join("; "));
}

/** Plans end first: a period after a cancelled plan is the default plan's. */
async function closeEnded(deps: BillingDeps): Promise<void> {
  const ended = await endCancelledPlans(deps.db);
  if (ended > 0) deps.log.info("plan.ended", { organizations: ended });
  await closePeriods(deps);
}

async function mailInvoices({ db, log, mail, publicUrl }: BillingDeps): Promise<void> {
  if (mail === null) return;
  await sendDueMails({ log, mail, publicUrl }, "invoice", {
    claim: (lease) => claimInvoicesToMail(db, lease),
    letterOf: (row) => invoiceLetter(row, { amount: moneyText(row.amount_due), publicUrl }),
    recipientsOf: ({ billing_email }) => [billing_email],
    idOf: ({ id }) => id,
    record: (row, next) => recordInvoiceMail(db, row, next),
  });
}

async function mailProblems({ db, log, mail, publicUrl }: BillingDeps): Promise<void> {
  if (mail === null) return;
  await sendDueMails({ log, mail, publicUrl }, "payment_problem", {
    claim: (lease) => claimProblemsToMail(db, lease),
    letterOf: ({ problem_kind, problem_text, failed_since, next_try_at, ...row }) =>
      paymentProblemLetter(
        {
          ...row,
          kind: problem_kind,
          text: problem_text,
          next: next_try_at && dayText(Date.parse(next_try_at)),
          last: dayText(lastTryAt(new Date(failed_since)).getTime()),
        },
        { amount: moneyText(row.amount_due), publicUrl },
      ),
    recipientsOf: ({ billing_email }) => [billing_email],
    idOf: ({ id, tries }) => `${id}.${tries}`,
    record: (row, next) => recordProblemMail(db, row, next),
  });
}
