import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { offeredPlans } from "./apply-plans.ts";
import { readPlansFile } from "./plans-file.ts";

const EXAMPLE = readFileSync(join(import.meta.dirname, "../../../../examples/plans.yaml"), "utf8");

const plan = (more = "") => `
default: a
plans:
  - id: a
    version: 1
    name: A
${more}`;

function mistakesIn(text: string): readonly string[] {
  const read = readPlansFile(text);
  return "mistakes" in read ? read.mistakes : [];
}

test("the example offers four plans, in the order of the file, and keeps a legacy version", () => {
  const file = readPlansFile(EXAMPLE);
  if ("mistakes" in file) throw new Error(file.mistakes.join());

  expect(offeredPlans(file).map(({ id, version }) => [id, version])).toEqual([
    ["developer", 1],
    ["team", 2],
    ["growth", 1],
    ["enterprise", 1],
  ]);
  expect(file.plans).toHaveLength(5);
  expect(file.plans[0]?.content.limits).toEqual({
    retention_days: 3,
    max_users: 1,
    max_requests: 10_000,
    included_throughput: 5,
    max_payload_size_mb: 5,
    attempt_timeout: 30,
    api_rate_limit: 60,
  });
  expect(offeredPlans(file).map(({ content }) => content.over_limit)).toEqual([
    "reject",
    "accept",
    "accept",
    null,
  ]);
});

const billed = (seller: string) =>
  readPlansFile(`billing: { seller: ${JSON.stringify(seller)}, payment: IBAN }\n${plan()}`);

test("what invoices say is some lines of text, and no more", () => {
  expect(billed(" Example Ltd\n1 Harbour Street\n")).toMatchObject({
    billing: { seller: "Example Ltd\n1 Harbour Street", payment: "IBAN" },
  });
  expect(readPlansFile(`billing: { seller: Example Ltd }\n${plan()}`)).toMatchObject({
    billing: { seller: "Example Ltd", payment: null },
  });
  expect(billed("x".repeat(81))).toEqual({
    mistakes: ["line 1: billing.seller must have at most 10 lines of 80 characters"],
  });
  expect(billed("x\n".repeat(11))).toMatchObject({ mistakes: [expect.stringContaining("at most 10 lines")] });
});

test("what a plan leaves out is not limited, has no price and no feature", () => {
  expect(readPlansFile(plan())).toEqual({
    default: "a",
    existing: null,
    billing: null,
    contact_url: null,
    plans: [
      {
        id: "a",
        version: 1,
        content: {
          name: "A",
          description: "",
          prices: null,
          over_limit: null,
          throughput_tiers: [],
          features: [],
          limits: {
            retention_days: null,
            max_users: null,
            max_requests: null,
            included_throughput: null,
            max_payload_size_mb: null,
            attempt_timeout: null,
            api_rate_limit: null,
          },
        },
      },
    ],
  });
});

test("all mistakes are reported at once, each with its line", () => {
  const text = `default: gold
contact_url: sales
plans:
  - id: A B
    version: 0
    limits:
      retention_days: many
      max_payload_size_mb: 11
      retentoin: 3
    features: [viewer_role, speed]
`;

  expect(mistakesIn(text)).toEqual([
    "line 2: contact_url must begin with https:// or mailto:",
    "line 4: plans[1].id must be small letters, digits, - and _",
    "line 4: plans[1].name is missing",
    "line 5: plans[1].version must be at least 1",
    "line 6: plans[1].limits has unknown names: retentoin",
    "line 7: plans[1].limits.retention_days must be a whole number from 1 to 3650",
    "line 8: plans[1].limits.max_payload_size_mb must be a whole number from 1 to 10",
    expect.stringMatching(/^line 10: plans\[1\]\.features\[2\] must be viewer_role or /),
  ]);
});

