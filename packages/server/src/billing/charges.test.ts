/** Is every cent right? Against a reference that counts event by event, in fractions. */
import type { Price } from "@posthorn/contract/plans";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { linesOf, type PlanStretch, sumOf } from "./charges.ts";

const TEAM: Price[] = [
  { price_type: "fixed_price", amount: 3900 },
  {
    price_type: "package_with_allocation",
    allocation: 1_000_000,
    package_size: 1_000_000,
    package_amount: 1500,
  },
];
const stretch = (prices: Price[] | null, days: number, events: number): PlanStretch => ({
  plan: { name: "Team", prices },
  days,
  events,
});

test("a period of one plan has the lines of the picture", () => {
  expect(linesOf([stretch(TEAM, 30, 3_840_211)], 30)).toEqual([
    { name: "Team plan", explanation: "fixed price", amount: 3900 },
    {
      name: "Events",
      explanation: "3,840,211 − 1,000,000 included → 3 × 1 million at $15.00",
      amount: 4500,
    },
  ]);
});

test("a change in mid-period is charged by the day, and says so", () => {
  const free: Price[] = [{ price_type: "fixed_price", amount: 0 }];
  expect(linesOf([stretch(free, 10, 500), stretch(TEAM, 20, 666_667)], 30)).toEqual([
    { name: "Team plan", explanation: "fixed price · 10 of 30 days", amount: 0 },
    { name: "Team plan", explanation: "fixed price · 20 of 30 days", amount: 2600 },
    {
      name: "Events",
      explanation: "666,667 − 666,666 included → 1 × 1 million at $15.00 · 20 of 30 days",
      amount: 1500,
    },
  ]);
});

test("packages in tiers have the price of the tier in which they begin", () => {
  const tiers: Price = {
    price_type: "tiered_package",
    package_size: 10,
    tiers: [
      { tier_lower_bound: 0, per_unit: 0 },
      { tier_lower_bound: 25, per_unit: 9 },
      { tier_lower_bound: 50, per_unit: 6 },
    ],
  };
  const shown = (events: number, days = 30) => linesOf([stretch([tiers], days, events)], 30)[0];
  expect(shown(61)).toMatchObject({
    explanation: "61 → 3 × 10 at $0.00 + 2 × 10 at $0.09 + 2 × 10 at $0.06",
  });
  expect(shown(61)?.amount).toBe(30);
  expect(shown(0)).toMatchObject({ explanation: "0 → 0 × 10 at $0.00", amount: 0 });
  expect(shown(61, 15)?.amount).toBe(9 + 4 * 6);
});

test("a plan whose terms are agreed has no lines", () => {
  expect(linesOf([stretch(null, 30, 1_000_000)], 30)).toEqual([]);
});

/** Counts one event after the other, and compares fractions by multiplying them out. */
function reference(price: Price, events: number, days: number, of: number): number {
  const scaled = (bound: number) => (BigInt(bound) * BigInt(days)) / BigInt(of);
  if (price.price_type === "fixed_price") {
    let cents = 0n;
    // The largest cent of which half is at most the rest: cents - 1/2 <= amount × days / of.
    while ((2n * (cents + 1n) - 1n) * BigInt(of) <= 2n * BigInt(price.amount) * BigInt(days)) cents += 1n;
    return Number(cents);
  }
  let sum = 0;
  for (let event = 0; event < events; event++) {
    if (price.price_type === "usage_price") sum += price.unit_amount;
    if (price.price_type === "package_with_allocation") {
      const over = BigInt(event) - scaled(price.allocation);
      if (over >= 0n && over % BigInt(price.package_size) === 0n) sum += price.package_amount;
    }
    if (price.price_type === "tiered_package" && event % price.package_size === 0) {
      const tier = price.tiers.findLast((one) => scaled(one.tier_lower_bound) <= BigInt(event));
      sum += tier?.per_unit ?? 0;
    }
  }
  return sum;
}

const cents = fc.integer({ min: 0, max: 3_000 });
const size = fc.integer({ min: 1, max: 40 });
const prices: fc.Arbitrary<Price> = fc.oneof(
  fc.record({ price_type: fc.constant("fixed_price" as const), amount: cents }),
  fc.record({ price_type: fc.constant("usage_price" as const), unit_amount: cents }),
  fc.record({
    price_type: fc.constant("package_with_allocation" as const),
    allocation: fc.integer({ min: 0, max: 300 }),
    package_size: size,
    package_amount: cents,
  }),
  fc.record({
    price_type: fc.constant("tiered_package" as const),
    package_size: size,
    tiers: fc
      .uniqueArray(fc.record({ tier_lower_bound: fc.integer({ min: 1, max: 300 }), per_unit: cents }), {
        selector: (tier) => tier.tier_lower_bound,
        maxLength: 4,
      })
      .chain((rest) =>
        cents.map((per_unit) =>
          [{ tier_lower_bound: 0, per_unit }].concat(
            rest.toSorted((a, b) => a.tier_lower_bound - b.tier_lower_bound),
          ),
        ),
      ),
  }),
);
const months = fc.integer({ min: 28, max: 31 });
const usage = fc.integer({ min: 0, max: 400 });
const amountOf = (price: Price, events: number, days: number, of: number) =>
  linesOf([stretch([price], days, events)], of)[0]?.amount;

test("every line is what the slow reference counts", () => {
  fc.assert(
    fc.property(prices, usage, months, fc.nat(), (price, events, of, seed) => {
      const days = 1 + (seed % of);
      expect(amountOf(price, events, days, of)).toBe(reference(price, events, days, of));
    }),
    { numRuns: 1_000 },
  );
});

test("whatever the number of days, a whole period costs the plain price", () => {
  fc.assert(
    fc.property(prices, usage, months, (price, events, of) => {
      expect(amountOf(price, events, of, of)).toBe(amountOf(price, events, 1, 1));
    }),
  );
});

test("more events never cost less, and nothing is negative", () => {
  fc.assert(
    fc.property(prices, usage, usage, months, fc.nat(), (price, events, more, of, seed) => {
      const days = 1 + (seed % of);
      const less = amountOf(price, events, days, of) ?? -1;
      expect(less).toBeGreaterThanOrEqual(0);
      expect(amountOf(price, events + more, days, of)).toBeGreaterThanOrEqual(less);
    }),
  );
});

test("however a period is cut, the parts of a fixed price differ from the whole by less than a cent for each line", () => {
  const cuts = fc.array(fc.integer({ min: 1, max: 31 }), { maxLength: 6 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_000 }), months, cuts, (amount, of, wanted) => {
      const stretches: PlanStretch[] = [];
      let left = of;
      for (const days of [...wanted, of]) {
        const taken = Math.min(days, left);
        if (taken > 0) stretches.push(stretch([{ price_type: "fixed_price", amount }], taken, 0));
        left -= taken;
      }
      const lines = linesOf(stretches, of);

      expect(Math.abs(sumOf(lines) - amount)).toBeLessThan(lines.length);
    }),
  );
});

test("amounts stay exact where floating point would not", () => {
  const large = Number.MAX_SAFE_INTEGER;
  expect(amountOf({ price_type: "fixed_price", amount: large }, 0, 29, 31)).toBe(
    Number((2n * BigInt(large) * 29n + 31n) / 62n),
  );
});
