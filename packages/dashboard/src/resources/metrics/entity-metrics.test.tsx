import { getEventHistogram, getRequestHistogram } from "@posthorn/contract/histograms";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { pathOf } from "../api/endpoint-request.ts";
import { answerApi, type Answers, type TestApi } from "../api/test-api.ts";
import { aSession } from "../connections/test-connections.ts";
import { openScreen } from "../test-screen.tsx";
import type { Category } from "./categories.ts";
import { EntityMetrics, type EntityMetricsProps } from "./entity-metrics.tsx";
import { aMetricsReply, metricAnswers, rowsFor } from "./test-metrics.ts";

const SESSION = "GET /dashboard-api/session";
const EVENT_BARS = `GET ${pathOf(getEventHistogram, {})}`;
const REQUEST_BARS = `GET ${pathOf(getRequestHistogram, {})}`;
const BARS = {
  is_available: true,
  granularity: "minute",
  from: "2026-11-14T14:00:00.000Z",
  step_ms: 60_000,
  steps: 60,
  rows: [{ created_at: "2026-11-14T14:00:00.000Z", dimension: "FAILED", count: 2 }],
};
let api: TestApi;

afterEach(() => api.restore());

const sevenEverywhere = (url: URL) => aMetricsReply(rowsFor(url, () => 7));

async function openSection(category: Category, id: string, answers: Answers = {}) {
  const onRange = vi.fn<EntityMetricsProps["onRange"]>();
  const onDate = vi.fn<EntityMetricsProps["onDate"]>();
  api = answerApi({
    [SESSION]: aSession("owner"),
    [EVENT_BARS]: BARS,
    [REQUEST_BARS]: { ...BARS, rows: [{ ...BARS.rows[0], dimension: null }] },
    ...metricAnswers(sevenEverywhere),
    ...answers,
  });
  const { screen } = await openScreen("/", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => (
        <EntityMetrics
          category={category}
          id={id}
          {...(category === "connections" && { destination: { id: "des_1", name: "ledger" } })}
          date={undefined}
          onDate={onDate}
          onRange={onRange}
        />
      ),
    }),
    createRoute({ getParentRoute: () => app, path: "metrics/$category", component: () => null }),
  ]);
  return { screen, onRange, onDate };
}

const panel = (screen: Awaited<ReturnType<typeof openSection>>["screen"], name: string) =>
  screen.getByRole("figure", { name, exact: true });

test("a connection has bars and four charts of one date range, and links to all its metrics", async () => {
  const { screen, onRange, onDate } = await openSection("connections", "web_1");

  await expect.element(screen.getByRole("heading", { name: "Metrics" })).toBeVisible();
  await expect
    .element(panel(screen, "Error rate"))
    .toHaveTextContent(/25 %overall · peak 25 % at (\w+ \d+ )?\d\d:\d\d$/);
  await expect.element(panel(screen, "Response time")).toHaveTextContent("p50p957 msp50 · p95 7 ms");
  await expect
    .element(panel(screen, "Event rate"))
    .toHaveTextContent(/receiveddelivered< 0\.01 \/ minreceived · peak [\d.]+ \/ min at .*\d\d:\d\d$/);
  await expect.element(panel(screen, "Event rate").getByRole("img")).toBeVisible();
  await expect
    .element(panel(screen, "Oldest pending event"))
    .toHaveTextContent(/7 mspeak at .*\d\d:\d\d · last 7 msOf all connections to ledger\.$/);
  await expect
    .element(screen.getByRole("link", { name: "All metrics" }))
    .toHaveAttribute("href", "/metrics/connections?webhook_id[0]=web_1");
  await expect
    .element(screen.getByRole("link", { name: "Expand Error rate" }))
    .toHaveAttribute("href", "/metrics/connections?webhook_id[0]=web_1&expanded=attempts_error_rate");
  const bars = screen.getByRole("slider", { name: /^Events, Last 24 hours/ });
  await expect.element(bars).toBeVisible();
  bars.element().focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(() => bars.element().ariaValueText).toMatch(/2 failed/);
  await userEvent.keyboard("{Enter}");

  expect(onRange).toHaveBeenCalledWith({ min: "2026-11-14T14:00:00.000Z", max: "2026-11-14T14:01:00.000Z" });
  for (const { call } of api.asked.filter((one) => one.call !== SESSION))
    expect(call).toContain(call.includes("/queue-depth") ? "des_1" : "web_1");

  await screen.getByRole("button", { name: /^Date Last 24 hours/ }).click();
  await screen.getByRole("button", { name: "Last 7 days" }).click();
  expect(onDate).toHaveBeenCalledWith({ relative: "7_days" });
});

test("it says from when to when it counts", async () => {
  const { screen } = await openSection("sources", "src_1");

  await expect.element(screen.getByText(/^\w+ \d+ \d\d:\d\d – now, steps of 15 min$/)).toBeVisible();
});

test.each([
  ["sources", "src_1", "Rejected requests", /^Requests, Last 24 hours/],
  ["destinations", "des_1", "Delivered attempts", /^Events, Last 24 hours/],
] as const)("%s have a section of their own", async (category, id, chart, bars) => {
  const { screen } = await openSection(category, id);

  await expect.element(panel(screen, chart).getByRole("img")).toBeVisible();
  await expect.element(screen.getByRole("slider", { name: bars })).toBeVisible();
  expect(screen.getByRole("figure").elements()).toHaveLength(5);
});

test("numbers that are not there say so", async () => {
  const { screen } = await openSection("connections", "web_1", {
    "GET /2025-07-01/metrics/events": aMetricsReply([]),
    "GET /2025-07-01/metrics/attempts": aMetricsReply([]),
    [EVENT_BARS]: { ...BARS, rows: [] },
  });

  for (const name of ["Event rate", "Error rate", "Response time"]) {
    await expect.element(panel(screen, name)).toHaveTextContent(`${name}No data`);
    await expect
      .element(panel(screen, name).getByRole("button", { name: `What ${name} counts` }))
      .toBeVisible();
  }
  await expect.element(screen.getByRole("figure", { name: /^Events, / })).toHaveTextContent("No data");
});

test("a chart of two calls fails if one of them does, and asks for both again", async () => {
  let isUp = false;
  const { screen } = await openSection("connections", "web_1", {
    "GET /2025-07-01/metrics/attempts": (url: URL) => (isUp ? sevenEverywhere(url) : undefined),
  });
  await expect.element(panel(screen, "Error rate").getByRole("alert")).toBeVisible();
  await expect.element(panel(screen, "Event rate").getByRole("alert")).toBeVisible();
  expect(panel(screen, "Event rate").getByRole("img").elements()).toHaveLength(0);

  isUp = true;
  await panel(screen, "Event rate").getByRole("button", { name: "Try again" }).click();

  await expect.element(panel(screen, "Event rate").getByRole("img")).toBeVisible();
});
