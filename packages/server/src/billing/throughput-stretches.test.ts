/** Is every day of bought throughput charged once, at the price of its day? Against a reference that goes day by day. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { type ThroughputStretch, sumOf, throughputLinesOf } from "./charges.ts";
import { DAY_MS, dayMs, dayText, daysOf, type PlanDay } from "./stretches.ts";
import { type BoughtDay, changeOfCharge, throughputStretchesOf } from "./throughput-stretches.ts";

const NOVEMBER = { startMs: dayMs("2026-11-01"), endMs: dayMs("2026-12-01") };
const BEGUN = "2026-01-01";

const tiers = (prices: Readonly<Record<number, number>>) =>
  Object.entries(prices).map(([events_per_second, price]) => ({
    events_per_second: Number(events_per_second),
    price,
    compare_at_price: null,
    legacy: false,
  }));
const plan = (
  first_day: string,
  prices: Readonly<Record<number, number>>,
  included_throughput: number | null = 5,
): PlanDay => ({
  first_day,
  plan: { id: "team", version: 1, name: "Team", prices: [], throughput_tiers: tiers(prices) },
  included_throughput,
});
const TEAM = plan("2026-03-05", { 10: 2000, 50: 9000, 100: 16_000 });
const on = (first_day: string, events_per_second: number | null, name = "payments-prod"): BoughtDay => ({
  project_id: name,
  project_name: name,
  first_day,
  events_per_second,
});
const lines = (plans: PlanDay[], bought: BoughtDay[], from = BEGUN) =>
  throughputLinesOf(throughputStretchesOf({ plans, bought }, NOVEMBER, from), daysOf(NOVEMBER)).map(
    ({ name, explanation, amount }) => `${name}: ${explanation}: ${amount}`,
  );

test("a period with one throughput has the line of the picture", () => {
  expect(lines([TEAM], [on("2026-10-20", 50)])).toEqual([
    "Throughput: payments-prod · 50 events per second: 9000",
  ]);
});

test("a change is charged by the day, and so is each project", () => {
  expect(lines([TEAM], [on("2026-10-20", 50), on("2026-11-15", 100), on("2026-11-20", 10, "shop")])).toEqual([
    "Throughput: payments-prod · 50 events per second · 14 of 30 days: 4200",
    "Throughput: payments-prod · 100 events per second · 16 of 30 days: 8533",
    "Throughput: shop · 10 events per second · 11 of 30 days: 733",
  ]);
});

test("what was given back, or left the organization, is charged until the day before", () => {
  expect(lines([TEAM], [on("2026-10-20", 50), on("2026-11-04", null)])).toEqual([
    "Throughput: payments-prod · 50 events per second · 3 of 30 days: 900",
  ]);
  expect(lines([TEAM], [on("2026-10-20", 50), on("2026-10-31", null)])).toEqual([]);
});

test("throughput that comes back is a stretch of its own", () => {
  expect(lines([TEAM], [on("2026-11-01", 50), on("2026-11-11", null), on("2026-11-21", 50)])).toEqual([
    "Throughput: payments-prod · 50 events per second · 10 of 30 days: 3000",
    "Throughput: payments-prod · 50 events per second · 10 of 30 days: 3000",
  ]);
});

test("each day has the price of its plan; a plan that does not sell the tier, or includes it, charges nothing", () => {
  const bought = [on("2026-10-20", 50)];
  const text = "Throughput: payments-prod · 50 events per second";
  expect(lines([TEAM, plan("2026-11-11", { 50: 6000 })], bought)).toEqual([
    `${text} · 10 of 30 days: 3000`,
    `${text} · 20 of 30 days: 4000`,
  ]);
  expect(lines([TEAM, plan("2026-11-11", { 50: 9000, 75: 1 })], bought)).toEqual([`${text}: 9000`]);
  expect(lines([TEAM, plan("2026-11-11", { 60: 6000 })], bought)).toEqual([`${text} · 10 of 30 days: 3000`]);
  expect(lines([TEAM, plan("2026-11-11", { 50: 9000 }, 50)], bought)).toEqual([
    `${text} · 10 of 30 days: 3000`,
  ]);
  expect(lines([TEAM, plan("2026-11-11", { 50: 9000 }, null)], bought)).toEqual([
    `${text} · 10 of 30 days: 3000`,
  ]);
});

test("days before billing came into force, and without a plan, are not charged", () => {
  expect(lines([TEAM], [on("2026-10-20", 50)], "2026-11-21")).toEqual([
    "Throughput: payments-prod · 50 events per second · 10 of 30 days: 3000",
  ]);
  expect(lines([plan("2026-11-30", { 50: 9000 })], [on("2026-10-20", 50)])).toEqual([
    "Throughput: payments-prod · 50 events per second · 1 of 30 days: 300",
  ]);
});

test("one event per second is one event", () => {
  expect(lines([plan("2026-03-05", { 1: 100 }, 0)], [on("2026-10-20", 1)])[0]).toContain(
    "1 event per second",
  );
});

test("more throughput from today on costs what the rest of the period costs more, and less gives it back", () => {
  const change = (history: BoughtDay[], to: number | null) =>
    changeOfCharge({ plans: [TEAM], bought: history }, on("2026-11-15", to), NOVEMBER, BEGUN);
  const has50 = [on("2026-10-20", 50)];
  expect(change(has50, 100)).toBe(3733);
  expect(change(has50, 10)).toBe(-3733);
  expect(change(has50, null)).toBe(-4800);
  expect(change(has50, 50)).toBe(0);
  expect(change([], 50)).toBe(4800);
  // Chosen today already: the last choice of the day decides.
  expect(change([...has50, on("2026-11-15", 100)], 50)).toBe(-3733);
});

const day = fc.integer({ min: -40, max: 40 });
const throughput = fc.constantFrom(null, 10, 50, 100);
const histories = fc
  .uniqueArray(fc.record({ day, throughput }), { selector: (change) => change.day, maxLength: 8 })
  .map((changes) =>
    changes
      .toSorted((a, b) => a.day - b.day)
      .map((change) => on(dayText(NOVEMBER.startMs + change.day * DAY_MS), change.throughput)),
  );
const prices = fc.integer({ min: 0, max: 50_000 });
const planChanges = fc
  .uniqueArray(
    fc.record({ day, price: prices, sells: fc.boolean(), included: fc.constantFrom(5, 10, 50, null) }),
    { selector: (change) => change.day, minLength: 1, maxLength: 5 },
  )
  .map((changes) =>
    changes
      .toSorted((a, b) => a.day - b.day)
      .map(({ day: at, price, sells, included }) =>
        plan(
          dayText(NOVEMBER.startMs + at * DAY_MS),
          sells ? { 10: price, 50: price * 2, 100: price * 3 } : {},
          included,
        ),
      ),
  );

/** Which tier and price each day has, on its own. */
function reference(plans: readonly PlanDay[], bought: readonly BoughtDay[]): string[] {
  return Array.from({ length: 30 }, (_none, at) => dayText(NOVEMBER.startMs + at * DAY_MS)).flatMap(
    (date) => {
      let has: number | null = null;
      for (const one of bought) if (one.first_day <= date) has = one.events_per_second;
      let present: PlanDay | null = null;
      for (const one of plans) if (one.first_day <= date) present = one;
      if (has === null || present === null) return [];
      if (present.included_throughput === null || has <= present.included_throughput) return [];
      const tier = present.plan.throughput_tiers.find((one) => one.events_per_second === has);
      return tier ? [`${has} at ${tier.price}`] : [];
    },
  );
}

