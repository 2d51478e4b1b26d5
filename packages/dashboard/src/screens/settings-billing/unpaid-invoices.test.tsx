/** Invoices whose payment failed: what the page says, and how they are paid. */
import type { Invoice } from "@posthorn/contract/billing";
import type { Role } from "@posthorn/contract/roles";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aBilling, anInvoice, BILLING_CALLS, VISA } from "../../resources/billing/test-billing.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aSubscription, TEAM } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { MetricsSearch } from "../metrics/metrics-url.ts";
import { BillingScreen } from "./billing-screen.tsx";

const AT = "/settings/organization/billing";
const DECLINED: Invoice["payment_problem"] = {
  kind: "declined",
  text: "Your card was declined.",
  next_try_at: "2026-11-04T00:00:00.000Z",
};
const ASKS: Invoice["payment_problem"] = {
  kind: "authentication_required",
  text: "Your bank wants you to confirm this payment.",
  next_try_at: null,
};
const AUTHENTICATION = {
  provider: "test",
  client_secret: "secret_2",
  publishable_key: null,
  script_url: null,
};

let api: TestApi;
afterEach(() => api.restore());

async function open(invoices: readonly Invoice[], answers: Answers = {}, role: Role = "admin") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/organizations/org_1/subscription": aSubscription({ plan: TEAM }),
    "GET /dashboard-api/organizations/org_1/usage": { models: [] },
    [BILLING_CALLS.billing]: aBilling({ card: VISA }),
    [BILLING_CALLS.invoices]: { models: invoices, count: invoices.length },
    ...answers,
  });
  const { screen } = await openScreen(AT, (app: AnyRoute) => {
    const billing = createRoute({ getParentRoute: () => app, path: AT.slice(1), component: BillingScreen });
    return [
      billing.addChildren([createRoute({ getParentRoute: () => billing, path: "payment-method" })]),
      createRoute({ getParentRoute: () => app, path: "settings/organization/plans" }),
      createRoute({ getParentRoute: () => app, path: "metrics/$category", validateSearch: MetricsSearch }),
    ];
  });
  return { screen, list: screen.getByRole("region", { name: "Invoices", exact: true }) };
}

const PAID = { models: [anInvoice({ is_paid: true })], count: 1 };

test("each state of an invoice has its word, and a problem says what happens next", async () => {
  const { screen, list } = await open([
    anInvoice({ id: "inv_5", number: "INV-5" }),
    anInvoice({ payment_problem: DECLINED }),
    anInvoice({ id: "inv_2", number: "INV-2", payment_problem: { ...DECLINED, next_try_at: null } }),
    anInvoice({ id: "inv_3", number: "INV-3", payment_problem: ASKS }),
    anInvoice({ id: "inv_4", number: "INV-4", is_paid: true }),
  ]);

  await expect.element(list.getByRole("row", { name: /INV-5.*Due/ })).toBeVisible();
  await expect.element(list.getByRole("row", { name: /INV-2026-0112.*Failed/ })).toBeVisible();
  await expect.element(list.getByRole("row", { name: /INV-3.*Needs confirmation/ })).toBeVisible();
  await expect.element(list.getByRole("row", { name: /INV-4.*Paid/ })).toBeVisible();
  await expect
    .element(list.getByText("Your card was declined. It is tried again on 2026-11-04."))
    .toBeVisible();
  await expect
    .element(list.getByText(/declined\. It is not tried again by itself: an admin has to pay it\./))
    .toBeVisible();
  await expect.element(list.getByText(/It waits until an admin confirms it here\./)).toBeVisible();
  await expect.element(screen.getByText("3 invoices are not paid: $567.00")).toBeVisible();
});

test("nothing is said while nothing is wrong", async () => {
  const { screen, list } = await open([anInvoice()]);

  await expect.element(list.getByText("Due", { exact: true })).toBeVisible();
  expect(screen.getByRole("button", { name: /^Pay now/ }).elements()).toEqual([]);
  expect(screen.getByText(/not paid/).elements()).toEqual([]);
});

