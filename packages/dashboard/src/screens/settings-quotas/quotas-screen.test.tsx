import type { BillingDetails } from "@posthorn/contract/billing";
import type { Subscription } from "@posthorn/contract/plans";
import type { ThroughputTiers } from "@posthorn/contract/throughput";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aMetricsReply, askedMetrics, metricAnswers, rowsFor } from "../../resources/metrics/test-metrics.ts";
import { aPlan, aSessionWith, aSubscription, TEAM } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { QuotasScreen } from "./quotas-screen.tsx";
import { QuotasSearch } from "./quotas-url.ts";

const GET = "GET /dashboard-api/quotas";
const PUT = "PUT /dashboard-api/quotas";
const AT = "/settings/project/quotas";
const QUOTAS = { max_events_per_second: 50, retention_days: 30 };

let api: TestApi;
afterEach(() => api.restore());

/** The lengths of the ranges that charts asked for, in hours. */
const askedHours = new Set<number>();

async function open(address = AT, answers: Answers = {}, role: "owner" | "member" = "owner") {
  askedHours.clear();
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    [GET]: QUOTAS,
    [PUT]: (_url, body) => ({ ...QUOTAS, ...(body as object) }), // an object, as the contract says
    ...metricAnswers((url) => {
      const { start, end } = askedMetrics(url);
      askedHours.add(Math.round((end - start) / 3_600_000));
      return aMetricsReply(rowsFor(url, () => 7));
    }),
    ...answers,
  });
  const { screen, router } = await openScreen(address, (app: AnyRoute) => [
    createRoute({
      getParentRoute: () => app,
      path: "settings/project/quotas",
      validateSearch: QuotasSearch,
      component: QuotasScreen,
    }),
    createRoute({ getParentRoute: () => app, path: "metrics/$category", component: () => null }),
    createRoute({ getParentRoute: () => app, path: "settings/organization/plans" }),
  ]);
  return { screen, router };
}

const sent = () => api.asked.filter(({ call }) => call === PUT).map(({ body }) => body);

test("limits and usage are on one page, and the address has the range", async () => {
  const { screen, router } = await open();
  await expect.element(screen.getByText("events per second", { exact: true })).toBeVisible();
  for (const name of ["Event rate", "Max rate", "Events", "Requests"])
    await expect.element(screen.getByRole("figure", { name, exact: true })).toBeVisible();
  expect([...askedHours].map((hours) => Math.floor(hours / 24))).toEqual([30]);

  await screen.getByRole("radio", { name: "6h" }).click();

  await expect.poll(() => askedHours).toContain(6);
  expect(router.state.location.search).toEqual({ range: "6h" });
});

test("an admin changes the throughput at its own address, and an empty field is no limit", async () => {
  const { screen, router } = await open(`${AT}?view=throughput`);
  const dialog = screen.getByRole("dialog", { name: "Throughput" });
  await dialog.getByRole("spinbutton", { name: "Events per second" }).fill("0");
  const change = dialog.getByRole("button", { name: "Change throughput" });
  await expect.element(change).toHaveAttribute("aria-disabled", "true");

  await dialog.getByRole("spinbutton", { name: "Events per second" }).fill("");
  await change.click();

  await expect.element(screen.getByText("No limit", { exact: true })).toBeVisible();
  expect(sent()).toEqual([{ max_events_per_second: null }]);
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("a throughput that could not be changed stays in the dialog, with the reason", async () => {
  const { screen } = await open(`${AT}?view=throughput`, {
    [PUT]: () => Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }),
  });
  const dialog = screen.getByRole("dialog", { name: "Throughput" });
  await dialog.getByRole("spinbutton", { name: "Events per second" }).fill("100");
  await dialog.getByRole("button", { name: "Change throughput" }).click();

  await expect.element(dialog.getByText(/^Failed to update project throughput/)).toBeVisible();
});

test("less retention says what it deletes before it is saved", async () => {
  const { screen } = await open();
  await screen.getByRole("link", { name: "Change retention" }).click();
  const dialog = screen.getByRole("dialog", { name: "Retention" });
  const days = dialog.getByRole("spinbutton", { name: "Days" });
  await days.fill("90");
  await expect.element(dialog.getByText(/will be deleted/)).not.toBeInTheDocument();

  await days.fill("7");
  await expect.element(dialog.getByText("Data that are older than 7 days will be deleted")).toBeVisible();
  await dialog.getByRole("button", { name: "Change retention" }).click();

  await expect.element(screen.getByText("Project updated")).toBeVisible();
  expect(sent()).toEqual([{ retention_days: 7 }]);
});

test("a member sees the limits, and why they cannot change them", async () => {
  const { screen } = await open(`${AT}?view=throughput`, {}, "member");

  await expect
    .element(screen.getByRole("region", { name: "Throughput" }))
    .toHaveTextContent(/50 events per second/);
  await expect.element(screen.getByRole("region", { name: "Retention" })).toHaveTextContent(/30 days/);
  const change = screen.getByRole("button", { name: "Change throughput" });
  await expect.element(change).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(change)
    .toHaveAttribute("data-tooltip", expect.stringMatching(/^You need the admin role/));
  expect(screen.getByRole("dialog").elements()).toEqual([]);
});

