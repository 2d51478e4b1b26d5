/**
 * How does POSTHORN_BILLING come into force?
 *
 * At every start. The database, not the process, says how invoices are made, so all processes act alike.
 */
import type { BillingProvider } from "@posthorn/contract/billing";
import type { PlansFile } from "../plans/plans-file.ts";
import { liftBilling, setBilling } from "../store/billing.ts";
import type { Queryable } from "../store/database.ts";

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
  if (!file?.billing)
    return [
      "POSTHORN_BILLING needs the section `billing` in the file of plans: `seller` and `payment` say on invoices from whom they are, and how to pay",
    ];
  await setBilling(db, { provider, ...file.billing });
  return [];
}
