/**
 * Makes the invoices of periods that are over.
 *
 * Exactly one for each organization and period: a process holds the organization's account while it counts, and the
 * invoice, its number and the mark that the period is closed are one transaction. A process that dies leaves the period as
 * it was. A period that costs nothing is closed without an invoice.
 */
import { isCardProvider } from "@posthorn/contract/billing";
import type { Log } from "../log.ts";
import { lockAccount, readBilling, readBillingEmail, setBilledUntil } from "../store/billing.ts";
import type { Database } from "../store/database.ts";
import { insertInvoice } from "../store/invoices.ts";
import { lockOrganization } from "../store/organizations.ts";
import { sumOf } from "./charges.ts";
import { LEAST_CHARGE_CENTS, NOT_CHARGED } from "./collect.ts";
import { readCharges } from "./period-charges.ts";
import { type Account, readAccountsToLookAt } from "./plan-history.sql.ts";
import { dayText, periodToClose } from "./stretches.ts";

/** Closes all periods that are over. An organization whose period cannot be closed keeps no other one waiting. */
export async function closePeriods(deps: { db: Database; log: Log }): Promise<void> {
  const failures: unknown[] = [];
  for (const account of await readAccountsToLookAt(deps.db)) {
    try {
      while (await closeOnePeriod(deps, account));
    } catch (error) {
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, "Some periods could not be closed");
}

/** Returns whether there was one. */
async function closeOnePeriod(
  { db, log }: { db: Database; log: Log },
  { organization_id, anchor, now_ms: nowMs }: Account,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    if ((await lockOrganization(tx, organization_id)) === null) return false;
    const billedUntil = await lockAccount(tx, organization_id);
    const billing = await readBilling(tx);
    const period = billing && periodToClose({ anchor, billedUntil, from: billing.since, nowMs });
    if (!period) return false;
    const lines = await readCharges(tx, organization_id, { period, from: billing.since });
    const amount_due = sumOf(lines);
    if (amount_due > 0) {
      const charged_by = isCardProvider(billing.provider) ? billing.provider : null;
      const isTooSmall = charged_by !== null && amount_due < LEAST_CHARGE_CENTS;
      const { id } = await insertInvoice(tx, {
        organization_id,
        billing_email: await readBillingEmail(tx, organization_id),
        period_start: dayText(period.startMs),
        period_end: dayText(period.endMs),
        lines,
        amount_due,
        seller: billing.seller,
        payment: isTooSmall ? NOT_CHARGED : billing.payment,
        charged_by: isTooSmall ? null : charged_by,
        is_paid: isTooSmall,
      });
      log.info("invoice.made", { organization_id, invoice_id: id, amount_due });
    }
    await setBilledUntil(tx, organization_id, dayText(period.endMs));
    return true;
  });
}
