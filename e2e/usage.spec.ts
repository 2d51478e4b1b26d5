/**
 * What does an installation without plans say about usage, and does it leave people alone otherwise?
 *
 * The period's numbers are those of the metrics of the same dates, and nothing anywhere offers a larger plan.
 */
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { givenConnection, givenEvents, send } from "./given.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { startProduct } from "./product.ts";
import { expect, test as base } from "./test.ts";

const BILLING = "/settings/organization/billing";
const PLANS = "/settings/organization/plans";

/** Usage is of the whole organization, in which other journeys would have projects, too. */
const test = base.extend({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const product = await startProduct();
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});

const period = (page: Page) => page.getByRole("region", { name: "Current period" });
async function expectInMetrics(page: Page, metric: string, total: number): Promise<void> {
  const chart = page.getByRole("figure", { name: metric, exact: true }).getByRole("img");
  await expect(chart).toHaveAccessibleName(new RegExp(`^${metric}: ${total} in total,`));
}

test("the period's usage is what the metrics of the same dates count", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  await givenEvents(product, connection, 4);
  await product.api("PUT", `/connections/${connection.id}/disable`);
  await send(connection);

  await page.goto(BILLING);
  await expect(period(page)).toContainText("Events4Requests5Users1Projects2");
  await expect(page.getByRole("list", { name: "Events by day: sums" })).toHaveText("Events 4");
  await expect(page.getByRole("list", { name: "Requests by day: sums" })).toHaveText("Requests 5");
  await expectAccessible(page, "billing");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("link", { name: "Events in metrics" }).click();
  await expectInMetrics(page, "Events", 4);
  await page.goBack();
  await page.getByRole("link", { name: "Requests in metrics" }).click();
  await expectInMetrics(page, "Requests", 5);
  await page.goBack();

  const chart = page.getByRole("figure", { name: "Events by day" });
  await chart.getByRole("button", { name: "Show as table" }).click();
  await expect(chart.getByRole("cell", { name: "4", exact: true })).toHaveCount(1);
  await chart.getByRole("slider").press("Home");
  await chart.getByRole("slider").press("Shift+End");
  await chart.getByRole("slider").press("Enter");
  await expect(page).toHaveURL(/\/metrics\/connections\?date/);
  await expectInMetrics(page, "Events", 4);
});

test("everything is included, and no page offers a larger plan", async ({ page, product, farEnd }) => {
  const connection = await givenConnection(product, farEnd);
  const [event] = await givenEvents(product, connection, 1);

  await page.goto(PLANS);
  await expect(page.getByRole("region", { name: "Self-hosted" })).toContainText("Everything is included");
  await expectAccessible(page, "plans of a self-hosted installation");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  const guide = await page.getByRole("link", { name: /^How to offer plans/ }).getAttribute("href");
  await page.goto(guide ?? "/");
  await expect(page.getByRole("heading", { level: 1, name: "Sell it on" })).toBeVisible();

  for (const address of [
    "/events",
    `/events/${event.id}`,
    "/requests",
    "/bookmarks",
    "/issues",
    "/metrics/destinations",
    "/connections",
    `/connections/${connection.id}`,
    "/sources",
    "/destinations",
    "/transformations",
    "/projects",
    "/settings/project/general",
    "/settings/project/integrations",
    "/settings/project/quotas",
    "/settings/organization/members/add",
    BILLING,
    PLANS,
  ]) {
    await page.goto(address);
    await page.getByRole("heading").first().waitFor();
    await page.waitForFunction(() => document.querySelector("[data-skeleton]") === null);
    await expect(page.locator('a[href*="highlight="]'), address).toHaveCount(0);
    await expect(page.getByRole("link", { name: /upgrade/i }), address).toHaveCount(0);
  }
  await page.goto("/metrics/destinations");
  await page.getByRole("button", { name: "Metrics Export" }).click();
  await expect(page.getByRole("link", { name: "Connect Prometheus" })).toBeVisible();
});
