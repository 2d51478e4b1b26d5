import { expect, test } from "vitest";
import { tierOf, tiersFor } from "./throughput.ts";

const tier = (events_per_second: number, legacy = false) => ({
  events_per_second,
  price: events_per_second * 100,
  compare_at_price: null,
  legacy,
});
const TIERS = [tier(10), tier(25, true), tier(50)];
const offered = (included: number | null, bought: number | null) =>
  tiersFor({ throughput_tiers: TIERS, included }, bought).map((one) => one.events_per_second);

test("a legacy tier is offered to those that have it only", () => {
  expect(offered(5, null)).toEqual([10, 50]);
  expect(offered(5, 25)).toEqual([10, 25, 50]);
});

test("what the plan includes, also by an agreed limit, cannot be bought", () => {
  expect(offered(10, 10)).toEqual([50]);
  expect(offered(null, 50)).toEqual([]);
});

test.each([
  ["nothing is bought", 5, null],
  ["the plan has no such tier", 5, 30],
  ["the plan includes as much", 50, 50],
  ["throughput is not limited", null, 50],
])("no tier counts if %s", (_why, included, bought) => {
  expect(tierOf({ throughput_tiers: TIERS, included }, bought)).toBeNull();
});

test("what was bought counts, also if its tier has become a legacy one", () => {
  expect(tierOf({ throughput_tiers: TIERS, included: 5 }, 25)).toEqual(TIERS[1]);
});