test.each([
  [
    "a default that is no plan",
    plan().replace("default: a", "default: b"),
    'line 2: default names "b", which is no plan here',
  ],
  [
    "a version twice",
    `${plan()}  - { id: a, version: 1, name: B }`,
    'line 7: plans[2] is version 1 of "a" again',
  ],
  [
    "an id that the page has for something else",
    `${plan()}  - { id: downgrade, version: 1, name: B }`,
    "line 7: plans[2].id must not be downgrade: the page that cancels a plan has it",
  ],
  [
    "a number of users beside unlimited ones",
    plan("    limits: { max_users: 3 }\n    features: [unlimited_seats]"),
    "line 7: plans[1].limits.max_users contradicts the feature unlimited_seats",
  ],
  [
    "a number of events without what happens beyond it",
    plan("    limits: { max_requests: 10 }"),
    "line 7: plans[1].limits.max_requests needs over_limit of its plan: accept or reject",
  ],
  [
    "what happens beyond a number of events that is not there",
    plan("    over_limit: accept"),
    "line 7: plans[1].over_limit says nothing without max_requests in the limits",
  ],
  [
    "another end of the events than there is",
    plan("    over_limit: bill\n    limits: { max_requests: 10 }"),
    "line 7: plans[1].over_limit must be accept or reject",
  ],
  [
    "tiers out of order",
    plan(`    prices:
      - price_type: tiered_package
        package_size: 10
        tiers: [{ tier_lower_bound: 5, per_unit: 1 }]`),
    "line 10: plans[1].prices[1].tiers must begin with tier_lower_bound 0 and rise from tier to tier",
  ],
  ["no YAML", "default: [", "line 1: "],
  ["a list", "- a", "line 1: "],
  ["nothing", "", "line 1: "],
])("%s is a mistake", (_what, text, mistake) => {
  expect(mistakesIn(text).join("\n")).toContain(mistake);
});

const PRICED = "    prices: [{ price_type: fixed_price, amount: 3900 }]\n";
const tiers = (list: string, more = `${PRICED}    limits: { included_throughput: 5 }\n`) =>
  plan(`${more}    throughput_tiers: ${list}`);

test("throughput is sold in tiers, which can be cheaper than before, or kept for those that have them", () => {
  const read = readPlansFile(
    tiers(
      "[{ events_per_second: 10, price: 2000, legacy: true }, { events_per_second: 50, price: 9000, compare_at_price: 9500 }]",
    ),
  );

  if ("mistakes" in read) throw new Error(read.mistakes.join());
  expect(read.plans[0]?.content.throughput_tiers).toEqual([
    { events_per_second: 10, price: 2000, compare_at_price: null, legacy: true },
    { events_per_second: 50, price: 9000, compare_at_price: 9500, legacy: false },
  ]);
});

test.each([
  ["[{ events_per_second: 5, price: 1 }]", "must be above included_throughput, and rise from tier to tier"],
  [
    "[{ events_per_second: 9, price: 1 }, { events_per_second: 9, price: 2 }]",
    "plans[1].throughput_tiers[2].events_per_second must be above included_throughput, and rise from tier to tier",
  ],
  [
    "[{ events_per_second: 9, price: 2, compare_at_price: 2 }]",
    "plans[1].throughput_tiers[1].compare_at_price must be above the price",
  ],
  ["[{ events_per_second: 100001, price: 2 }]", "events_per_second must be at most 100000"],
  [
    `[${Array.from({ length: 9 }, (_none, at) => `{ events_per_second: ${at + 6}, price: 2 }`).join(", ")}]`,
    "plans[1].throughput_tiers must list at most 8 tiers",
  ],
  ["[{ events_per_second: 9 }]", "plans[1].throughput_tiers[1].price is missing"],
])("tiers %s: %s", (list, problem) => {
  expect(mistakesIn(tiers(list))).toEqual([expect.stringContaining(problem)]);
});

test("a plan that does not limit throughput, or has nothing to pay, sells none", () => {
  const list = "[{ events_per_second: 9, price: 2 }]";
  expect(mistakesIn(tiers(list, PRICED))).toEqual([
    "line 8: plans[1].throughput_tiers needs included_throughput in the limits of its plan",
  ]);
  const LIMIT = "    limits: { included_throughput: 5 }\n";
  const refusal = [expect.stringContaining("throughput_tiers needs a price of its plan")];
  expect(mistakesIn(tiers(list, LIMIT))).toEqual(refusal);
  expect(mistakesIn(tiers(list, `${LIMIT}    prices: [{ price_type: fixed_price, amount: 0 }]\n`))).toEqual(
    refusal,
  );
});