const TIERS: ThroughputTiers = {
  billing_meta: { included: 5, tier: 50 },
  models: [
    { events_per_second: 5, price: 0, compare_at_price: null, legacy: false, change: -4800 },
    { events_per_second: 10, price: 2000, compare_at_price: null, legacy: false, change: -3733 },
    { events_per_second: 50, price: 9000, compare_at_price: null, legacy: false, change: 0 },
    { events_per_second: 100, price: 16_000, compare_at_price: 18_000, legacy: false, change: 3733 },
  ],
  today: "2026-11-15",
  period_end: "2026-12-01",
  is_card_missing: false,
  contact_url: "mailto:sales@example.com",
};
const NOTHING_SOLD: ThroughputTiers = { ...TIERS, models: [], billing_meta: { included: 5, tier: null } };
const LEDGER: BillingDetails = {
  provider: "ledger",
  period_start: "2026-11-01T00:00:00.000Z",
  period_end: "2026-12-01T00:00:00.000Z",
  lines: [
    { name: "Team plan", explanation: "fixed price", amount: 3900 },
    {
      name: "Events",
      explanation: "3,840,211 − 1,000,000 included → 3 × 1 million at $15.00",
      amount: 4500,
    },
  ],
  amount_so_far: 8400,
  card: null,
  billing_email: "billing@acme.dev",
};
const BUY = "PUT /dashboard-api/throughput";

/** The plan sells what `tiers` have. */
function soldBy(
  tiers: ThroughputTiers,
  more: { billing?: Partial<BillingDetails>; subscription?: Partial<Subscription>; answers?: Answers } = {},
  role: "owner" | "member" = "owner",
): Answers {
  const session = aSessionWith(role, { id: "team", name: "Team" });
  const at = `GET /dashboard-api/organizations/${session.organizations[0]?.id}`;
  return {
    "GET /dashboard-api/session": session,
    "GET /dashboard-api/throughput-tiers": tiers,
    [BUY]: tiers,
    [`${at}/billing`]: { ...LEDGER, ...more.billing },
    [`${at}/subscription`]: aSubscription({
      plan: TEAM,
      usage: { events: 3_840_211, requests: 0 },
      ...more.subscription,
    }),
    ...more.answers,
  };
}

const bought = () => api.asked.filter(({ call }) => call === BUY).map(({ body }) => body);

test("a plan bounds both limits, and the page leads to larger ones", async () => {
  const { screen } = await open(
    `${AT}?view=throughput`,
    soldBy(NOTHING_SOLD, {
      answers: { "GET /dashboard-api/session": aSessionWith("owner", {}) },
    }),
  );

  await expect.element(screen.getByText(/^Empty: as many as your plan, Developer, allows/)).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  const retention = screen.getByRole("region", { name: "Retention" });
  await expect.element(retention).toHaveTextContent(/At most what your plan, Developer, allows/);
  await expect
    .element(retention.getByRole("link", { name: "Upgrade plan" }))
    .toHaveAttribute("href", "/settings/organization/plans?highlight=retention_days");
});

