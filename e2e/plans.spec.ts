/**
 * What does an operator's customer see of plans? The plans side by side, the row that a link is about, what the own plan
 * leaves out, and the locks.
 *
 * The product offers the plans of examples/plans.yaml, and the operator's API puts the organization on one of them.
 */
import type { Session } from "@posthorn/contract/dashboard-api";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import type { OwnProject } from "./own-project.ts";
import { OPERATOR_TOKEN, startProduct } from "./product.ts";
import { expect, test as base } from "./test.ts";

const PLANS = "/settings/organization/plans";

const test = base.extend({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const product = await startProduct({ hasPlans: true });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
/** All of them change the plan of the one organization. */
test.describe.configure({ mode: "serial" });

async function putOnPlan(product: OwnProject, subscription: object): Promise<void> {
  const { organizations } = await product.dashboardApi<Session>("GET", "/session");
  const response = await fetch(`${product.url}/operator/organizations/${organizations[0]?.id}/subscription`, {
    method: "PUT",
    headers: { authorization: `Bearer ${OPERATOR_TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(subscription),
  });
  expect(await response.text()).toContain('"plan"');
  expect(response.status).toBe(200);
}

const cellsOf = (page: Page, row: string) =>
  page
    .getByRole("row")
    .filter({ has: page.getByRole("rowheader", { name: row, exact: true }) })
    .getByRole("cell");

test("the plans stand side by side, and a link is about one row", async ({ page, product }) => {
  await putOnPlan(product, { plan: "team" });

  await page.goto(`${PLANS}?highlight=retention_days`);
  const names = page.getByRole("columnheader");
  await expect(names).toHaveCount(5);
  await expect(names.nth(2)).toHaveText(/^TeamCurrent planA team in production\$39 \/ month$/);
  await expect(names.nth(4)).toContainText("Custom");
  await expect(cellsOf(page, "Retention")).toHaveText(["3 days", "7 days", "30 days", "Custom"]);
  await expect(cellsOf(page, "Over that, per 1 million")).toHaveText([
    "–",
    "$15.00",
    "$9.00, from 100 million $6.00",
    "Custom",
  ]);
  await expect(
    page.getByText("Retention decides how far back you can look: with your plan, 7 days."),
  ).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact us about Growth" })).toHaveAttribute(
    "href",
    "mailto:sales@example.com",
  );
  await expect(page.getByRole("button", { name: /legacy/ })).toHaveCount(0);
  await expectAccessible(page, "plans");

  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  const table = page.getByRole("region", { name: "Plans" });
  const row = page.getByRole("rowheader", { name: "Retention" });
  const before = await row.boundingBox();
  await table.evaluate((box) => box.scrollTo({ left: box.scrollWidth }));
  await expect(page.getByText("Enterprise", { exact: true })).toBeInViewport();
  expect(await row.boundingBox()).toEqual(before);
});

test("the own plan in an older version is a legacy plan", async ({ page, product }) => {
  await putOnPlan(product, { plan: "team", version: 1 });

  await page.goto(PLANS);
  const own = page.getByRole("columnheader", { name: /Legacy.*Current plan.*\$29/ });
  await expect(own).toBeVisible();
  await page.getByRole("button", { name: "Hide legacy plans" }).click();
  await expect(own).toHaveCount(0);
  await expect(page.getByRole("columnheader", { name: /^Team/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Show legacy plans" }).click();
  await expect(own).toBeVisible();

  await page.goto("/settings/organization/billing");
  await expect(page.getByRole("region", { name: "Current period" })).toContainText("Events0 of 500,000");
  await expectAccessible(page, "billing with a plan");
  await page.getByRole("link", { name: "View plans" }).click();
  await expect(page).toHaveURL(new RegExp(`${PLANS}$`));
});

test("what the plan leaves out says so, and the server refuses it as well", async ({ page, product }) => {
  await putOnPlan(product, { plan: "developer" });

  await page.goto("/settings/project/integrations");
  const slack = page.getByRole("button", { name: "Connect Slack" });
  await expect(slack).toBeDisabled();
  await slack.hover({ force: true });
  await expect(page.getByRole("tooltip")).toHaveText(
    "Your plan, Developer, does not include: All integrations.",
  );
  await expectAccessible(page, "integrations that the plan leaves out");
  await page.getByRole("link", { name: "Upgrade plan" }).first().click();
  await expect(page.getByRole("rowheader", { name: "All integrations" })).toHaveCSS("font-weight", "600");

  const connecting = product.dashboardApi("POST", "/team-integrations", { provider: "prometheus" });
  await expect(connecting).rejects.toThrow(/403.*FEATURE_NOT_IN_PLAN/);

  await page.goto("/metrics/destinations");
  await page.getByRole("button", { name: "Metrics Export" }).click();
  await expect(page.getByRole("link", { name: "Upgrade plan" })).toHaveAttribute(
    "href",
    /highlight=metrics$/,
  );
});
