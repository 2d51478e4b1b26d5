/**
 * What do events cost beyond those that a plan includes, as a sentence?
 *
 * A sentence that the prices of the plan do not make true of the next event is left out: the page of plans has all prices.
 */
import type { Price } from "@posthorn/contract/plans";
import { moneyText, packageText } from "./money-text.ts";

/** `events` are those that the period has used. Empty: no price depends on them. */
export function furtherPriceText(
  prices: readonly Price[] | null,
  { events, max_requests }: { events: number; max_requests: number },
): string {
  const beyond = Math.max(events, max_requests);
  return (prices ?? [])
    .map((price) => sentenceOf(price, beyond))
    .filter((text) => text !== null)
    .join(" ");
}

function sentenceOf(price: Price, beyond: number): string | null {
  switch (price.price_type) {
    case "fixed_price":
      return null;
    case "usage_price":
      return `Each further event costs ${moneyText(price.unit_amount)}.`;
    case "package_with_allocation":
      return price.allocation <= beyond ? packageSentence(price.package_size, price.package_amount) : null;
    case "tiered_package": {
      const tier = price.tiers.findLast(({ tier_lower_bound }) => tier_lower_bound <= beyond);
      return tier ? packageSentence(price.package_size, tier.per_unit) : null;
    }
  }
}

function packageSentence(size: number, cents: number): string {
  return `Each further package of ${packageText(size)} events costs ${moneyText(cents)}.`;
}
