/** The card that is charged: how the page shows it, and the dialog that changes it. */
import type { Role } from "@posthorn/contract/roles";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aBilling, aSetup, BILLING_CALLS, SAVES_CARD, VISA } from "../../resources/billing/test-billing.ts";
import type { MakeStripe, Stripe, StripeCardChange } from "../../resources/billing/stripe-script.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aSubscription, TEAM } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { MetricsSearch } from "../metrics/metrics-url.ts";
import { BillingScreen } from "./billing-screen.tsx";

const AT = "/settings/organization/billing";
const SUCCEEDS = /^Succeeds/;

let api: TestApi;
afterEach(() => {
  api.restore();
  delete window.Stripe;
});

async function open(
  answers: Answers,
  { address = AT, role = "admin" }: { address?: string; role?: Role } = {},
) {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/organizations/org_1/subscription": aSubscription({ plan: TEAM }),
    "GET /dashboard-api/organizations/org_1/usage": { models: [] },
    [BILLING_CALLS.invoices]: { models: [], count: 0 },
    [BILLING_CALLS.billing]: aBilling(),
    ...answers,
  });
  return openScreen(address, (app: AnyRoute) => {
    const billing = createRoute({ getParentRoute: () => app, path: AT.slice(1), component: BillingScreen });
    return [
      billing.addChildren([createRoute({ getParentRoute: () => billing, path: "payment-method" })]),
      createRoute({ getParentRoute: () => app, path: "settings/organization/plans" }),
      createRoute({ getParentRoute: () => app, path: "metrics/$category", validateSearch: MetricsSearch }),
    ];
  });
}

const openDialog = (answers: Answers) => open(answers, { address: `${AT}/payment-method` });

const asksOf = (name: keyof typeof BILLING_CALLS) =>
  api.asked.filter(({ call }) => call === BILLING_CALLS[name]).map(({ body }) => body);

test("the card is named by its brand and last digits, and test mode is said", async () => {
  const { screen } = await open({ [BILLING_CALLS.billing]: aBilling({ card: VISA }) });

  const section = screen.getByRole("region", { name: "Payment method" });
  await expect.element(section).toHaveTextContent(/Visa ending in 4242Test mode/);
  await expect.element(section).toHaveTextContent(/Only test cards can be used, and no money moves/);
  await expect.element(section.getByRole("link", { name: "Change card" })).toBeVisible();
  expect(asksOf("setup")).toEqual([]);
});

test("there is no test mode with Stripe, and no payment method where people transfer the money", async () => {
  const { screen } = await open({ [BILLING_CALLS.billing]: aBilling({ provider: "stripe" }) });
  await expect
    .element(screen.getByRole("region", { name: "Payment method" }))
    .toHaveTextContent(/No card yet\.Add card$/);

  const { screen: second } = await open(
    { [BILLING_CALLS.billing]: aBilling({ provider: "ledger" }) },
    { address: `${AT}/payment-method` },
  );
  await expect.element(second.getByRole("region", { name: "Billing email" }).last()).toBeVisible();
  expect(document.querySelectorAll('[role="dialog"]')).toHaveLength(0);
});

test.each([
  ["expired", -1, /This card expired at the end of .*Invoices cannot be charged to it/],
  ["soon", 0, /This card expires at the end of .*Change it before then/],
] as const)("a card that is %s says so", async (_state, months, text) => {
  const then = new Date(new Date().getFullYear(), new Date().getMonth() + months, 1);
  const card = { ...VISA, exp_month: then.getMonth() + 1, exp_year: then.getFullYear() };
  const { screen } = await open({ [BILLING_CALLS.billing]: aBilling({ card }) });

  await expect.element(screen.getByRole("region", { name: "Payment method" })).toHaveTextContent(text);
});

