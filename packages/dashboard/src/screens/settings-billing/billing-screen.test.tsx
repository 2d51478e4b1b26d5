import type { BillingDetails } from "@posthorn/contract/billing";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aSubscription, DEVELOPER, TEAM } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { MetricsSearch } from "../metrics/metrics-url.ts";
import { BillingScreen } from "./billing-screen.tsx";

const AT = "/settings/organization/billing";
const SUBSCRIPTION = "GET /dashboard-api/organizations/org_1/subscription";
const USAGE = "GET /dashboard-api/organizations/org_1/usage";
const BILLING = "GET /dashboard-api/organizations/org_1/billing";
const NO_BILLING: BillingDetails = {
  provider: "none",
  period_start: "2026-11-01T00:00:00.000Z",
  period_end: "2026-12-01T00:00:00.000Z",
  lines: [],
  amount_so_far: 0,
  card: null,
  billing_email: "ada@example.com",
};

let api: TestApi;
afterEach(() => api.restore());

async function open(answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("owner"),
    [SUBSCRIPTION]: aSubscription(),
    [BILLING]: NO_BILLING,
    [USAGE]: {
      models: [
        { date: "2026-11-01", events: 1000, requests: 900 },
        { date: "2026-11-02", events: 234, requests: 87 },
      ],
    },
    ...answers,
  });
  return openScreen(AT, (app: AnyRoute) => [
    createRoute({ getParentRoute: () => app, path: AT.slice(1), component: BillingScreen }),
    createRoute({
      getParentRoute: () => app,
      path: "metrics/$category",
      validateSearch: MetricsSearch,
      component: () => null,
    }),
    createRoute({ getParentRoute: () => app, path: "settings/organization/plans", component: () => null }),
  ]);
}

test("the period has its exact numbers, by day as well, and leads to the metrics of the same dates", async () => {
  const { screen, router } = await open();
  const period = screen.getByRole("region", { name: "Current period" });
  await expect.element(period).toHaveTextContent(/2026-11-01 to 2026-12-01, in UTC/);
  await expect.element(period).toHaveTextContent(/Events1,234Requests987Users2Projects1/);
  await expect
    .element(screen.getByRole("figure", { name: "Events by day" }))
    .toHaveTextContent(/Events 1,234/);
  expect(screen.getByRole("link", { name: "View plans" }).elements()).toEqual([]);

  await screen.getByRole("link", { name: "Events in metrics" }).click();

  expect(router.state.location.pathname).toBe("/metrics/connections");
  expect(router.state.location.search).toEqual({
    date: { min: "2026-11-01T00:00:00.000Z", max: "2026-12-01T00:00:00.000Z" },
  });
});

test("the days of a chart are a table for those who read numbers, and its days begin in UTC", async () => {
  const { screen, router } = await open();
  const chart = screen.getByRole("figure", { name: "Requests by day" });
  await chart.getByRole("button", { name: "Show as table" }).click();
  await expect.element(chart.getByRole("table")).toHaveTextContent(/900.*87/);

  const slider = chart.getByRole("slider");
  const element = slider.element();
  if (element instanceof HTMLElement) element.focus();
  await slider.click({ position: { x: 2, y: 30 } });

  await expect.poll(() => router.state.location.pathname).toBe("/metrics/sources");
  expect(router.state.location.search).toEqual({
    date: { min: "2026-11-01T00:00:00.000Z", max: "2026-11-02T00:00:00.000Z" },
  });
});

test("a plan has limits, and a used up one says since when", async () => {
  const { screen } = await open({
    [SUBSCRIPTION]: aSubscription({
      plan: DEVELOPER,
      usage: { events: 12_000, requests: 11_000 },
      users: 1,
      limit_exceeded_at: "2026-11-15T09:48:12.000Z",
    }),
  });

  const period = screen.getByRole("region", { name: "Current period" });
  await expect.element(period).toHaveTextContent(/Events12,000 of 10,000/);
  await expect.element(period).toHaveTextContent(/Users1 of 1/);
  await expect.element(period).toHaveTextContent(/Limit reached2026-11-15 09:48:12 UTC/);
  await expect.element(period.getByRole("link", { name: "View plans" })).toBeVisible();
});

test("several projects share the numbers, and the page says so", async () => {
  const { screen } = await open({ [SUBSCRIPTION]: aSubscription({ projects: 3 }) });

  await expect
    .element(screen.getByText(/Of all 3 projects.*Metrics show one project: payments/))
    .toBeVisible();
});

test("a chart that failed leaves the numbers of the period", async () => {
  const { screen } = await open({ [USAGE]: () => Response.json({}, { status: 500 }) });

  await expect.element(screen.getByRole("alert").first()).toBeVisible();
  await expect
    .element(screen.getByRole("region", { name: "Current period" }))
    .toHaveTextContent(/Events1,234/);
});

test("a period without traffic says so", async () => {
  const { screen } = await open({ [USAGE]: { models: [{ date: "2026-11-01", events: 0, requests: 2 }] } });

  await expect.element(screen.getByText("No events in this period yet.")).toBeVisible();
  await expect.element(screen.getByRole("figure", { name: "Requests by day" })).toBeVisible();
});

test("where invoices are made, the period says what it costs, and a cancelled plan when it ends", async () => {
  const { screen } = await open({
    [SUBSCRIPTION]: aSubscription({ plan: TEAM, cancel_at: "2026-12-01T00:00:00.000Z" }),
    [BILLING]: {
      ...NO_BILLING,
      provider: "ledger",
      lines: [
        { name: "Team plan", explanation: "fixed price", amount: 3900 },
        {
          name: "Events",
          explanation: "3,840,211 − 1,000,000 included → 3 × 1 million at $15.00",
          amount: 4500,
        },
      ],
      amount_so_far: 8400,
    },
    "GET /dashboard-api/organizations/org_1/invoices": { models: [], count: 0 },
  });

  const period = screen.getByRole("region", { name: "Current period" });
  await expect.element(period).toHaveTextContent(/Team ends on 2026-12-01.*\$84\.00 so far/);
  await expect
    .element(period)
    .toHaveTextContent(/Events3,840,211 − 1,000,000 included → 3 × 1 million at \$15\.00\$45\.00/);
  await expect.element(screen.getByText("No invoices yet.")).toBeVisible();
  await expect
    .element(screen.getByRole("region", { name: "Billing email" }))
    .toHaveTextContent("ada@example.com");
});
