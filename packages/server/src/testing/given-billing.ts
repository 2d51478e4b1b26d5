/**
 * How does a test come to the end of a period? It puts billing in force as a start does, and moves what an organization has
 * into the past: to the billing of the product, that is the same as days that have gone by.
 */
import type { BillingProvider } from "@posthorn/contract/billing";
import { applyBilling } from "../billing/apply-billing.ts";
import { applyPlans } from "../plans/apply-plans.ts";
import { readPlansFile } from "../plans/plans-file.ts";
import type { Database, Queryable } from "../store/database.ts";

export const BILLED_PLANS = `
default: free
contact_url: mailto:sales@example.com
billing:
  seller: |
    Posthorn Ltd
    1 Harbour Street
  payment: "IBAN XX00 1234"
plans:
  - { id: free, version: 1, name: Free, prices: [{ price_type: fixed_price, amount: 0 }] }
  - id: team
    version: 1
    name: Team
    prices:
      - { price_type: fixed_price, amount: 3900 }
      - { price_type: package_with_allocation, allocation: 10, package_size: 5, package_amount: 150 }
  - { id: growth, version: 1, name: Growth, prices: [{ price_type: fixed_price, amount: 49900 }] }
  - { id: enterprise, version: 1, name: Enterprise }
`;

export async function givenBilling(
  db: Database,
  text = BILLED_PLANS,
  provider: BillingProvider = "ledger",
): Promise<void> {
  const file = readPlansFile(text);
  if ("mistakes" in file) throw new Error(file.mistakes.join());
  const mistakes = [...(await applyPlans(db, file)), ...(await applyBilling(db, provider, file))];
  if (mistakes.length > 0) throw new Error(mistakes.join());
}

/** Everything that billing knows of the time is so many days older. */
export async function letDaysPass(db: Queryable, days: number): Promise<void> {
  for (const [table, columns] of [
    ["billing", ["since"]],
    ["billing_accounts", ["billed_until"]],
    ["subscriptions", ["anchor", "cancel_at"]],
    ["invoices", ["collect_due_at", "failed_since"]],
  ] as const)
    await db.query(
      `update ${table} set ${columns.map((column) => `${column} = ${column} - $1 * interval '1 day'`).join(", ")}`,
      [days],
    );
  // Two steps each, because days must not meet on the way.
  for (const step of [-100_000, 100_000 - days])
    await db.query(
      `update usage_notices set period_start = period_start + $1 * interval '1 day', period_end = period_end + $1 * interval '1 day'`,
      [step],
    );
  for (const table of ["plan_stretches", "throughput_stretches"]) {
    await db.query(`update ${table} set first_day = first_day - 100000`);
    await db.query(`update ${table} set first_day = first_day + 100000 - $1::integer`, [days]);
  }
}