test("a member sees the card and who may change it, and the dialog asks them for nothing", async () => {
  const { screen } = await open(
    { [BILLING_CALLS.billing]: aBilling({ card: VISA }) },
    { role: "member", address: `${AT}/payment-method` },
  );

  const dialog = screen.getByRole("dialog", { name: "Change card" });
  await expect.element(dialog).toHaveTextContent(/You need the admin role for this/);
  await dialog.getByRole("button", { name: "Close" }).first().click();
  const section = screen.getByRole("region", { name: "Payment method" });
  await expect.element(section).toHaveTextContent(/Changing it needs the role admin\./);
  await expect
    .element(section.getByRole("button", { name: "Change card" }))
    .toHaveAttribute("aria-disabled", "true");
  expect(asksOf("setup")).toEqual([]);
});

test("a typed card is saved and charged from now on", async () => {
  const { screen, router } = await openDialog(SAVES_CARD);
  const number = screen.getByRole("textbox", { name: "Card number" });
  await expect.element(number).toHaveFocus();
  await userEvent.type(number, "4242424242424242");
  await expect.element(number).toHaveValue("4242 4242 4242 4242");
  await userEvent.type(screen.getByRole("textbox", { name: /^Expiry/ }), "1240");
  await userEvent.type(screen.getByRole("textbox", { name: /^Security code/ }), "123");

  await screen.getByRole("button", { name: "Save card" }).click();

  await expect.element(screen.getByText("Payment method updated.")).toBeVisible();
  expect(router.state.location.pathname).toBe(AT);
  expect(asksOf("testCard")).toEqual([
    { client_secret: "secret_1", number: "4242 4242 4242 4242", exp_month: 12, exp_year: 2040, cvc: "123" },
  ]);
  expect(asksOf("card")).toEqual([{ setup_id: "setup_1" }]);
  expect(asksOf("email")).toEqual([]);
});

test("a digit in the middle of a number leaves the caret where the person types", async () => {
  const { screen } = await openDialog(SAVES_CARD);
  const number = screen.getByRole("textbox", { name: "Card number" });
  await userEvent.type(number, "42424242");
  const element = number.element();
  if (element instanceof HTMLInputElement) element.setSelectionRange(4, 4);

  await userEvent.keyboard("0");

  await expect.element(number).toHaveValue("4242 0424 2");
  expect(element).toMatchObject({ selectionStart: 6, selectionEnd: 6 });
});

test("a card that is not complete is required, and each field says what is wrong", async () => {
  const { screen } = await openDialog(SAVES_CARD);
  await screen.getByRole("button", { name: "Save card" }).click();
  await expect.element(screen.getByText("Credit card is required", { exact: true })).toBeVisible();
  await expect.element(screen.getByRole("textbox", { name: "Card number" })).toHaveFocus();

  await userEvent.type(screen.getByRole("textbox", { name: "Card number" }), "4242424242424241");
  await userEvent.type(screen.getByRole("textbox", { name: /^Expiry/ }), "01/20");
  await userEvent.type(screen.getByRole("textbox", { name: /^Security code/ }), "12");

  await expect.element(screen.getByText("The card number is not valid")).toBeVisible();
  await expect.element(screen.getByText("The card has expired")).toBeVisible();
  await expect.element(screen.getByText("The security code has 3 digits")).toBeVisible();
  expect(asksOf("testCard")).toEqual([]);
});

test("a declined card says why, and the next one is saved with the same setup", async () => {
  const { screen } = await openDialog({
    ...SAVES_CARD,
    [BILLING_CALLS.testCard]: { status: "declined", message: "Your card was declined." },
  });
  await screen.getByRole("button", { name: /^Is declined 4000/ }).click();
  await screen.getByRole("button", { name: "Save card" }).click();

  const alert = screen.getByRole("alert");
  await expect
    .element(alert)
    .toHaveTextContent("Payment method could not be saved successfully.Your card was declined.");
  await expect.element(screen.getByRole("textbox", { name: "Card number" })).toHaveFocus();
  expect(asksOf("card")).toEqual([]);

  Object.assign(api.answers, SAVES_CARD);
  await screen.getByRole("button", { name: SUCCEEDS }).click();
  await screen.getByRole("button", { name: "Save card" }).click();

  await expect.element(screen.getByText("Payment method updated.")).toBeVisible();
  expect(asksOf("setup")).toHaveLength(1);
});

