/** How is a card named, and is it about to expire? */
import type { Card } from "@posthorn/contract/billing";
import { monthsLeft } from "./card-number.ts";

const BRAND_NAMES = new Map([
  ["visa", "Visa"],
  ["mastercard", "Mastercard"],
  ["amex", "American Express"],
  ["diners", "Diners Club"],
  ["jcb", "JCB"],
  ["discover", "Discover"],
  ["unionpay", "UnionPay"],
]);

/** A brand that we do not know is named as the provider does. */
export function brandName(brand: string): string {
  return BRAND_NAMES.get(brand) ?? brand;
}

/** `Visa ending in 4242` */
export function cardText({ brand, last4 }: Pick<Card, "brand" | "last4">): string {
  return `${brandName(brand)} ending in ${last4}`;
}

/** `12/2030` */
export function expiryDay({ exp_month, exp_year }: Pick<Card, "exp_month" | "exp_year">): string {
  return `${String(exp_month).padStart(2, "0")}/${exp_year}`;
}

/** `soon`: in this month or the next one. */
export function expiryState(
  card: Pick<Card, "exp_month" | "exp_year">,
  now: Date,
): "expired" | "soon" | "fine" {
  const months = monthsLeft(card, now);
  if (months < 0) return "expired";
  return months <= 1 ? "soon" : "fine";
}
