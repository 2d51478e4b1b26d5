/**
 * How much throughput can a project buy, and what does that cost?
 *
 * A plan includes some throughput, and may sell more in tiers, each at a price for one project and period. Throughput is
 * charged by the day, with the invoice of the period. A project's own limit (quotas.ts) may be lower than what it has.
 */
import * as z from "zod/mini";
import { defineEndpoint } from "./endpoint.ts";
import { ThroughputTier } from "./plans.ts";

/** What the project has. Null: nothing is limited, so there is nothing to buy. */
export const BillingMeta = z.object({
  /** Events per second that the plan includes. */
  included: z.nullable(z.int()),
  /** Events per second of the tier that the project has bought. Null: what the plan includes. */
  tier: z.nullable(z.int()),
});
export type BillingMeta = z.output<typeof BillingMeta>;

/** A tier, or what the plan includes. */
export const ThroughputOffer = z.extend(ThroughputTier, {
  /**
   * By how much the period's invoice changes if the project has this throughput from today on: more, or less (negative).
   * Cents.
   */
  change: z.int(),
});
export type ThroughputOffer = z.output<typeof ThroughputOffer>;

export const ThroughputTiers = z.object({
  billing_meta: BillingMeta,
  /**
   * What the plan includes, at the price of 0, and then its tiers in rising order. Empty: there is nothing to buy, because
   * the plan sells no throughput, or no invoices are made here.
   */
  models: z.array(ThroughputOffer),
  /** Days in UTC: `2026-11-15`. The change counts from today until the end of the period. */
  today: z.string(),
  period_end: z.string(),
  /** Whether a tier that costs something cannot be bought yet, because the organization has given no card to charge. */
  is_card_missing: z.boolean(),
  /** Where people ask for more than the highest tier; null: the operator has not said. */
  contact_url: z.nullable(z.string()),
});
export type ThroughputTiers = z.output<typeof ThroughputTiers>;

export const getThroughputTiers = defineEndpoint({
  isForDashboard: true,
  method: "GET",
  path: "/throughput-tiers",
  isOpenUnderLock: true,
  summary: "How much throughput the project has, and what another one would cost",
  callers: "sessions",
  right: "seeBilling",
  reply: ThroughputTiers,
});

export const updateThroughput = defineEndpoint({
  isForDashboard: true,
  method: "PUT",
  path: "/throughput",
  isOpenUnderLock: true,
  summary: "Buy another throughput for the project, from today on",
  callers: "sessions",
  right: "managePlan",
  /** Events per second of a tier. Null: what the plan includes. */
  body: z.strictObject({ throughput: z.nullable(z.int().check(z.minimum(1))) }),
  reply: ThroughputTiers,
});