test("the bank asks, and its answer decides", async () => {
  const { screen } = await openDialog({
    ...SAVES_CARD,
    [BILLING_CALLS.testCard]: (_url, body) => {
      const answer: unknown = Reflect.get(Object(body), "authentication");
      if (answer === undefined) return { status: "authentication_required", message: null };
      return answer === "complete"
        ? { status: "succeeded", message: null }
        : { status: "declined", message: "The bank did not confirm it." };
    },
  });
  await screen.getByRole("button", { name: /^Asks you to confirm/ }).click();
  await screen.getByRole("button", { name: "Save card" }).click();
  const bank = screen.getByRole("dialog", { name: "Test bank: confirm this payment?" });
  await bank.getByRole("button", { name: "Fail" }).click();
  await expect.element(screen.getByText("The bank did not confirm it.")).toBeVisible();

  await screen.getByRole("button", { name: "Save card" }).click();
  await bank.getByRole("button", { name: "Complete" }).click();

  await expect.element(screen.getByText("Payment method updated.")).toBeVisible();
  expect(asksOf("testCard").map((body) => Reflect.get(Object(body), "authentication"))).toEqual([
    undefined,
    "fail",
    undefined,
    "complete",
  ]);
});

test("while the card is saved the dialog stays, and a second press does nothing", async () => {
  const { promise, resolve: answer } = Promise.withResolvers<void>();
  const { screen, router } = await openDialog({
    ...SAVES_CARD,
    [BILLING_CALLS.card]: async () => {
      await promise;
      return { card: VISA };
    },
  });
  await screen.getByRole("button", { name: SUCCEEDS }).click();
  const save = screen.getByRole("button", { name: "Save card" });
  await save.click();
  await expect.element(screen.getByText("Making it the payment method…")).toBeVisible();

  await save.click({ force: true });
  await userEvent.keyboard("{Escape}");
  void router.navigate({ to: "/settings/organization/plans" }); // never ends: it is refused

  await expect.element(screen.getByRole("dialog", { name: "Add a card" })).toBeVisible();
  expect(router.state.location.pathname).toBe(`${AT}/payment-method`);
  answer();
  await expect.element(screen.getByText("Payment method updated.")).toBeVisible();
  expect(asksOf("card")).toHaveLength(1);
});

test("a card that is saved is not saved again when a later step has failed", async () => {
  const { screen } = await openDialog({
    ...SAVES_CARD,
    [BILLING_CALLS.card]: () =>
      Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }),
  });
  await screen.getByRole("button", { name: SUCCEEDS }).click();
  await screen.getByRole("button", { name: "Save card" }).click();
  await expect.element(screen.getByText("That did not work. Trying once more in 5 seconds…")).toBeVisible();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("Something went wrong, please try again or contact us.Fatal Error");

  Object.assign(api.answers, SAVES_CARD);
  await screen.getByRole("button", { name: "Save card" }).click();

  await expect.element(screen.getByText("Payment method updated.")).toBeVisible();
  expect(asksOf("testCard")).toHaveLength(1);
  expect(asksOf("card")).toHaveLength(3);
});

test("a typed card is asked about before it is lost, an empty form is not", async () => {
  const { screen, router } = await openDialog(SAVES_CARD);
  await userEvent.type(screen.getByRole("textbox", { name: "Card number" }), "4");
  await screen.getByRole("button", { name: "Cancel" }).click();
  const asking = screen.getByRole("dialog", { name: "Discard unsaved changes?" });
  await asking.getByRole("button", { name: "Keep editing" }).click();

  await userEvent.clear(screen.getByRole("textbox", { name: "Card number" }));
  await screen.getByRole("button", { name: "Cancel" }).click();

  await expect.poll(() => router.state.location.pathname).toBe(AT);
});

