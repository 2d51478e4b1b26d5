/**
 * How does an operator's customer pay by card? They choose a plan with a card, change the card, and pay an invoice that could
 * not be charged.
 *
 * The product charges the test cards of the provider `test`, which moves no money. A period ends by moving into the past what
 * the product knows of it.
 */
import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { putOnPlan } from "./operator.ts";
import { passDays } from "./pass-days.ts";
import { expectNoSidewaysScroll, PHONE } from "./narrow.ts";
import { startProduct } from "./product.ts";
import { expect, test as base } from "./test.ts";

const BILLING = "/settings/organization/billing";
const PLANS = "/settings/organization/plans";
/** The card is charged within a minute. */
const CHARGED = { timeout: 120_000 };
const TITLE = "Test bank: confirm this payment?";

const test = base.extend({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      const product = await startProduct({ hasPlans: true, hasTestCards: true });
      await use(product);
      await product.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
});
/** All of them pay for the one organization. */
test.describe.configure({ mode: "serial" });

const toast = (page: Page, text: string) => page.getByText(text, { exact: true });
const cardOf = (page: Page) => page.getByRole("region", { name: "Payment method" });
/** The first row below the head: the newest invoice. */
const newest = (page: Page) =>
  page.getByRole("region", { name: "Invoices", exact: true }).getByRole("row").nth(1);

async function typeCard(dialog: Locator, number: string): Promise<void> {
  await dialog.getByRole("textbox", { name: "Card number" }).fill(number);
  await dialog.getByRole("textbox", { name: /^Expiry/ }).fill("12/40");
  await dialog.getByRole("textbox", { name: /^Security code/ }).fill("123");
}

