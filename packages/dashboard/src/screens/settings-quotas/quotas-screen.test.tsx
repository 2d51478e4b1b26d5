import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aMetricsReply, askedMetrics, metricAnswers, rowsFor } from "../../resources/metrics/test-metrics.ts";
import { aSessionWith } from "../../resources/plans/test-plans.ts";
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

test("a plan bounds both limits, and the page leads to larger ones", async () => {
  const { screen } = await open(`${AT}?view=throughput`, {
    "GET /dashboard-api/session": aSessionWith("owner", {}),
  });

  await expect.element(screen.getByText(/^Empty: as many as your plan, Developer, allows/)).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  const retention = screen.getByRole("region", { name: "Retention" });
  await expect.element(retention).toHaveTextContent(/At most what your plan, Developer, allows/);
  await expect
    .element(retention.getByRole("link", { name: "Upgrade plan" }))
    .toHaveAttribute("href", "/settings/organization/plans?highlight=retention_days");
});
