/**
 * How is an amount of money written? Amounts are whole cents, and no arithmetic on fractions touches them.
 */
import { countText } from "../../ui/count.ts";

const CENTS = 100;

/** `$1,499.00` */
export function moneyText(cents: number): string {
  return `$${countText(Math.trunc(cents / CENTS))}.${String(cents % CENTS).padStart(2, "0")}`;
}

/** `$39`, and `$39.50` where there are cents. */
export function shortMoneyText(cents: number): string {
  return cents % CENTS === 0 ? `$${countText(cents / CENTS)}` : moneyText(cents);
}
