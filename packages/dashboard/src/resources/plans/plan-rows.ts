/**
 * In what do plans differ? One row for each limit and feature, in the order of the compare table, with the words of a plan.
 *
 * An upgrade link names one of these rows. A limit that is null does not limit; of a plan whose prices are agreed with each
 * customer, limits may be agreed as well, so that it says "Custom".
 */
import type { Plan, Price } from "@posthorn/contract/plans";
import { countText } from "../../ui/count.ts";
import { FEATURE_LABELS } from "./feature-labels.ts";
import { moneyText, shortMoneyText } from "./money.ts";
import type { RowId } from "./row-ids.ts";

export interface PlanRow {
  id: RowId;
  label: string;
  /** A feature is there or not. */
  cell: (plan: Plan) => string | boolean;
}

const MILLION = 1_000_000;

/** `10,000`, `1 million`, `2.5 million` */
export function eventsText(events: number): string {
  const isRound = events >= MILLION && events % (MILLION / 10) === 0;
  return isRound ? `${countText(events / MILLION)} million` : countText(events);
}

function ofLimit(plan: Plan, limit: number | null, text: (limit: number) => string): string {
  return limit === null ? notLimited(plan) : text(limit);
}

function notLimited({ prices }: Plan): string {
  return prices === null ? "Custom" : "Unlimited";
}

/** The events that a plan includes; null: as many as there are. */
export function includedEvents({ limits, prices }: Plan): number | null {
  if (limits.max_requests !== null) return limits.max_requests;
  return prices?.find((price) => price.price_type === "package_with_allocation")?.allocation ?? null;
}

/** What one period costs however much it uses. Null: agreed with each customer. */
export function fixedCents({ prices }: Plan): number | null {
  return prices && prices.reduce((sum, one) => sum + (one.price_type === "fixed_price" ? one.amount : 0), 0);
}

/** `$39`, or `Custom`. */
export function monthlyText(plan: Plan): string {
  const cents = fixedCents(plan);
  return cents === null ? "Custom" : shortMoneyText(cents);
}

function overLimitText(plan: Plan): string {
  const { prices, over_limit } = plan;
  if (over_limit === "reject") return "Rejected";
  if (prices === null) return "Custom";
  const usage = prices
    .map((price) => usageText(price, includedEvents(plan) ?? 0))
    .filter((text) => text !== null);
  if (usage.length > 0) return usage.join(", ");
  return over_limit === "accept" ? "No charge" : "–";
}

/** Above the included events. Null: this price does not depend on usage. */
function usageText(price: Price, included: number): string | null {
  if (price.price_type === "fixed_price") return null;
  if (price.price_type === "usage_price") return moneyText(price.unit_amount * MILLION);
  if (price.price_type === "package_with_allocation")
    return packageText(price.package_amount, price.package_size);
  const { tiers, package_size } = price;
  return tiers
    .filter((_tier, at) => (tiers[at + 1]?.tier_lower_bound ?? Infinity) > included)
    .map(({ tier_lower_bound, per_unit }) => {
      const text = packageText(per_unit, package_size);
      return tier_lower_bound <= included ? text : `from ${eventsText(tier_lower_bound)} ${text}`;
    })
    .join(", ");
}

/** For 1 million, unless that is no whole number of packages. */
function packageText(cents: number, size: number): string {
  return MILLION % size === 0
    ? moneyText(cents * (MILLION / size))
    : `${moneyText(cents)} per ${eventsText(size)}`;
}

function usersText(plan: Plan): string {
  const { limits, features } = plan;
  if (limits.max_users !== null) return countText(limits.max_users);
  return features.includes("unlimited_seats") ? "Unlimited" : notLimited(plan);
}

function throughputText(included: number, { throughput_tiers }: Plan): string {
  return `${countText(included)} / s${throughput_tiers.length > 0 ? ", more can be bought" : ""}`;
}

export function daysText(days: number): string {
  return days === 1 ? "1 day" : `${countText(days)} days`;
}

function featureRow(id: keyof typeof FEATURE_LABELS): PlanRow {
  return { id, label: FEATURE_LABELS[id], cell: ({ features }) => features.includes(id) };
}

export const PLAN_ROWS: readonly PlanRow[] = [
  { id: "events", label: "Events", cell: (plan) => ofLimit(plan, includedEvents(plan), eventsText) },
  { id: "over_limit", label: "Over that, per 1 million", cell: overLimitText },
  {
    id: "retention_days",
    label: "Retention",
    cell: (plan) => ofLimit(plan, plan.limits.retention_days, daysText),
  },
  { id: "max_users", label: "Users", cell: usersText },
  {
    id: "included_throughput",
    label: "Included throughput",
    cell: (plan) => ofLimit(plan, plan.limits.included_throughput, (most) => throughputText(most, plan)),
  },
  {
    id: "api_rate_limit",
    label: "API rate limit",
    cell: (plan) => ofLimit(plan, plan.limits.api_rate_limit, (most) => `${countText(most)} / min`),
  },
  {
    id: "max_payload_size_mb",
    label: "Max payload size",
    cell: (plan) => ofLimit(plan, plan.limits.max_payload_size_mb, (most) => `${countText(most)} MB`),
  },
  featureRow("viewer_role"),
  featureRow("all_integrations"),
  featureRow("metrics"),
  featureRow("metrics_export"),
  featureRow("sla"),
];