test("an admin buys throughput by keys, and sees before what it costs now, then, and until the period ends", async () => {
  const { screen, router } = await open(`${AT}?view=throughput`, soldBy(TIERS));
  const dialog = screen.getByRole("dialog", { name: "Throughput" });
  const slider = dialog.getByRole("slider", { name: "Events per second" });
  await expect.element(slider).toHaveAttribute("aria-valuetext", "50 events per second, $90 a month");
  await expect.element(dialog.getByText("your peak 1", { exact: true })).toBeVisible();
  await expect
    .element(dialog.getByRole("button", { name: "Change to 50 / s" }))
    .toHaveAttribute("aria-disabled", "true");

  (slider.element() as HTMLElement).focus(); // a slider is an HTML element
  await userEvent.keyboard("{ArrowRight}");

  await expect.element(slider).toHaveAttribute("aria-valuetext", "100 events per second, $160 a month");
  for (const text of [
    "Before: $180",
    "Now, 50 events per second",
    "$90.00 / month",
    "From today, 100 events per second",
    "$160.00 / month",
    "More for 2026-11-15 to 2026-12-01",
    "$37.33",
  ])
    await expect.element(dialog.getByText(text, { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Change to 100 / s" }).click();

  await expect.element(screen.getByText("Project throughput updated")).toBeVisible();
  expect(bought()).toEqual([{ throughput: 100 }]);
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("less throughput says what it gives back, and what the plan includes costs nothing", async () => {
  const { screen } = await open(`${AT}?view=throughput`, soldBy(TIERS));
  const dialog = screen.getByRole("dialog", { name: "Throughput" });
  await dialog.getByRole("slider", { name: "Events per second" }).fill("0");

  await expect.element(dialog.getByText("Less for 2026-11-15 to 2026-12-01")).toBeVisible();
  await expect.element(dialog.getByText("$48.00", { exact: true })).toBeVisible();
  await dialog.getByRole("button", { name: "Change to 5 / s" }).click();

  await expect.poll(bought).toEqual([{ throughput: null }]);
});

test("above the highest tier, people ask the operator", async () => {
  const { screen } = await open(`${AT}?view=throughput`, soldBy(TIERS));
  const dialog = screen.getByRole("dialog", { name: "Throughput" });
  await dialog.getByRole("slider", { name: "Events per second" }).fill("4");

  await expect
    .element(dialog.getByRole("link", { name: "Contact us" }))
    .toHaveAttribute("href", "mailto:sales@example.com");
  await expect.element(dialog.getByText(/^More than 100 events per second is agreed with you/)).toBeVisible();
});

test("without a card, what costs something leads to one first, and what is included does not", async () => {
  const { screen } = await open(`${AT}?view=throughput`, soldBy({ ...TIERS, is_card_missing: true }));
  const dialog = screen.getByRole("dialog", { name: "Throughput" });
  const slider = dialog.getByRole("slider", { name: "Events per second" });
  const addCard = dialog.getByRole("link", { name: "Add a card" });
  await slider.fill("3");
  await expect.element(addCard).toHaveAttribute("href", "/settings/organization/billing/payment-method");
  await expect
    .element(dialog.getByRole("button", { name: "Change to 100 / s" }))
    .toHaveAttribute("data-tooltip", "Credit card is required");

  await slider.fill("0");
  await expect.element(addCard).not.toBeInTheDocument();
  await dialog.getByRole("button", { name: "Change to 5 / s" }).click();
  await expect.poll(bought).toEqual([{ throughput: null }]);
});

test("throughput that could not be bought keeps the dialog, and says why", async () => {
  const { screen } = await open(
    `${AT}?view=throughput`,
    soldBy(TIERS, {
      answers: {
        [BUY]: () =>
          Response.json(
            { code: "UNPROCESSABLE_ENTITY", status: 422, message: "Unprocessable", data: ["Not today"] },
            { status: 422 },
          ),
      },
    }),
  );
  const dialog = screen.getByRole("dialog", { name: "Throughput" });
  await dialog.getByRole("slider", { name: "Events per second" }).fill("3");
  await dialog.getByRole("button", { name: "Change to 100 / s" }).click();

  await expect.element(screen.getByText("Failed to update project throughput.")).toBeVisible();
  await expect.element(screen.getByText("Not today")).toBeVisible();
  await expect.element(dialog).toBeVisible();
});

test("an own limit below what the project has stays possible, and the dialog says that it holds", async () => {
  const { screen } = await open(
    `${AT}?view=throughput`,
    soldBy(TIERS, { answers: { [GET]: { ...QUOTAS, max_events_per_second: 20 } } }),
  );
  const dialog = screen.getByRole("dialog", { name: "Throughput" });
  await expect
    .element(dialog.getByText("An own limit holds the project at 20 events per second"))
    .toBeVisible();
  await dialog.getByRole("link", { name: "change the own limit" }).click();

  const own = screen.getByRole("dialog", { name: "Own limit" });
  await own.getByRole("spinbutton", { name: "Events per second" }).fill("");
  await own.getByRole("button", { name: "Change own limit" }).click();

  await expect.poll(sent).toEqual([{ max_events_per_second: null }]);
});

test("a member sees what the project has and what the period has used, and that an admin buys", async () => {
  const { screen } = await open(AT, soldBy(TIERS, { subscription: { projects: 2 } }, "member"), "member");
  const throughput = screen.getByRole("region", { name: "Throughput" });

  await expect
    .element(throughput.getByText("The project has 50, for $90 a month; your plan, Team, includes 5."))
    .toBeVisible();
  await expect
    .element(throughput.getByRole("button", { name: "Change throughput" }))
    .toHaveAttribute("aria-disabled", "true");
  const events = screen.getByRole("region", { name: "Events" });
  await expect
    .element(events)
    .toHaveTextContent(
      "3,840,211 this period, in all 2 projects · 1,000,000 included, then $15.00 per 1 million",
    );
  await expect.element(events).toHaveTextContent("3 × 1 million over = $45.00");
  await expect.element(screen.getByText(/billing period 2026-11-01 to 2026-12-01$/)).toBeVisible();
});

const lineOf = (amount: number) => ({ name: "Events", explanation: "", amount });

test("a period of two plans says what its events cost so far", async () => {
  const { screen } = await open(
    AT,
    soldBy(TIERS, {
      billing: { lines: [lineOf(1500), lineOf(3000)] },
      subscription: { plan: aPlan("team", { limits: { ...TEAM.limits, max_requests: 500 } }) },
    }),
  );

  const events = screen.getByRole("region", { name: "Events" });
  await expect.element(events).toHaveTextContent("3,840,211 this period · 500 included");
  await expect.element(events).toHaveTextContent("$45.00 so far");
});
