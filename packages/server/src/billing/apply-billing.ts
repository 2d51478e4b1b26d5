/**
 * How does POSTHORN_BILLING come into force?
 *
 * At every start. The database, not the process, says how invoices are made, so all processes act alike.
 */
import { type BillingProvider, isCardProvider } from "@posthorn/contract/billing";
import type { PlansFile } from "../plans/plans-file.ts";
import { liftBilling, setBilling } from "../store/billing.ts";
import type { Queryable } from "../store/database.ts";
import { CHARGED_TO_CARD } from "./collect.ts";

/** Returns what the operator must change first; then nothing has come into force. */
export async function applyBilling(
  db: Queryable,
  provider: BillingProvider,
  file: PlansFile | null,
): Promise<readonly string[]> {
  if (provider === "none") {
    await liftBilling(db);
    return [];
  }
  const billing = file?.billing;
  if (!billing)
    return [
      "POSTHORN_BILLING needs the section `billing` in the file of plans: `seller` and, without cards, `payment` say on invoices from whom they are, and how to pay",
    ];
  // The operator's words are about transfers: with them, people would pay an invoice twice.
  const payment = isCardProvider(provider) ? CHARGED_TO_CARD : billing.payment;
  if (payment === null)
    return [
      `POSTHORN_BILLING=${provider} needs \`payment\` in the section \`billing\` of the file of plans: it says on invoices how to pay`,
    ];
  await setBilling(db, { provider, seller: billing.seller, payment });
  return [];
}
