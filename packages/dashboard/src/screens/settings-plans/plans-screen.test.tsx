import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aBilling, BILLING_CALLS } from "../../resources/billing/test-billing.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aPlan, aSubscription, DEVELOPER, ENTERPRISE, TEAM } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { PlansScreen } from "./plans-screen.tsx";
import { PlansSearch } from "./plans-url.ts";

const AT = "/settings/organization/plans";
const SUBSCRIPTION = "GET /dashboard-api/organizations/org_1/subscription";
const PLANS = "GET /dashboard-api/organizations/org_1/plans";
const CONTACT = "mailto:sales@acme.dev";

let api: TestApi;
afterEach(() => api.restore());

async function open(address: string, answers: Answers) {
  api = answerApi({ "GET /dashboard-api/session": aSession("owner"), ...answers });
  const { screen } = await openScreen(address, (app: AnyRoute) => {
    const plans = createRoute({
      getParentRoute: () => app,
      path: AT.slice(1),
      validateSearch: PlansSearch,
      component: PlansScreen,
    });
    return [plans.addChildren([createRoute({ getParentRoute: () => plans, path: "$id" })])];
  });
  return screen;
}

const offered = (models = [DEVELOPER, TEAM, ENTERPRISE], contact_url: string | null = CONTACT): Answers => ({
  [SUBSCRIPTION]: aSubscription({ plan: TEAM }),
  [PLANS]: { models, contact_url },
});

/** Admins choose plans here. */
const choice = { contact_url: CONTACT, can_choose: true, default_id: "developer" };

test("without plans, one card says that everything is included, and how to offer plans", async () => {
  const screen = await open(AT, {
    [SUBSCRIPTION]: aSubscription(),
    [PLANS]: { models: [], contact_url: null },
  });

  await expect.element(screen.getByRole("region", { name: "Self-hosted" })).toHaveTextContent(/Unlimited/);
  await expect
    .element(screen.getByRole("link", { name: /^How to offer plans/ }))
    .toHaveAttribute("href", "/guides/sell-it-on");
  expect(screen.getByRole("table").elements()).toEqual([]);
  expect(screen.getByText(/\$|upgrade/i).elements()).toEqual([]);
});

test("plans stand side by side, the own one is marked, and the way to another is the operator's", async () => {
  const screen = await open(AT, offered());

  await expect.element(screen.getByRole("columnheader", { name: /^Team Current plan/ })).toBeVisible();
  expect(screen.getByText("Current plan").elements()).toHaveLength(1);
  await expect
    .element(screen.getByRole("row", { name: /^Retention/ }))
    .toHaveTextContent(/^Retention3 days7 daysCustom$/);
  await expect
    .element(screen.getByRole("link", { name: "Contact us about Enterprise" }))
    .toHaveAttribute("href", CONTACT);
  expect(screen.getByRole("link", { name: "Contact us about Team" }).elements()).toEqual([]);
  expect(screen.getByRole("button").elements()).toEqual([]);
});

test("an operator who has named no contact has no buttons", async () => {
  const screen = await open(AT, offered([DEVELOPER, TEAM], null));

  await expect.element(screen.getByRole("table")).toBeVisible();
  expect(screen.getByRole("link").elements()).toEqual([]);
});

test("a link can tint a row, and says what it decides", async () => {
  const screen = await open(`${AT}?highlight=retention_days`, offered());

  await expect
    .element(screen.getByText("Retention decides how far back you can look: with your plan, 7 days."))
    .toBeVisible();
  await expect.element(screen.getByRole("rowheader", { name: "Retention" })).toHaveClass("bg-sel");
  await expect.element(screen.getByRole("rowheader", { name: "Users" })).not.toHaveClass("bg-sel");
});

test("a row that there is not is no row", async () => {
  const screen = await open(`${AT}?highlight=colour`, offered());

  await expect.element(screen.getByRole("table")).toBeVisible();
  expect(document.querySelectorAll("th.bg-sel")).toHaveLength(0);
});

test("the old version of a plan is shown to those who have it, until they hide it", async () => {
  const old = { ...TEAM, is_legacy: true };
  const screen = await open(AT, {
    ...offered([{ ...TEAM, version: 2 }, old]),
    [SUBSCRIPTION]: aSubscription({ plan: old }),
  });
  const own = screen.getByRole("columnheader", { name: /^Team Legacy Current plan/ });
  await expect.element(own).toBeVisible();
  expect(screen.getByRole("columnheader", { name: /^Team/ }).elements()).toHaveLength(2);

  await screen.getByRole("button", { name: "Hide legacy plans" }).click();

  await expect.element(own).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Show legacy plans" }).click();
  await expect.element(own).toBeVisible();
});