async function changeCard(page: Page, number: string, bank?: "Complete"): Promise<void> {
  await page.goto(`${BILLING}/payment-method`);
  const dialog = page.getByRole("dialog", { name: "Change card" });
  await typeCard(dialog, number);
  await dialog.getByRole("button", { name: "Save card" }).click();
  if (bank) await page.getByRole("dialog", { name: TITLE }).getByRole("button", { name: bank }).click();
  await expect(toast(page, "Payment method updated.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
}

test("a plan is chosen with a card: one is declined, the bank asks about the next one", async ({
  page,
  product,
}) => {
  await putOnPlan(product, { plan: "developer" });
  await page.goto(BILLING);
  await expect(cardOf(page)).toContainText("No card yet.");
  await page.goto(PLANS);
  await page.getByRole("link", { name: "Upgrade to Growth" }).click();
  const dialog = page.getByRole("dialog", { name: "Change to Growth?" });
  await expect(dialog).toContainText("Nothing is charged now.");
  await expectAccessible(page, "the card for a plan");
  await dialog.getByRole("button", { name: "Change plan" }).click();
  await expect(dialog.getByText("Credit card is required", { exact: true })).toBeVisible();
  await expectAccessible(page, "a card that is missing");

  await dialog.getByRole("button", { name: /^Is declined 4000/ }).click();
  await dialog.getByRole("button", { name: "Change plan" }).click();
  await expect(dialog.getByRole("alert")).toContainText(
    "Payment method could not be saved successfully.Your card was declined.",
  );

  await dialog.getByRole("button", { name: /^Asks you to confirm/ }).click();
  await dialog.getByRole("textbox", { name: "Billing email" }).fill("billing@acme.dev");
  await dialog.getByRole("button", { name: "Change plan" }).click();
  const bank = page.getByRole("dialog", { name: TITLE });
  await expectAccessible(page, "the bank asks");
  await bank.getByRole("button", { name: "Complete" }).click();
  await expect(toast(page, "Your plan is Growth")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PLANS}$`));
  await expect(page.getByRole("columnheader", { name: /^Growth/ })).toContainText("Current plan");

  await page.goto(BILLING);
  await expect(cardOf(page)).toContainText("Visa ending in 3155");
  await expect(page.getByRole("region", { name: "Billing email" })).toContainText("billing@acme.dev");
  await expectAccessible(page, "billing with a card");

  await page.goto(`${PLANS}/team`);
  const asking = page.getByRole("dialog", { name: "Change to Team?" });
  await expect(asking).toContainText("Charged to Visa ending in 3155.");
  await asking.getByRole("button", { name: "Change plan" }).click();
  await expect(toast(page, "Your plan is Team")).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`${PLANS}$`));
});

test("the card is changed without a mouse", async ({ page }) => {
  await page.goto(BILLING);
  const change = cardOf(page).getByRole("link", { name: "Change card" });
  await change.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Change card" });
  await expect(dialog.getByRole("textbox", { name: "Card number" })).toBeFocused();
  await page.keyboard.type("5555555555554444");
  await page.keyboard.press("Tab");
  await page.keyboard.type("1240");
  await page.keyboard.press("Tab");
  await page.keyboard.type("123");
  await expect(dialog.getByRole("textbox", { name: "Card number" })).toHaveValue("5555 5555 5555 4444");
  await page.keyboard.press("Enter");

  await expect(toast(page, "Payment method updated.")).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(cardOf(page)).toContainText("Mastercard ending in 4444");
  await expect(change).toBeFocused();
});

test("a typed card is asked about before it is lost", async ({ page }) => {
  await page.goto(BILLING);
  await cardOf(page).getByRole("link", { name: "Change card" }).click();
  await page.getByRole("textbox", { name: "Card number" }).fill("4242");
  await page.keyboard.press("Escape");
  await page
    .getByRole("dialog", { name: "Discard unsaved changes?" })
    .getByRole("button", { name: "Discard" })
    .click();
  await expect(page).toHaveURL(new RegExp(`${BILLING}$`));
});

test("a period that is over is charged to the card", async ({ page, product }) => {
  await passDays(product, 35);

  await page.goto(BILLING);
  await expect(newest(page)).toContainText(/\$\d+\.\d\dPaid/, CHARGED);
  await expect(page.getByText(/is not paid/)).toHaveCount(0);
});

test("a card that is declined when it is charged is a problem until another one pays", async ({
  page,
  product,
}) => {
  await changeCard(page, "4000000000000341");
  await passDays(product, 35);

  await page.goto(BILLING);
  await expect(newest(page)).toContainText("Failed", CHARGED);
  await expect(page.getByText(/^INV-\d{4}-\d+ is not paid: \$\d+\.\d\d$/)).toBeVisible();
  await expect(
    page.getByText(/^Your card was declined\. It is tried again on \d{4}-\d\d-\d\d\.$/).first(),
  ).toBeVisible();
  await expectAccessible(page, "an invoice that is not paid");
  const pay = page
    .getByRole("region", { name: "Invoices", exact: true })
    .getByRole("button", { name: /^Pay now: INV-/ });
  await pay.click();
  await expect(page.getByText(/^INV-\d{4}-\d+ could not be paid$/)).toBeVisible();
  await page.setViewportSize(PHONE);
  await expectNoSidewaysScroll(page);

  await page.getByRole("link", { name: "Use another card" }).click();
  const dialog = page.getByRole("dialog", { name: "Change card" });
  await expectNoSidewaysScroll(page);
  await dialog.getByRole("button", { name: /^Succeeds/ }).click();
  await dialog.getByRole("button", { name: "Save card" }).click();

  await expect(toast(page, "Payment method updated.")).toBeVisible();
  await expect(newest(page)).toContainText("Paid", CHARGED);
});

test("a payment that the bank asks about is confirmed on the page", async ({ page, product }) => {
  await changeCard(page, "4000002760003184", "Complete");
  await passDays(product, 35);

  await page.goto(BILLING);
  await expect(newest(page)).toContainText("Needs confirmation", CHARGED);
  await expect(page.getByText(/^Your bank asks you to confirm the payment of INV-/)).toBeVisible();
  await expectAccessible(page, "a payment that waits for its person");
  const pay = page
    .getByRole("region", { name: "Invoices", exact: true })
    .getByRole("button", { name: /^Pay now: INV-/ });
  const bank = page.getByRole("dialog", { name: TITLE });
  await pay.click();
  await bank.getByRole("button", { name: "Fail" }).click();
  await expect(page.getByText(/^INV-\d{4}-\d+ could not be paid$/)).toBeVisible();
  await expect(newest(page)).toContainText("Failed");

  await pay.click();
  await bank.getByRole("button", { name: "Complete" }).click();

  await expect(page.getByText(/^INV-\d{4}-\d+ is paid$/)).toBeVisible();
  await expect(newest(page)).toContainText("Paid");
});
