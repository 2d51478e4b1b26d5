/** An admin reads above the page how near the organization is to the events of its plan, until they dismiss it. */
import type { UsageNotice } from "@posthorn/contract/plans";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { aSessionWith } from "../../resources/plans/test-plans.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { SignedInShell } from "./signed-in-shell.tsx";

const SESSION = "GET /dashboard-api/session";
const NEAR: UsageNotice = {
  percent: 80,
  events: 8_412,
  max_requests: 10_000,
  over_limit: "reject",
  is_charged: false,
  period_end: "2026-12-01T00:00:00.000Z",
};

let api: TestApi;
afterEach(() => api.restore());

async function openWith(usage_notice: UsageNotice | null) {
  await page.viewport(1280, 800);
  api = answerApi({
    [SESSION]: aSessionWith("admin", { usage_notice }),
    "GET /dashboard-api/notice": { notice: null, alarms: [] },
  });
  const { screen, client } = await openScreen("/", (app: AnyRoute) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => (
        <SignedInShell>
          <p>Some content</p>
        </SignedInShell>
      ),
    }),
    createRoute({ getParentRoute: () => app, path: "settings/organization/plans", component: () => null }),
  ]);
  await expect.element(screen.getByText("Some content")).toBeVisible();
  const tell = async (change: Partial<UsageNotice>) => {
    api.answers[SESSION] = aSessionWith("admin", { usage_notice: { ...NEAR, ...change } });
    await client.refetchQueries(sessionQuery);
  };
  return { screen, tell };
}

test.each<[Partial<UsageNotice>, string]>([
  [
    {},
    "You have used 8,412 of 10,000 events of this period. Beyond, requests are rejected until 2026-12-01. View plans",
  ],
  [
    { percent: 100, events: 10_003 },
    "You have used 10,003 events in this period, and your plan includes 10,000. Requests are rejected until 2026-12-01. View plans",
  ],
  [
    { over_limit: "accept", is_charged: true },
    "You have used 8,412 of 10,000 events of this period. More are accepted, and cost extra. View plans",
  ],
  [
    { percent: 200, events: 25_000, over_limit: "accept" },
    "You have used 25,000 events in this period, and your plan includes 10,000. More are accepted. View plans",
  ],
])("the bar says what is used, what happens beyond, and leads to the plans: %#", async (change, words) => {
  const { screen } = await openWith({ ...NEAR, ...change });

  await expect
    .element(screen.getByRole("status").filter({ hasText: "You have used" }))
    .toHaveTextContent(words);
  await expect
    .element(screen.getByRole("link", { name: "View plans" }))
    .toHaveAttribute("href", "/settings/organization/plans?highlight=events");
});

test("a dismissed threshold stays away while events are added, and the next one, a new limit and the next period show again", async () => {
  const { screen } = await openWith(NEAR);
  const dismiss = screen.getByRole("button", { name: "Dismiss" });
  await dismiss.click();
  await expect.element(dismiss).not.toBeInTheDocument();
  await screen.unmount();

  const { screen: again, tell } = await openWith(NEAR);
  await tell({ events: 9_000 });
  expect(again.getByRole("button", { name: "Dismiss" }).elements()).toEqual([]);
  const later = again.getByRole("button", { name: "Dismiss" });
  for (const change of [
    { percent: 100, events: 10_000 },
    { max_requests: 10_500 },
    { period_end: "2027-01-01T00:00:00.000Z" },
  ]) {
    await tell(change);
    await later.click();
    await expect.element(later).not.toBeInTheDocument();
  }
});

test("without a notice there is no bar", async () => {
  const { screen } = await openWith(null);

  expect(screen.getByRole("link", { name: "View plans" }).elements()).toEqual([]);
});
