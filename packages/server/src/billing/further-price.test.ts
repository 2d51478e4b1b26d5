import type { Price } from "@posthorn/contract/plans";
import { expect, test } from "vitest";
import { furtherPriceText } from "./further-price.ts";

const FIXED: Price = { price_type: "fixed_price", amount: 3900 };
const PACKAGES: Price = {
  price_type: "package_with_allocation",
  allocation: 1_000_000,
  package_size: 1_000_000,
  package_amount: 1500,
};
const TIERS: Price = {
  price_type: "tiered_package",
  package_size: 1_000_000,
  tiers: [
    { tier_lower_bound: 0, per_unit: 0 },
    { tier_lower_bound: 10_000_000, per_unit: 900 },
    { tier_lower_bound: 100_000_000, per_unit: 600 },
  ],
};

test.each<[string, Price[] | null, number, number, string]>([
  ["agreed with the customer", null, 10, 10, ""],
  ["fixed only", [FIXED], 10, 10, ""],
  [
    "by the event",
    [FIXED, { price_type: "usage_price", unit_amount: 2 }],
    8,
    10,
    "Each further event costs $0.02.",
  ],
  [
    "in packages",
    [FIXED, PACKAGES],
    800_000,
    1_000_000,
    "Each further package of 1 million events costs $15.00.",
  ],
  ["in packages that begin later than the limit", [PACKAGES], 8, 10, ""],
  ["in tiers", [TIERS], 8_000_000, 10_000_000, "Each further package of 1 million events costs $9.00."],
  [
    "in tiers, and far beyond",
    [TIERS],
    120_000_000,
    10_000_000,
    "Each further package of 1 million events costs $6.00.",
  ],
])("a price %s", (_what, prices, events, max_requests, text) => {
  expect(furtherPriceText(prices, { events, max_requests })).toBe(text);
});
