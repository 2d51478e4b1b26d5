/** Does each number do what people know of it, and is every other one declined in words? */
import { expect, test } from "vitest";
import { readTypedCard, type TypedCard } from "./test-cards.ts";

const NOW = new Date("2026-11-19T12:00:00Z");
const typed = (number: string, change: Partial<TypedCard> = {}) =>
  readTypedCard({ number, exp_month: 11, exp_year: 2026, cvc: "123", ...change }, NOW);

test.each([
  ["4242 4242 4242 4242", "visa", "4242", "pays"],
  ["5555555555554444", "mastercard", "4444", "pays"],
  ["378282246310005", "amex", "0005", "pays"],
  ["4000000000000341", "visa", "0341", "declines"],
])("%s is saved as %s", (number, brand, last4, charge) => {
  expect(typed(number)).toEqual({
    kind: "saved",
    card: { brand, last4, exp_month: 11, exp_year: 2026 },
    charge,
  });
});

test.each([
  ["4000002500003155", "pays"],
  ["4000002760003184", "asks"],
])("%s asks its person before it is saved", (number, charge) => {
  expect(typed(number)).toEqual({ kind: "authentication_required" });
  expect(typed(number, { authentication: "complete" })).toMatchObject({ kind: "saved", charge });
  expect(typed(number, { authentication: "fail" })).toMatchObject({
    kind: "declined",
    text: expect.stringContaining("unable to authenticate"),
  });
});

test.each([
  ["4000000000000002", {}, "Your card was declined."],
  ["4000000000009995", {}, "Your card has insufficient funds."],
  ["4000000000000069", {}, "Your card has expired."],
  ["4000000000000127", {}, "Your card's security code is incorrect."],
  ["4111111111111111", {}, "This is not the number of a test card."],
  ["4242424242424241", {}, "Your card number is invalid."],
  ["", {}, "Your card number is invalid."],
  ["4242-4242-4242-4242", {}, "Your card number is invalid."],
  ["4242424242424242", { exp_month: 13 }, "Your card's expiration month is invalid."],
  ["4242424242424242", { exp_month: 0 }, "Your card's expiration month is invalid."],
  ["4242424242424242", { exp_month: 10 }, "Your card's expiration date is in the past."],
  ["4242424242424242", { exp_year: 2025 }, "Your card's expiration year is invalid."],
  ["4242424242424242", { exp_year: 26 }, "Your card's expiration year is invalid."],
  ["4242424242424242", { cvc: "12" }, "Your card's security code is invalid."],
  ["4242424242424242", { cvc: "1234" }, "Your card's security code is invalid."],
  ["4242424242424242", { cvc: "12a" }, "Your card's security code is invalid."],
])("%s with %o is declined: %s", (number, change, text) => {
  const result = typed(number, change);

  expect(result).toMatchObject({ kind: "declined", text: expect.stringContaining(text) });
  if (number !== "") expect(JSON.stringify(result)).not.toContain(number);
});

test("an American Express card has four digits as its security code, or three", () => {
  for (const cvc of ["1234", "123"])
    expect(typed("378282246310005", { cvc })).toMatchObject({ kind: "saved" });
});