test("an invoice is paid by a press", async () => {
  const { screen, list } = await open([anInvoice({ payment_problem: DECLINED })], {
    [BILLING_CALLS.pay]: () => {
      Object.assign(api.answers, { [BILLING_CALLS.invoices]: PAID });
      return { invoice: anInvoice({ is_paid: true }), authentication: null };
    },
  });
  await expect.element(screen.getByText("INV-2026-0112 is not paid: $189.00")).toBeVisible();

  await list.getByRole("button", { name: "Pay now: INV-2026-0112" }).click();

  await expect.element(screen.getByText("INV-2026-0112 is paid")).toBeVisible();
  await expect.element(list.getByText("Paid", { exact: true })).toBeVisible();
  expect(screen.getByText(/is not paid/).elements()).toEqual([]);
});

test("a card that is declined again says so", async () => {
  const { screen, list } = await open([anInvoice({ payment_problem: DECLINED })], {
    [BILLING_CALLS.pay]: {
      invoice: anInvoice({ payment_problem: { ...DECLINED, text: "Your card has insufficient funds." } }),
      authentication: null,
    },
  });

  await list.getByRole("button", { name: "Pay now: INV-2026-0112" }).click();

  await expect.element(screen.getByText("INV-2026-0112 could not be paid")).toBeVisible();
  await expect.element(screen.getByText("Your card has insufficient funds.")).toBeVisible();
});

test("a payment that could not be tried says so", async () => {
  const { screen, list } = await open([anInvoice({ payment_problem: DECLINED })], {
    [BILLING_CALLS.pay]: () =>
      Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }),
  });

  await list.getByRole("button", { name: "Pay now: INV-2026-0112" }).click();

  await expect
    .element(screen.getByText("Something went wrong, please try again or contact us."))
    .toBeVisible();
});

test("a bank that asks is answered, and then the invoice is paid", async () => {
  let isConfirmed = false;
  const { screen, list } = await open([anInvoice({ payment_problem: ASKS })], {
    [BILLING_CALLS.pay]: () => {
      if (!isConfirmed)
        return { invoice: anInvoice({ payment_problem: ASKS }), authentication: AUTHENTICATION };
      Object.assign(api.answers, { [BILLING_CALLS.invoices]: PAID });
      return { invoice: anInvoice({ is_paid: true }), authentication: null };
    },
    [BILLING_CALLS.testPayment]: (_url, body) => {
      isConfirmed = Reflect.get(Object(body), "authentication") === "complete";
      return isConfirmed
        ? { status: "succeeded", message: null }
        : { status: "declined", message: "The bank did not confirm it." };
    },
  });
  await expect
    .element(screen.getByText("Your bank asks you to confirm the payment of INV-2026-0112"))
    .toBeVisible();
  const pay = list.getByRole("button", { name: "Pay now: INV-2026-0112" });
  const bank = screen.getByRole("dialog", { name: "Test bank: confirm this payment?" });
  await pay.click();
  await bank.getByRole("button", { name: "Fail" }).click();
  await expect.element(screen.getByText("The bank did not confirm it.")).toBeVisible();

  await pay.click();
  await bank.getByRole("button", { name: "Complete" }).click();

  await expect.element(screen.getByText("INV-2026-0112 is paid")).toBeVisible();
});

test("without a card, the way to pay is to add one", async () => {
  const { screen, list } = await open(
    [
      anInvoice({
        payment_problem: { kind: "no_card", text: "There is no card to charge.", next_try_at: null },
      }),
    ],
    { [BILLING_CALLS.billing]: aBilling() },
  );

  await expect.element(list.getByRole("row", { name: /No card/ })).toBeVisible();
  await expect
    .element(list.getByRole("link", { name: "Add card" }))
    .toHaveAttribute("href", `${AT}/payment-method`);
  expect(screen.getByRole("button", { name: /^Pay now/ }).elements()).toEqual([]);
});

test("a member sees the problem, and who may pay", async () => {
  const { screen, list } = await open([anInvoice({ payment_problem: DECLINED })], {}, "member");

  await expect.element(screen.getByText("INV-2026-0112 is not paid: $189.00")).toBeVisible();
  await expect
    .element(list.getByRole("button", { name: "Pay now: INV-2026-0112" }))
    .toHaveAttribute("aria-disabled", "true");
  expect(screen.getByRole("link", { name: "Use another card" }).elements()).toEqual([]);
});