test("whatever changes, each day is charged once, for what the project had at its end", () => {
  fc.assert(
    fc.property(planChanges, histories, (plans, bought) => {
      const stretches = throughputStretchesOf({ plans, bought }, NOVEMBER, BEGUN);

      expect(
        stretches.flatMap(({ days, events_per_second, price }) =>
          Array.from({ length: days }, () => `${events_per_second} at ${price}`),
        ),
      ).toEqual(reference(plans, bought));
    }),
    { numRuns: 500 },
  );
});

test("each line is the part of the price by its days, rounded half up", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER }),
      fc.integer({ min: 28, max: 31 }),
      fc.nat(),
      (price, of, seed) => {
        const days = 1 + (seed % of);
        const stretch: ThroughputStretch = { project_name: "a", events_per_second: 10, price, days };
        const amount = BigInt(throughputLinesOf([stretch], of)[0]?.amount ?? -1);

        // amount - 1/2 <= price × days / of < amount + 1/2
        const exact = 2n * BigInt(price) * BigInt(days);
        expect((2n * amount - 1n) * BigInt(of) <= exact && exact < (2n * amount + 1n) * BigInt(of)).toBe(
          true,
        );
      },
    ),
  );
});

test("however throughput changes, the sum differs from the exact one by less than a cent for each line", () => {
  fc.assert(
    fc.property(planChanges, histories, (plans, bought) => {
      const stretches = throughputStretchesOf({ plans, bought }, NOVEMBER, BEGUN);
      const charged = throughputLinesOf(stretches, 30);

      const exact = stretches.reduce((sum, { price, days }) => sum + price * days, 0);
      expect(Math.abs(sumOf(charged) * 30 - exact)).toBeLessThanOrEqual(charged.length * 15);
    }),
  );
});

test("the change that is announced is the difference of the two invoices", () => {
  fc.assert(
    fc.property(
      planChanges,
      histories,
      fc.integer({ min: 0, max: 29 }),
      throughput,
      (plans, bought, at, to) => {
        const today = dayText(NOVEMBER.startMs + at * DAY_MS);
        const before = bought.filter(({ first_day }) => first_day <= today);
        const after = [...before.filter(({ first_day }) => first_day < today), on(today, to)];
        const sum = (history: BoughtDay[]) =>
          sumOf(throughputLinesOf(throughputStretchesOf({ plans, bought: history }, NOVEMBER, BEGUN), 30));

        expect(changeOfCharge({ plans, bought: before }, on(today, to), NOVEMBER, BEGUN)).toBe(
          sum(after) - sum(before),
        );
      },
    ),
  );
});