test("a legacy plan that is cancelled can be kept as it is, and only then be updated", async () => {
  const old = { ...TEAM, is_legacy: true };
  const cancelled = { plan: old, cancel_at: "2026-12-01T00:00:00.000Z" };
  const screen = await open(AT, {
    [SUBSCRIPTION]: aSubscription(cancelled),
    [PLANS]: { ...choice, models: [DEVELOPER, { ...TEAM, version: 2 }, old] },
    [BILLING_CALLS.billing]: aBilling({ provider: "ledger" }),
  });
  const own = screen.getByRole("columnheader", { name: /^Team Legacy Current plan/ });
  await expect.element(own).toHaveTextContent("Ends 2026-12-01");
  const current = screen.getByRole("columnheader", { name: /^Team/ }).first();
  expect(current.getByRole("link").elements()).toEqual([]);

  await own.getByRole("link", { name: "Keep plan" }).click();
  await expect
    .element(screen.getByRole("dialog", { name: "Keep Team?" }))
    .toHaveTextContent("Team goes on after 2026-12-01, for $39 a month.");
});

test("who moves to a plan for one person is told that the others are locked out", async () => {
  const screen = await open(`${AT}/downgrade`, {
    [SUBSCRIPTION]: aSubscription({ plan: TEAM, users: 4 }),
    [PLANS]: { ...choice, models: [DEVELOPER, TEAM] },
  });

  await expect
    .element(screen.getByRole("dialog", { name: "Cancel Team?" }))
    .toHaveTextContent("Developer is for one person: everybody but the owner is locked out then.");
});

test.each([
  { has_bought_throughput: true, says: "says" },
  { has_bought_throughput: false, says: "does not say" },
])(
  "the question $says what becomes of bought throughput, if bought is $has_bought_throughput",
  async ({ has_bought_throughput }) => {
    const screen = await open(`${AT}/downgrade`, {
      [SUBSCRIPTION]: aSubscription({ plan: TEAM, has_bought_throughput }),
      [PLANS]: { ...choice, models: [DEVELOPER, TEAM] },
    });

    const question = screen.getByRole("dialog", { name: "Cancel Team?" });
    await expect.element(question).toHaveTextContent("Team");
    const sentence = question.getByText(
      "Throughput that projects have bought costs what Developer asks for it. What Developer does not sell stops counting, and costs nothing.",
    );
    await expect.element(sentence).toHaveLength(has_bought_throughput ? 1 : 0);
  },
);

test("old plans of others wait until somebody asks", async () => {
  const screen = await open(AT, offered([TEAM, aPlan("starter", { is_legacy: true })]));
  await expect.element(screen.getByRole("columnheader", { name: /^Team/ })).toBeVisible();
  expect(screen.getByRole("columnheader", { name: /^Starter/ }).elements()).toEqual([]);

  await screen.getByRole("button", { name: "Show legacy plans" }).click();

  await expect.element(screen.getByRole("columnheader", { name: /^Starter Legacy/ })).toBeVisible();
});

test("six plans scroll in a box of their own, and the names of the rows stay", async () => {
  const screen = await open(AT, offered(["a", "b", "c", "d", "e", "f"].map((id) => aPlan(id))));
  const box = screen.getByRole("region", { name: "Plans" });
  await expect.element(box).toBeVisible();
  const before = screen.getByRole("rowheader", { name: "Users" }).element().getBoundingClientRect().left;

  box.element().scrollLeft = 60;

  expect(box.element().scrollLeft).toBe(60);
  expect(screen.getByRole("rowheader", { name: "Users" }).element().getBoundingClientRect().left).toBe(
    before,
  );
  expect(document.documentElement.scrollWidth).toBe(1280);
});

test("plans that could not be loaded can be asked for again", async () => {
  const screen = await open(AT, {
    ...offered(),
    [PLANS]: () =>
      Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }),
  });
  await expect.element(screen.getByRole("alert")).toBeVisible();

  Object.assign(api.answers, offered());
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByRole("table")).toBeVisible();
});

test("what an upgrade link was about is reported, if the operator wants to know", async () => {
  const REPORT = "POST /dashboard-api/product-events";
  const screen = await open(`${AT}?highlight=retention_days`, {
    ...offered(),
    "GET /dashboard-api/session": { ...aSession("owner"), is_tracking: true },
    [REPORT]: { is_tracking: true },
  });

  await expect.element(screen.getByRole("table")).toBeVisible();
  await expect
    .poll(() => api.asked.filter(({ call }) => call === REPORT).map(({ body }) => body))
    .toEqual([{ name: "Selected Upgrade Reasons", properties: { reasons: ["retention_days"] } }]);
});
