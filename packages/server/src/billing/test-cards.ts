/**
 * What does the provider `test` do with which number?
 *
 * Pure. The numbers are those that Stripe uses for tests, so people know them. A number is forgotten here: only how its card
 * behaves goes on.
 */
import type { Card } from "@posthorn/contract/billing";

/** How a card that was saved is charged. */
export type CardBehaviour = "pays" | "declines" | "asks";

interface TestCard {
  brand: string;
  charge: CardBehaviour;
  /** Before it is saved, the person must confirm it. */
  asksWhenSaved?: boolean;
}

const SAVED: Readonly<Record<string, TestCard>> = {
  "4242424242424242": { brand: "visa", charge: "pays" },
  "5555555555554444": { brand: "mastercard", charge: "pays" },
  "378282246310005": { brand: "amex", charge: "pays" },
  "4000000000000341": { brand: "visa", charge: "declines" },
  "4000002500003155": { brand: "visa", charge: "pays", asksWhenSaved: true },
  "4000002760003184": { brand: "visa", charge: "asks", asksWhenSaved: true },
};

export const DECLINED = "Your card was declined.";
const REFUSED: Readonly<Record<string, string>> = {
  "4000000000000002": DECLINED,
  "4000000000009995": "Your card has insufficient funds.",
  "4000000000000069": "Your card has expired.",
  "4000000000000127": "Your card's security code is incorrect.",
};
const NO_TEST_NUMBER =
  "This is not the number of a test card. No money moves here, so give no real card; the guide Sell it on lists the numbers.";
export const NOT_AUTHENTICATED =
  "We are unable to authenticate your payment method. Please choose a different payment method and try again.";

const YEARS_AHEAD = 50;

export interface TypedCard {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
  authentication?: "complete" | "fail" | undefined;
}

export type TypedCardResult =
  | { kind: "saved"; card: Card; charge: CardBehaviour }
  | { kind: "authentication_required" }
  | { kind: "declined"; text: string };

export function readTypedCard(typed: TypedCard, now: Date): TypedCardResult {
  const number = typed.number.replaceAll(" ", "");
  if (!isCardNumber(number)) return declined("Your card number is invalid.");
  const { exp_month, exp_year } = typed;
  if (exp_month < 1 || exp_month > 12) return declined("Your card's expiration month is invalid.");
  const [year, month] = [now.getUTCFullYear(), now.getUTCMonth() + 1];
  if (exp_year < year || exp_year > year + YEARS_AHEAD)
    return declined("Your card's expiration year is invalid.");
  if (exp_year === year && exp_month < month) return declined("Your card's expiration date is in the past.");
  const known = SAVED[number];
  if (!(known?.brand === "amex" ? /^\d{3,4}$/ : /^\d{3}$/).test(typed.cvc))
    return declined("Your card's security code is invalid.");
  if (!known) return declined(REFUSED[number] ?? NO_TEST_NUMBER);
  if (known.asksWhenSaved && typed.authentication !== "complete")
    return typed.authentication === "fail"
      ? declined(NOT_AUTHENTICATED)
      : { kind: "authentication_required" };
  const card = { brand: known.brand, last4: number.slice(-4), exp_month, exp_year };
  return { kind: "saved", card, charge: known.charge };
}

function declined(text: string): TypedCardResult {
  return { kind: "declined", text };
}

/** By length, digits and the check digit at the end (the formula of Luhn). */
function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false;
  const sum = Array.from(number)
    .toReversed()
    .map((digit, at) => Number(digit) * (at % 2 === 0 ? 1 : 2))
    .reduce((all, value) => all + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}
