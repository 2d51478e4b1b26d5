import type { Plan, Price } from "@posthorn/contract/plans";
import { expect, test } from "vitest";
import { eventsText, monthlyText, PLAN_ROWS } from "./plan-rows.ts";
import { ROW_IDS } from "./row-ids.ts";
import { aPlan, DEVELOPER, ENTERPRISE, TEAM } from "./test-plans.ts";

const wordsOf = (plan: Plan) => Object.fromEntries(PLAN_ROWS.map(({ id, cell }) => [id, cell(plan)]));
const overLimit = (...prices: Price[]) => wordsOf(aPlan("any", { prices }))["over_limit"];

test("every row that a link can name is in the table, in its order", () => {
  expect(PLAN_ROWS.map(({ id }) => id)).toEqual(ROW_IDS);
});

test("a small plan says what it limits and what it leaves out", () => {
  expect(wordsOf(DEVELOPER)).toEqual({
    events: "10,000",
    over_limit: "Rejected",
    retention_days: "3 days",
    max_users: "1",
    included_throughput: "5 / s",
    api_rate_limit: "60 / min",
    max_payload_size_mb: "5 MB",
    viewer_role: false,
    all_integrations: false,
    metrics: false,
    metrics_export: false,
    sla: false,
  });
  expect(monthlyText(DEVELOPER)).toBe("$0");
});

test("a plan with prices does not limit where it says nothing", () => {
  expect(wordsOf(TEAM)).toMatchObject({
    events: "1 million",
    over_limit: "$15.00",
    included_throughput: "Unlimited",
    api_rate_limit: "1,200 / min",
    sla: false,
  });
  expect(monthlyText(TEAM)).toBe("$39");
});

test("a plan that sells throughput says that more can be bought", () => {
  const tier = { events_per_second: 50, price: 9000, compare_at_price: null, legacy: false };
  const plan = { ...DEVELOPER, throughput_tiers: [tier] };
  expect(wordsOf(plan)["included_throughput"]).toBe("5 / s, more can be bought");
});

test("a plan of agreed terms says so, except where it has said more", () => {
  expect(wordsOf(ENTERPRISE)).toMatchObject({
    events: "Custom",
    over_limit: "Custom",
    max_users: "Unlimited",
    included_throughput: "Custom",
    max_payload_size_mb: "25 MB",
    sla: true,
  });
  expect(monthlyText(ENTERPRISE)).toBe("Custom");
});

test("usage is priced for a million events, however it is counted", () => {
  expect(overLimit({ price_type: "usage_price", unit_amount: 1 })).toBe("$10,000.00");
  const small = { price_type: "package_with_allocation", allocation: 0, package_amount: 15 } as const;
  expect(overLimit({ ...small, package_size: 10_000 })).toBe("$15.00");
  expect(overLimit({ ...small, package_size: 300_000 })).toBe("$0.15 per 300,000");
  const tiered = {
    price_type: "tiered_package",
    package_size: 1_000_000,
    tiers: [
      { tier_lower_bound: 0, per_unit: 0 },
      { tier_lower_bound: 10_000_000, per_unit: 900 },
      { tier_lower_bound: 100_000_000, per_unit: 600 },
    ],
  } as const;
  expect(overLimit({ ...tiered, tiers: [...tiered.tiers] })).toBe(
    "$0.00, from 10 million $9.00, from 100 million $6.00",
  );
  const limits = { ...TEAM.limits, max_requests: 10_000_000 };
  const growth = aPlan("growth", { prices: [{ ...tiered, tiers: [...tiered.tiers] }], limits });
  expect(wordsOf(growth)["over_limit"]).toBe("$9.00, from 100 million $6.00");
  const fixed = { price_type: "fixed_price", amount: 100 } as const;
  expect(overLimit(fixed)).toBe("–");
  const free = aPlan("free", { prices: [fixed], limits, over_limit: "accept" });
  expect(wordsOf(free)["over_limit"]).toBe("No charge");
});

test.each([
  [10_000, "10,000"],
  [1_000_000, "1 million"],
  [2_500_000, "2.5 million"],
  [1_234_567, "1,234,567"],
])("%d events are %s", (events, text) => {
  expect(eventsText(events)).toBe(text);
});
