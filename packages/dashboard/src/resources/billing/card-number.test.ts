import { expect, test } from "vitest";
import {
  cardBrand,
  cardMistakes,
  caretAfter,
  expiryText,
  groupedNumber,
  monthsLeft,
  readExpiry,
} from "./card-number.ts";

const NOW = new Date(2026, 10, 19);
const RIGHT = { number: "4242 4242 4242 4242", expiry: "12 / 30", cvc: "123" };

test("digits of a number stand in the groups of its brand, and no digit is too many", () => {
  expect(groupedNumber("4")).toBe("4");
  expect(groupedNumber("42424")).toBe("4242 4");
  expect(groupedNumber("4242-4242 4242 4242 999")).toBe("4242 4242 4242 4242");
  expect(groupedNumber("378282246310005")).toBe("3782 822463 10005");
  expect(groupedNumber("30569309025904")).toBe("3056 930902 5904");
  expect(groupedNumber("no card")).toBe("");
});

test.each([
  ["4", "visa"],
  ["5555 5555", "mastercard"],
  ["2223", "mastercard"],
  ["2720", "mastercard"],
  ["2721", null],
  ["37", "amex"],
  ["3056", "diners"],
  ["3566", "jcb"],
  ["6011", "discover"],
  ["6200", "unionpay"],
  ["", null],
  ["9", null],
])("%s is of %s", (number, brand) => {
  expect(cardBrand(number)).toBe(brand);
});

test("the caret stays behind the digit that was typed", () => {
  expect(caretAfter("4242 4242", 0)).toBe(0);
  expect(caretAfter("4242 4242", 4)).toBe(4);
  expect(caretAfter("4242 4242", 5)).toBe(6);
  expect(caretAfter("4242", 9)).toBe(4);
});

test.each([
  ["1", "1"],
  ["5", "05"],
  ["12", "12"],
  ["1/", "01"],
  ["123", "12 / 3"],
  ["1230", "12 / 30"],
  ["12 / 3", "12 / 3"],
  ["1/30", "01 / 30"],
  ["12/2030", "12 / 30"],
  ["12309", "12 / 30"],
])("the expiry %s is written as %s", (typed, text) => {
  expect(expiryText(typed)).toBe(text);
});

test("an expiry is read when both of its parts are there", () => {
  expect(readExpiry("12 / 30")).toEqual({ exp_month: 12, exp_year: 2030 });
  expect(readExpiry("12 / 3")).toBeNull();
  expect(readExpiry("")).toBeNull();
});

test("a card can be used until the end of its month", () => {
  expect(monthsLeft({ exp_month: 11, exp_year: 2026 }, NOW)).toBe(0);
  expect(monthsLeft({ exp_month: 1, exp_year: 2027 }, NOW)).toBe(2);
  expect(monthsLeft({ exp_month: 10, exp_year: 2026 }, NOW)).toBe(-1);
});

test("each field says what is wrong with it", () => {
  const none = { number: undefined, expiry: undefined, cvc: undefined };
  expect(cardMistakes(RIGHT, NOW)).toEqual(none);
  expect(cardMistakes({ ...RIGHT, number: "3782 822463 10005", cvc: "1234" }, NOW)).toEqual(none);

  expect(cardMistakes({ number: "4242", expiry: "12", cvc: "12" }, NOW)).toEqual({
    number: "The card number is incomplete",
    expiry: "The expiry date is incomplete",
    cvc: "The security code has 3 digits",
  });
  expect(cardMistakes({ number: "4242 4242 4242 4241", expiry: "13 / 30", cvc: "" }, NOW)).toMatchObject({
    number: "The card number is not valid",
    expiry: "The month must be 01 to 12",
  });
  expect(cardMistakes({ ...RIGHT, expiry: "10 / 26" }, NOW).expiry).toBe("The card has expired");
  expect(cardMistakes({ ...RIGHT, number: "3782 822463 10005" }, NOW).cvc).toBe(
    "The security code has 4 digits",
  );
});
