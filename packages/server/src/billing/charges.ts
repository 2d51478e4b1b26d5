/**
 * What does a period cost?
 *
 * Pure, and the only place that multiplies prices. A period consists of stretches: days in a row on one plan. A stretch
 * pays its part of the fixed price by its days, and its own events; what a plan includes, and the bounds of its tiers, are
 * scaled by the same part. Everything is counted in whole cents, without fractions of a binary number in between: a part of
 * a price is rounded half up, once, and a part of a number of events is rounded down. Throughput that a project has bought
 * pays its part of the price by its days as well.
 */
import type { InvoiceLine } from "@posthorn/contract/billing";
import type { Plan, Price } from "@posthorn/contract/plans";
import { moneyText, numberText, packageText } from "./money-text.ts";

export interface PlanStretch {
  plan: Pick<Plan, "name" | "prices">;
  days: number;
  /** Of these days. */
  events: number;
}

/** Days in a row on which a project had one throughput at one price. */
export interface ThroughputStretch {
  project_name: string;
  events_per_second: number;
  /** Of a whole period. */
  price: number;
  days: number;
}

/** A part of the period, in days. */
interface Part {
  days: number;
  of: number;
}

/** In the order in which they are printed. A plan whose terms are agreed with the customer has none. */
export function linesOf(stretches: readonly PlanStretch[], periodDays: number): InvoiceLine[] {
  return stretches.flatMap(({ plan, days, events }) => {
    const part = { days, of: periodDays };
    return (plan.prices ?? []).map((price) => {
      const { text, amount } = chargeOf(price, events, part);
      const name = price.price_type === "fixed_price" ? `${plan.name} plan` : "Events";
      return { name, explanation: text + daysText(part), amount };
    });
  });
}

/** One line for each stretch. */
export function throughputLinesOf(
  stretches: readonly ThroughputStretch[],
  periodDays: number,
): InvoiceLine[] {
  return stretches.map(({ project_name, events_per_second, price, days }) => {
    const part = { days, of: periodDays };
    const unit = events_per_second === 1 ? "event" : "events";
    return {
      name: "Throughput",
      explanation: `${project_name} · ${numberText(events_per_second)} ${unit} per second${daysText(part)}`,
      amount: roundedPart(price, part),
    };
  });
}

function daysText({ days, of }: Part): string {
  return days === of ? "" : ` · ${days} of ${of} days`;
}

export function sumOf(lines: readonly Pick<InvoiceLine, "amount">[]): number {
  return lines.reduce((sum, { amount }) => sum + amount, 0);
}

/** `amount × days ÷ of`, rounded half up. */
function roundedPart(amount: number, { days, of }: Part): number {
  return Number((2n * BigInt(amount) * BigInt(days) + BigInt(of)) / (2n * BigInt(of)));
}

function roundedDownPart(events: number, { days, of }: Part): number {
  return Number((BigInt(events) * BigInt(days)) / BigInt(of));
}

function chargeOf(price: Price, events: number, part: Part): { text: string; amount: number } {
  switch (price.price_type) {
    case "fixed_price":
      return { text: "fixed price", amount: roundedPart(price.amount, part) };
    case "usage_price":
      return {
        text: `${numberText(events)} at ${moneyText(price.unit_amount)}`,
        amount: events * price.unit_amount,
      };
    case "package_with_allocation": {
      const included = roundedDownPart(price.allocation, part);
      const packages = Math.ceil(Math.max(0, events - included) / price.package_size);
      const left = `${numberText(events)} − ${numberText(included)} included`;
      return {
        text: `${left} → ${packagesText(packages, price.package_size, price.package_amount)}`,
        amount: packages * price.package_amount,
      };
    }
    case "tiered_package": {
      const used = tiersOf(price, events, part);
      const texts = used.map(({ packages, cents }) => packagesText(packages, price.package_size, cents));
      return {
        text: `${numberText(events)} → ${texts.join(" + ") || packagesText(0, price.package_size, price.tiers[0]?.per_unit ?? 0)}`,
        amount: used.reduce((sum, { packages, cents }) => sum + packages * cents, 0),
      };
    }
  }
}

function packagesText(packages: number, size: number, cents: number): string {
  return `${numberText(packages)} × ${packageText(size)} at ${moneyText(cents)}`;
}

/** How many packages begin in each tier; tiers without any are left out. */
function tiersOf(
  { tiers, package_size }: Extract<Price, { price_type: "tiered_package" }>,
  events: number,
  part: Part,
): { packages: number; cents: number }[] {
  const all = Math.ceil(events / package_size);
  /** Packages that begin below this number of events. */
  const below = (bound: number) => Math.min(all, Math.ceil(bound / package_size));
  return tiers
    .map(({ tier_lower_bound, per_unit }, at) => {
      const next = tiers[at + 1];
      const from = below(roundedDownPart(tier_lower_bound, part));
      const to = next === undefined ? all : below(roundedDownPart(next.tier_lower_bound, part));
      return { packages: to - from, cents: per_unit };
    })
    .filter(({ packages }) => packages > 0);
}
