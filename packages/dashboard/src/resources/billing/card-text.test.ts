import { expect, test } from "vitest";
import { cardText, expiryDay, expiryState } from "./card-text.ts";

const NOW = new Date(2026, 10, 19);

test("a card is named by its brand and its last digits, an unknown brand as the provider names it", () => {
  expect(cardText({ brand: "amex", last4: "0005" })).toBe("American Express ending in 0005");
  expect(cardText({ brand: "eftpos_au", last4: "0001" })).toBe("eftpos_au ending in 0001");
});

test("a card expires at the end of its month, and soon is this month or the next one", () => {
  expect(expiryState({ exp_month: 10, exp_year: 2026 }, NOW)).toBe("expired");
  expect(expiryState({ exp_month: 11, exp_year: 2026 }, NOW)).toBe("soon");
  expect(expiryState({ exp_month: 12, exp_year: 2026 }, NOW)).toBe("soon");
  expect(expiryState({ exp_month: 1, exp_year: 2027 }, NOW)).toBe("fine");
  expect(expiryDay({ exp_month: 1, exp_year: 2027 })).toBe("01/2027");
});
