/** A plan is chosen where invoices are charged to a card. */
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aBilling, BILLING_CALLS, SAVES_CARD, VISA } from "../../resources/billing/test-billing.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aPlan, aSubscription, DEVELOPER, TEAM } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { PlansScreen } from "./plans-screen.tsx";
import { PlansSearch } from "./plans-url.ts";

const AT = "/settings/organization/plans";
const SUBSCRIPTION = "GET /dashboard-api/organizations/org_1/subscription";
const GROWTH = aPlan("growth", { prices: [{ price_type: "fixed_price", amount: 49900 }] });

let api: TestApi;
afterEach(() => api.restore());

async function open(wanted: string, answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("admin"),
    [SUBSCRIPTION]: aSubscription({ plan: DEVELOPER }),
    "GET /dashboard-api/organizations/org_1/plans": {
      models: [DEVELOPER, TEAM, GROWTH],
      contact_url: null,
      can_choose: true,
      default_id: "developer",
    },
    [BILLING_CALLS.billing]: aBilling(),
    [BILLING_CALLS.plan]: () => {
      Object.assign(api.answers, {
        [SUBSCRIPTION]: aSubscription({ plan: GROWTH }),
        [BILLING_CALLS.billing]: aBilling({ card: VISA }),
      });
      return aSubscription({ plan: GROWTH });
    },
    ...SAVES_CARD,
    ...answers,
  });
  const opened = await openScreen(`${AT}/${wanted}`, (app: AnyRoute) => {
    const plans = createRoute({
      getParentRoute: () => app,
      path: AT.slice(1),
      validateSearch: PlansSearch,
      component: PlansScreen,
    });
    return [plans.addChildren([createRoute({ getParentRoute: () => plans, path: "$id" })])];
  });
  return { ...opened, dialog: opened.screen.getByRole("dialog", { name: `Change to Growth?` }) };
}

const CHANGES = [
  BILLING_CALLS.setup,
  BILLING_CALLS.testCard,
  BILLING_CALLS.card,
  BILLING_CALLS.email,
  BILLING_CALLS.plan,
];

/** The calls that change something, in their order. */
const changes = () =>
  api.asked.map(({ call }) => call).filter((call) => CHANGES.some((change) => change === call));

test("without a card, a plan asks for one, says when it is charged, and then begins", async () => {
  const { screen, dialog, router } = await open("growth", {
    [BILLING_CALLS.email]: { billing_email: "b@acme.dev" },
  });
  await expect.element(dialog).toHaveTextContent(/Growth begins at once, for \$499 a month\./);
  await expect.element(dialog).toHaveTextContent(/Nothing is charged now.*2026-12-01/);
  await dialog.getByRole("button", { name: /^Succeeds/ }).click();
  await dialog.getByRole("textbox", { name: "Billing email" }).fill("b@acme.dev");

  await dialog.getByRole("button", { name: "Change plan" }).click();

  await expect.element(screen.getByText("Waiting until the card can be charged…")).toBeVisible();
  await expect.element(screen.getByText("Your plan is Growth")).toBeVisible();
  expect(router.state.location.pathname).toBe(AT);
  expect(changes()).toEqual(CHANGES);
});

test("an email that stays is not sent, a missing one is required", async () => {
  const { screen, dialog } = await open("growth");
  const email = dialog.getByRole("textbox", { name: "Billing email" });
  await dialog.getByRole("button", { name: /^Succeeds/ }).click();
  await email.fill("");
  await dialog.getByRole("button", { name: "Change plan" }).click();
  await expect.element(dialog.getByText("Email is required", { exact: true })).toBeVisible();
  expect(changes()).toEqual([BILLING_CALLS.setup]);

  await email.fill("ada@example.com");
  await dialog.getByRole("button", { name: "Change plan" }).click();

  await expect.element(screen.getByText("Your plan is Growth")).toBeVisible();
  expect(changes()).toEqual(CHANGES.filter((call) => call !== BILLING_CALLS.email));
});

test("with a card, the question names it, and another one can be given", async () => {
  const { screen, dialog } = await open("growth", { [BILLING_CALLS.billing]: aBilling({ card: VISA }) });
  await expect.element(dialog).toHaveTextContent(/Charged to Visa ending in 4242\./);
  expect(changes()).toEqual([]);

  await dialog.getByRole("button", { name: "Use another card" }).click();
  await dialog.getByRole("button", { name: /^Succeeds/ }).click();
  await dialog.getByRole("button", { name: "Change plan" }).click();

  await expect.element(screen.getByText("Your plan is Growth")).toBeVisible();
});

test("with a card, the plan changes without the form", async () => {
  const { screen, dialog, router } = await open("growth", {
    [BILLING_CALLS.billing]: aBilling({ card: VISA }),
  });

  await dialog.getByRole("button", { name: "Change plan" }).click();

  await expect.element(screen.getByText("Your plan is Growth")).toBeVisible();
  await expect.poll(() => router.state.location.pathname).toBe(AT);
  expect(changes()).toEqual([BILLING_CALLS.plan]);
});

test("a cancelled plan is kept", async () => {
  const cancelled = { plan: GROWTH, cancel_at: "2026-12-01T00:00:00.000Z" };
  const { screen, router } = await open("growth", {
    [SUBSCRIPTION]: aSubscription(cancelled),
    [BILLING_CALLS.billing]: aBilling({ card: VISA }),
  });
  const dialog = screen.getByRole("dialog", { name: "Keep Growth?" });
  await expect.element(dialog).toHaveTextContent(/Growth goes on after 2026-12-01/);

  await dialog.getByRole("button", { name: "Keep plan" }).click();

  await expect.element(screen.getByText("Your plan is Growth")).toBeVisible();
  await expect.poll(() => router.state.location.pathname).toBe(AT);
});

test("a plan that could not be changed keeps the card, and says so", async () => {
  const { dialog } = await open("growth", {
    [BILLING_CALLS.plan]: () =>
      Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }),
  });
  await dialog.getByRole("button", { name: /^Succeeds/ }).click();

  await dialog.getByRole("button", { name: "Change plan" }).click();

  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent(
      "Something went wrong, please try again or contact us.The card is saved, and the plan is as before. Fatal Error",
    );
  expect(changes().filter((call) => call === BILLING_CALLS.testCard)).toHaveLength(1);
  expect(changes().filter((call) => call === BILLING_CALLS.plan)).toHaveLength(2);
});

test("a plan that costs nothing, and an installation without cards, ask for none", async () => {
  const { screen } = await open("developer", {
    [SUBSCRIPTION]: aSubscription({ plan: aPlan("small", { prices: [] }) }),
  });
  await expect
    .element(screen.getByRole("dialog", { name: "Change to Developer?" }))
    .toHaveTextContent(/Developer begins at once/);

  const { dialog } = await open("growth", { [BILLING_CALLS.billing]: aBilling({ provider: "ledger" }) });
  await expect.element(dialog.getByRole("button", { name: "Change plan" })).toBeVisible();
  expect(changes()).toEqual([]);
  expect(dialog.getByRole("button", { name: "Use another card" }).elements()).toEqual([]);
});
