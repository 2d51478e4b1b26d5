import { createRoute, type AnyRoute } from "@tanstack/react-router";
import type { Role } from "@posthorn/contract/roles";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { GetStartedScreen } from "./get-started-screen.tsx";

const STEPS = "GET /dashboard-api/first-steps";
const NOTHING = { had_connection: false, delivering: null, has_colleagues: false };
const SHOPIFY = { id: "web_1", source_name: "shopify", destination_name: "orders-api" };

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => app, path: "get-started", component: GetStartedScreen })];
}

async function open(answers: Answers = {}, role: Role = "owner") {
  api = answerApi({ "GET /dashboard-api/session": aSession(role), [STEPS]: NOTHING, ...answers });
  return (await openScreen("/get-started", routes)).screen;
}

test("a project without a connection begins with the guide through the first one", async () => {
  const screen = await open();

  await expect
    .element(screen.getByRole("link", { name: "Create", exact: true }))
    .toHaveAttribute("href", "/create-first-connection");
  await expect.element(screen.getByText("A second pair of eyes on every failure.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Create sample project" })).toBeEnabled();
});

test("what is done says so, and the next connection is made with the form", async () => {
  const screen = await open({
    [STEPS]: { had_connection: true, delivering: SHOPIFY, has_colleagues: true },
  });

  await expect.element(screen.getByText("shopify → orders-api delivered its first event.")).toBeVisible();
  expect(screen.getByText("Done", { exact: true }).elements()).toHaveLength(2);
  await expect
    .element(screen.getByRole("link", { name: "Create another" }))
    .toHaveAttribute("href", "/connections/new");
});

test("a viewer sees every control, disabled with the reason", async () => {
  const screen = await open({}, "viewer");

  for (const name of ["Create", "Invite", "Create sample project"]) {
    const button = screen.getByRole("button", { name, exact: true });
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
    await expect
      .element(button)
      .toHaveAttribute("data-tooltip", expect.stringMatching(/^You need the \w+ role/));
  }
});

test("if the steps cannot be read, the rest of the page is there", async () => {
  const screen = await open({ [STEPS]: () => new Response("{}", { status: 500 }) });

  await expect.element(screen.getByRole("alert")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: /^Receive webhooks/ })).toBeVisible();
});
