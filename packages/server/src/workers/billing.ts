/** How often are periods closed, and cards charged? Every process that delivers runs this; billing/bill-once.ts says what is done. */
import { type BillingDeps, billOnce } from "../billing/bill-once.ts";
import { type Loop, repeat } from "./repeat.ts";

const EVERY_MS = 30_000;

export function createBilling(deps: BillingDeps): Loop {
  return repeat("billing", EVERY_MS, deps.log, () => billOnce(deps));
}