test("a form that could not be asked for can be asked for again", async () => {
  const { screen } = await openDialog({
    [BILLING_CALLS.setup]: () =>
      Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }),
  });
  await expect.element(screen.getByRole("alert")).toHaveTextContent(/^The card form could not be loaded/);

  Object.assign(api.answers, SAVES_CARD);
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByRole("textbox", { name: "Card number" })).toBeVisible();
});

const STRIPE = aSetup({
  provider: "stripe",
  publishable_key: "pk_1",
  script_url: "/no-such-script-of-stripe.js",
});

/** Stands for Stripe's script: an input in place of Stripe's frame. */
function standIn(confirm: Stripe["confirmCardSetup"]) {
  const keys: string[] = [];
  const make: MakeStripe = (key) => {
    keys.push(key);
    const input = document.createElement("input");
    input.setAttribute("aria-label", "Number in Stripe's frame");
    let tell: ((change: StripeCardChange) => void) | null = null;
    input.addEventListener("input", () =>
      tell?.({ complete: input.value.length === 16, empty: input.value === "" }),
    );
    return {
      elements: () => ({
        create: () => ({
          mount: (element) => element.append(input),
          focus: () => input.focus(),
          on: (_event, listener) => (tell = listener),
        }),
      }),
      confirmCardSetup: confirm,
      confirmCardPayment: async () => ({}),
    };
  };
  return { make, keys };
}

test("Stripe's form has the number, and we ask Stripe to confirm it", async () => {
  const answers = [{ error: { message: "Your card was declined." } }, {}];
  const { make, keys } = standIn(async () => answers.shift() ?? {});
  window.Stripe = make;
  const { screen } = await openDialog({ ...SAVES_CARD, [BILLING_CALLS.setup]: STRIPE });
  const number = screen.getByRole("textbox", { name: "Number in Stripe's frame" });
  await expect.element(number).toBeVisible();
  await screen.getByRole("button", { name: "Save card" }).click();
  await expect.element(screen.getByText("Credit card is required", { exact: true })).toBeVisible();
  await expect.element(number).toHaveFocus();

  await userEvent.type(number, "4242424242424242");
  await screen.getByRole("button", { name: "Save card" }).click();
  await expect.element(screen.getByText("Your card was declined.")).toBeVisible();
  await screen.getByRole("button", { name: "Save card" }).click();

  await expect.element(screen.getByText("Payment method updated.")).toBeVisible();
  expect(keys).toEqual(["pk_1"]);
  expect(asksOf("testCard")).toEqual([]);
  expect(screen.getByText("Test mode", { exact: true }).elements()).toHaveLength(1); // that of the page below
});

test("a setup that Stripe has confirmed before counts as confirmed", async () => {
  const { make } = standIn(async () => ({
    error: { message: "This SetupIntent has already succeeded.", setup_intent: { status: "succeeded" } },
  }));
  window.Stripe = make;
  const { screen } = await openDialog({ ...SAVES_CARD, [BILLING_CALLS.setup]: STRIPE });

  await userEvent.type(screen.getByRole("textbox", { name: "Number in Stripe's frame" }), "4242424242424242");
  await screen.getByRole("button", { name: "Save card" }).click();

  await expect.element(screen.getByText("Payment method updated.")).toBeVisible();
});

test("a script that does not load says so, and can be tried again", async () => {
  const { screen } = await openDialog({ ...SAVES_CARD, [BILLING_CALLS.setup]: STRIPE });
  await expect.element(screen.getByRole("alert")).toHaveTextContent(/^The card form could not be loaded/);
  expect(document.querySelectorAll('script[src$="no-such-script-of-stripe.js"]')).toHaveLength(0);

  window.Stripe = standIn(async () => ({})).make;
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByRole("textbox", { name: "Number in Stripe's frame" })).toBeVisible();
});
