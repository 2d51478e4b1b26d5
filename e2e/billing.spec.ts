/**
 * How does an operator's customer pay? They choose a plan, cancel it and take that back, say where invoices go, and get an
 * invoice when a period is over.
 *
 * The product offers the plans of examples/plans.yaml and makes invoices for them. A period ends by moving into the past what
 * the product knows of it.
 */
import type { InvoicesOfOperator } from "@posthorn/contract/operator";
import type { Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { expectAccessible } from "./axe.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { operate, putOnPlan } from "./operator.ts";
import { passDays } from "./pass-days.ts";
import { startProduct } from "./product.ts";
import { expect, test as base } from "./test.ts";

const BILLING = "/settings/organization/billing";
const PLANS = "/settings/organization/plans";
const QUOTAS = "/settings/project/quotas";

const test = base.extend({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const product = await startProduct({ hasPlans: true, hasBilling: true });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
/** All of them change the plan of the one organization. */
test.describe.configure({ mode: "serial" });

const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

test("an admin moves up, cancels for the end of the period, and takes that back", async ({
  page,
  product,
}) => {
  await putOnPlan(product, { plan: "developer" });
  await page.goto(PLANS);
  await page.getByRole("link", { name: "Upgrade to Team" }).click();
  await expect(page).toHaveURL(new RegExp(`${PLANS}/team$`));
  const asking = page.getByRole("dialog", { name: "Change to Team?" });
  await expect(asking).toContainText("Team begins at once, for $39 a month and what it costs by usage.");
  await expect(asking).toContainText("its invoice has the days on Developer and those on Team");
  await expectAccessible(page, "the question before a change of plan");
  await asking.getByRole("button", { name: "Change plan" }).click();
  await expect(toast(page, "Your plan is Team")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PLANS}$`));
  await expect(page.getByRole("link", { name: "Upgrade to Growth" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Contact us about Enterprise" })).toBeVisible();
  await expectAccessible(page, "plans that can be chosen");

  await page.goto(BILLING);
  const period = page.getByRole("region", { name: "Current period" });
  await expect(period).toContainText(/\$39\.00 so far/);
  await expect(period).toContainText("0 − 1,000,000 included → 0 × 1 million at $15.00");
  await expect(page.getByRole("region", { name: "Invoices", exact: true })).toContainText("No invoices yet.");

  await page.goto(PLANS);
  await page.getByRole("link", { name: "Cancel plan" }).click();
  await expect(page).toHaveURL(new RegExp(`${PLANS}/downgrade$`));
  const cancelling = page.getByRole("dialog", { name: "Cancel Team?" });
  await expect(cancelling).toContainText(
    "After that, the organization is on Developer, which costs nothing.",
  );
  await expect(cancelling).toContainText("With Developer, data that is older than 3 days is deleted.");
  await cancelling.getByRole("button", { name: "Cancel plan" }).click();
  await expect(cancelling).toHaveCount(0);
  await expect(page.getByRole("columnheader", { name: /^Team/ })).toContainText(/Ends \d{4}-\d\d-\d\d/);
  await expect(page.getByRole("columnheader", { name: /^Developer/ })).toContainText(
    /Begins \d{4}-\d\d-\d\d/,
  );
  await page.goto(BILLING);
  await expect(period).toContainText(/Team ends on \d{4}-\d\d-\d\d/);
  await expectAccessible(page, "billing of a cancelled plan");

  await page.getByRole("link", { name: "Keep Team" }).click();
  await page.getByRole("dialog", { name: "Keep Team?" }).getByRole("button", { name: "Keep plan" }).click();
  await expect(page.getByRole("link", { name: "Cancel plan" })).toBeVisible();
});

test("an address that names no plan, or nothing to cancel, says so", async ({ page, product }) => {
  await putOnPlan(product, { plan: "developer" });
  await page.goto(`${PLANS}/enterprise`);
  await expect(page.getByRole("dialog", { name: "This plan cannot be chosen" })).toContainText("agreed");
  await page.goto(`${PLANS}/downgrade`);
  await expect(page.getByRole("dialog", { name: "There is no plan to cancel" })).toBeVisible();
});

test("invoices go to the billing email", async ({ page }) => {
  await page.goto(BILLING);
  await page.getByRole("link", { name: "Change email" }).click();
  await expect(page).toHaveURL(new RegExp(`${BILLING}/email$`));
  const dialog = page.getByRole("dialog", { name: "Change billing email" });
  await expectAccessible(page, "the billing email");
  const email = dialog.getByRole("textbox", { name: "Email" });
  await email.fill("");
  await email.blur();
  await expect(dialog.getByText("Email is required", { exact: true })).toBeVisible();
  await email.fill("Billing@acme.dev");
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(toast(page, "Billing email mail updated")).toBeVisible();
  await expect(page.getByRole("region", { name: "Billing email" })).toContainText("billing@acme.dev");
});

test("an admin buys throughput, sees it on the bill, and gives it back", async ({ page, product }) => {
  await putOnPlan(product, { plan: "developer" });
  await page.goto(QUOTAS);
  const throughput = page.getByRole("region", { name: "Throughput" });
  await expect(throughput).toContainText("At most what your plan, Developer, allows.");

  await putOnPlan(product, { plan: "team" });
  await page.goto(QUOTAS);
  await expect(throughput).toContainText("Your plan, Team, includes 5.");
  await page.getByRole("link", { name: "Change throughput" }).click();
  await expect(page).toHaveURL(/view=throughput/);
  const dialog = page.getByRole("dialog", { name: "Throughput" });
  const slider = dialog.getByRole("slider", { name: "Events per second" });
  await slider.press("End");
  await expect(dialog.getByRole("link", { name: "Contact us" })).toHaveAttribute("href", /^mailto:/);
  await slider.press("ArrowLeft");
  await slider.press("ArrowLeft");
  await expect(slider).toHaveAttribute("aria-valuetext", "100 events per second, $160 a month");
  await expect(dialog).toContainText("Before: $180");
  // The organization is new, so its period begins today and the rest of it is all of it.
  await expect(dialog).toContainText(/More for \d{4}-\d\d-\d\d to \d{4}-\d\d-\d\d\$160\.00/);
  await expectAccessible(page, "throughput that can be bought", { behind: "popup" });
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "throughput on a phone", { behind: "popup" });
  await dialog.getByRole("button", { name: "Change to 100 / s" }).click();
  await expect(toast(page, "Project throughput updated")).toBeVisible();
  await expect(throughput).toContainText("100 events per second");
  await expect(throughput).toContainText(
    "The project has 100, for $160 a month; your plan, Team, includes 5.",
  );
  await expectNoSidewaysScroll(page);
  await expectAccessible(page, "quotas that are billed");

  await page.goto(BILLING);
  await expect(page.getByRole("region", { name: "Current period" })).toContainText(
    `Throughput${product.name} · 100 events per second$160.00`,
  );
  await page.goto(`${QUOTAS}?view=limit`);
  const own = page.getByRole("dialog", { name: "Own limit" });
  await own.getByRole("spinbutton", { name: "Events per second" }).fill("20");
  await own.getByRole("button", { name: "Change own limit" }).click();
  await expect(throughput).toContainText("20 events per second");
  await expect(throughput).toContainText("Its own limit is lower.");

  await page.goto(`${QUOTAS}?view=throughput`);
  await slider.press("Home");
  await expect(dialog).toContainText(/Less for .*\$160\.00/);
  await dialog.getByRole("button", { name: "Change to 5 / s" }).click();
  await expect(throughput).toContainText("Your plan, Team, includes 5.");
  await page.goto(BILLING);
  await expect(page.getByRole("region", { name: "Current period" })).toContainText(/\$39\.00 so far/);
});

test("a period that is over has an invoice, and the operator marks it as paid", async ({ page, product }) => {
  await putOnPlan(product, { plan: "team" });
  await passDays(product, 250);

  const invoices = page.getByRole("region", { name: "Invoices", exact: true });
  await page.goto(BILLING);
  await expect(async () => {
    await page.reload();
    await expect(invoices).toContainText("1–6 of 8 invoices", { timeout: 2_000 });
  }).toPass({ timeout: 90_000 });
  const rows = invoices.getByRole("row");
  await expect(rows.nth(1)).toContainText(/INV-\d{4}-0008\$39\.00Due/);
  await expectAccessible(page, "invoices");

  const { models } = await operate<InvoicesOfOperator>(product, "GET", "/invoices");
  await operate(product, "PUT", `/invoices/${models[0]?.id}`, { is_paid: true });
  await page.reload();
  await expect(rows.nth(1)).toContainText("Paid");
  const downloading = page.waitForEvent("download");
  await invoices.getByRole("link", { name: `${models[0]?.number} as PDF` }).click();
  const file = await downloading;
  expect(file.suggestedFilename()).toBe(`${models[0]?.number}.pdf`);
  expect((await readFile(await file.path())).subarray(0, 5).toString()).toBe("%PDF-");

  await invoices.getByRole("button", { name: "Next" }).click();
  await expect(invoices).toContainText("7–8 of 8 invoices");
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);
  await page.goto(PLANS);
  await expectNoSidewaysScroll(page);
});
