/**
 * How does an operator's customer pay by a card that Stripe keeps?
 *
 * The whole product, with Stripe's own library and signed events, against a stand-in of Stripe. The form is the stand-in's,
 * loaded as Stripe's script is, under the content security policy of the pages.
 */
import { startStripeStandIn, type StripeStandIn } from "../packages/server/src/testing/stripe-stand-in.ts";
import { expectAccessible } from "./axe.ts";
import { putOnPlan } from "./operator.ts";
import { passDays } from "./pass-days.ts";
import { startProduct } from "./product.ts";
import { expect, test as base } from "./test.ts";
import { watchPages } from "./watch-page.ts";

const BILLING = "/settings/organization/billing";
/** The card is charged within a minute. */
const CHARGED = { timeout: 120_000 };
const PAYS = "5555555555554444";
const ASKS_EACH_TIME = "4000002760003184";

let stripe: StripeStandIn;
const test = base.extend({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of fixtures from this pattern
    async ({}, use) => {
      stripe = await startStripeStandIn();
      const product = await startProduct({ hasPlans: true, stripe });
      stripe.sendTo(`${product.url}/billing/stripe/events`);
      await use(product);
      await product.stop();
      await stripe.stop();
    },
    { scope: "worker", timeout: 180_000 },
  ],
  watch: async ({ context, baseURL }, use) => {
    const watch = watchPages(context, new URL(baseURL ?? "").origin);
    await use(watch);
    expect(watch.misdeeds.filter((misdeed) => !misdeed.includes(stripe.url))).toEqual([]);
  },
});
test.describe.configure({ mode: "serial" });

test("nothing of Stripe is loaded before a card form is opened, and its form is accessible", async ({
  page,
  product,
}) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await putOnPlan(product, { plan: "developer" });
  await page.goto(BILLING);
  await expect(page.getByRole("region", { name: "Payment method" })).toContainText("No card yet.");
  expect(asked.filter((url) => url.startsWith(stripe.url))).toEqual([]);

  await page.goto(`${BILLING}/payment-method`);
  await expect(page.getByRole("textbox", { name: "Card number" })).toBeVisible();

  expect(asked).toContain(stripe.scriptUrl);
  await expectAccessible(page, "Stripe's card form");
});

test("a plan begins with a card that Stripe keeps, after one that it declines", async ({ page }) => {
  await page.goto("/settings/organization/plans/growth");
  const dialog = page.getByRole("dialog", { name: "Change to Growth?" });
  const number = dialog.getByRole("textbox", { name: "Card number" });
  const choose = dialog.getByRole("button", { name: "Change plan" });

  await number.fill("4000000000009995");
  await choose.click();
  await expect(dialog.getByRole("alert")).toContainText("Your card has insufficient funds.");
  await number.fill(ASKS_EACH_TIME);
  await choose.click();
  await page.getByRole("button", { name: "Complete authentication" }).click();

  await expect(page.getByText("Your plan is Growth", { exact: true })).toBeVisible();
  await page.goto(BILLING);
  await expect(page.getByRole("region", { name: "Payment method" })).toContainText("Visa ending in 3184");
});

test("an invoice that the bank asks about is paid by its person, once", async ({ page, product }) => {
  await passDays(product, 35);
  await page.goto(BILLING);
  const invoices = page.getByRole("region", { name: "Invoices", exact: true });
  const invoice = invoices.getByRole("row").nth(1);
  await expect(invoice).toContainText("Needs confirmation", CHARGED);
  await invoices.getByRole("button", { name: /^Pay now: INV-/ }).click();
  await page.getByRole("button", { name: "Complete authentication" }).click();

  await expect(invoice).toContainText("Paid", CHARGED);

  expect(stripe.charges).toHaveLength(1);
});

test("a payment that takes its time, and a new date of the card, show when Stripe's events say so", async ({
  page,
  product,
}) => {
  await page.goto(`${BILLING}/payment-method`);
  const dialog = page.getByRole("dialog", { name: "Change card" });
  await dialog.getByRole("textbox", { name: "Card number" }).fill(PAYS);
  await dialog.getByRole("button", { name: "Save card" }).click();
  await expect(page.getByText("Payment method updated.", { exact: true })).toBeVisible();
  stripe.holdPayments(true);
  const before = stripe.intents.size;
  await passDays(product, 35);
  await expect.poll(() => stripe.intents.size, CHARGED).toBe(before + 1);
  const payment = [...stripe.intents.values()].at(-1);
  await expect.poll(() => payment?.status, CHARGED).toBe("processing");
  stripe.holdPayments(false);

  stripe.settle(payment?.id ?? "", "succeeded");
  stripe.renewCard(payment?.payment_method ?? "", 2020);

  await expect(async () => {
    await page.goto(BILLING);
    const rows = page.getByRole("region", { name: "Invoices", exact: true }).getByRole("row");
    await expect(rows.nth(1)).toContainText("Paid", { timeout: 5_000 });
    await expect(rows.nth(2)).toContainText("Paid", { timeout: 5_000 });
  }).toPass(CHARGED);
  await expect(page.getByRole("region", { name: "Payment method" })).toContainText(/expired/i);
  expect(stripe.charges).toHaveLength(2);
});
