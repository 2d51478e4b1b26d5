/**
 * What does an operator's customer see of plans? The plans side by side, the row that a link is about, what the own plan
 * leaves out, and the locks.
 *
 * The product offers the plans of examples/plans.yaml, and the operator's API puts the organization on one of them.
 */
import type { Subscription } from "@posthorn/contract/plans";
import type { Page } from "@playwright/test";
import { Client } from "pg";
import { expectAccessible } from "./axe.ts";
import { aName } from "./given.ts";
import { givenColleague } from "./given-colleague.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { organizationOf, putOnPlan } from "./operator.ts";
import type { OwnProject } from "./own-project.ts";
import { startProduct } from "./product.ts";
import { expect, test as base } from "./test.ts";
import { until } from "./until.ts";

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
    "Rejected",
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

/** Each makes one event. */
async function givenConnectionOf(product: OwnProject): Promise<{ send: () => Promise<Response> }> {
  const { source } = await product.api<{ source: { url: string } }>("PUT", "/connections", {
    name: aName("orders"),
    source: { name: aName("shop") },
    destination: { name: aName("ledger"), type: "MOCK_API" },
  });
  return { send: () => fetch(source.url, { method: "POST", body: "{}" }) };
}

const LOCK = { name: "Plan limit has been reached" };

test("once the events are used up requests are rejected and the open page closes, and it opens with a higher limit", async ({
  page,
  product,
}) => {
  await putOnPlan(product, { plan: "developer", limits: { max_users: null } });
  const { send } = await givenConnectionOf(product);
  const path = `/organizations/${await organizationOf(product)}/subscription`;
  const used = async () => (await product.dashboardApi<Subscription>("GET", path)).usage.events;
  const before = await used();
  await page.goto("/events");
  await expect(page.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();

  await putOnPlan(product, { limits: { max_users: null, max_requests: before + 3 } });
  for (let sent = 0; sent < 3; sent++) expect((await send()).status).toBe(200);
  const refused = await until("a rejected request", send, ({ status }) => status === 429);
  expect(await refused.json()).toMatchObject({ status: "ERROR", message: "Plan limit reached" });
  expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);

  const heading = page.getByRole("heading", LOCK);
  await expect(heading).toBeVisible();
  const main = page.getByRole("main");
  await expect(main).toContainText(
    `The Developer plan includes ${before + 3} events per billing period, and all of them are used.`,
  );
  await expect(main).toContainText(new RegExp(`Events${await used()} of ${before + 3}Limit reached`));
  await expect(page.getByRole("link", { name: "Contact us" })).toHaveAttribute(
    "href",
    "mailto:sales@example.com",
  );
  await expectAccessible(page, "the lock of a plan");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(product.api("GET", "/events")).rejects.toThrow(/403.*PLAN_LOCKED/);
  await heading.evaluate(() => document.querySelector("main")?.parentElement?.remove());
  await expect(heading).toBeVisible();

  await page.getByRole("link", { name: "Upgrade plan" }).click();
  await expect(page.getByRole("rowheader", { name: "Events" })).toHaveCSS("font-weight", "600");
  await page.goto("/settings/project/quotas");
  await expect(page.getByRole("heading", { name: "Quotas", level: 1 })).toBeVisible();
  await page.goto("/requests");
  await expect(heading).toBeVisible();

  await putOnPlan(product, { limits: { max_users: null, max_requests: before + 1000 } });
  await expect(page.getByRole("heading", { name: "Requests", level: 1 })).toBeVisible();
  await expect(page.getByText("Plan Limit Reached").first()).toBeVisible();
  expect((await send()).status).toBe(200);
});

/** So long from now. */
async function letTrialEnd(product: OwnProject, left: string): Promise<void> {
  const client = new Client({ connectionString: product.databaseUrl });
  await client.connect();
  await client.query("update subscriptions set trial_ends_at = now() + $1::interval", [left]);
  await client.end();
}

test("after the trial a plan for one locks the second person out, who can ask the owner and keeps the settings", async ({
  browser,
  page,
  product,
}) => {
  await putOnPlan(product, { plan: "team", limits: {} });
  const { context } = await givenColleague(browser, product, await organizationOf(product));
  const hers = await context.newPage();
  await hers.goto("/connections");
  await expect(hers.getByRole("heading", { name: "Connections", level: 1 })).toBeVisible();

  await putOnPlan(product, { plan: "developer" });
  await letTrialEnd(product, "1 day");
  await hers.goto("/connections");
  await expect(hers.getByRole("heading", { name: "Connections", level: 1 })).toBeVisible();
  await letTrialEnd(product, "0 days");
  await hers.goto("/connections");
  await expect(hers.getByRole("heading", { name: "Users over plan limit" })).toBeVisible();
  await expect(hers.getByRole("main")).toContainText(
    "Your free plan only allows a single user on the organization. Only the organization owner can have access. Ask the owner",
  );
  await expect(hers.getByRole("link", { name: "Upgrade plan" })).toHaveAttribute(
    "href",
    /highlight=max_users$/,
  );
  await expectAccessible(hers, "the lock of a plan for one");
  await hers.setViewportSize(PHONE);
  await expectNoSidewaysScroll(hers);
  await hers.goto("/settings/organization/general");
  await expect(hers.getByRole("heading", { name: "General", level: 1 })).toBeVisible();

  await page.goto("/connections");
  await expect(page.getByRole("heading", { name: "Connections", level: 1 })).toBeVisible();

  await hers.goto("/events");
  await expect(hers.getByRole("heading", { name: "Users over plan limit" })).toBeVisible();
  await putOnPlan(product, { plan: "team" });
  await expect(hers.getByRole("heading", { name: "Events", level: 1 })).toBeVisible();
  await context.close();
});
