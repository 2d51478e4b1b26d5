import { getEventHistogram, getRequestHistogram } from "@posthorn/contract/histograms";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { pathOf } from "../api/endpoint-request.ts";
import { answerApi, type Answers, type TestApi } from "../api/test-api.ts";
import { openScreen } from "../test-screen.tsx";
import type { Category } from "./categories.ts";
import { EntityMetrics, type EntityMetricsProps } from "./entity-metrics.tsx";
import { aMetricsReply, metricAnswers, rowsFor } from "./test-metrics.ts";

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

async function openSection(category: Category, id: string, answers: Answers = {}) {
  const onRange = vi.fn<EntityMetricsProps["onRange"]>();
  api = answerApi({
    [EVENT_BARS]: BARS,
    [REQUEST_BARS]: { ...BARS, rows: [{ ...BARS.rows[0], dimension: null }] },
    ...metricAnswers((url) => aMetricsReply(rowsFor(url, () => 7))),
    ...answers,
  });
  const { screen } = await openScreen("/", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => <EntityMetrics category={category} id={id} onRange={onRange} />,
    }),
    createRoute({ getParentRoute: () => app, path: "metrics/$category", component: () => null }),
  ]);
  return { screen, onRange };
}

test("a connection shows its last day in numbers and bars, and links to all its metrics", async () => {
  const { screen, onRange } = await openSection("connections", "web_1");

  await expect.element(screen.getByRole("heading", { name: "Metrics" })).toBeVisible();
  for (const card of [/^Failed events7$/, /^Error rate25 %$/, /^Average response time7 ms$/, /^Event rate/])
    await expect.poll(() => cards().some((text) => card.test(text))).toBe(true);
  await expect
    .element(screen.getByRole("link", { name: "All metrics" }))
    .toHaveAttribute("href", "/metrics/connections?webhook_id[0]=web_1");
  const bars = screen.getByRole("slider", { name: /^Events, Last 24 hours/ });
  bars.element().focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(() => bars.element().ariaValueText).toMatch(/2 failed/);
  await userEvent.keyboard("{Enter}");

  expect(onRange).toHaveBeenCalledWith({ min: "2026-11-14T14:00:00.000Z", max: "2026-11-14T14:01:00.000Z" });
  for (const { call } of api.asked) expect(call).toContain("web_1");
});

test.each([
  ["sources", "src_1", "Rejected requests", /^Requests, Last 24 hours/],
  ["destinations", "des_1", "Delivered attempts", /^Events, Last 24 hours/],
] as const)("%s have a section of their own", async (category, id, card, bars) => {
  const { screen } = await openSection(category, id);

  await expect.element(screen.getByText(card)).toBeVisible();
  await expect.element(screen.getByRole("slider", { name: bars })).toBeVisible();
});

test("numbers that are not there, or cannot be loaded, say so", async () => {
  const { screen } = await openSection("connections", "web_1", {
    "GET /2025-07-01/metrics/events": aMetricsReply([]),
    "GET /2025-07-01/metrics/attempts": undefined,
    [EVENT_BARS]: { ...BARS, rows: [] },
  });

  await expect.poll(cards).toContain("Failed events0");
  await expect.poll(cards).toContain("Error rateNo data");
  await expect.poll(cards).toContain("Average response timeNot available");
  await expect.element(screen.getByRole("figure", { name: /^Events, / })).toHaveTextContent("No data");
});

function cards(): string[] {
  return [...document.querySelectorAll("dl > div")].map((card) => card.textContent);
}
