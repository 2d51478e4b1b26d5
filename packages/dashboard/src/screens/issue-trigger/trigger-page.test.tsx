import type { IssueTrigger } from "@posthorn/contract/issue-triggers";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { aTrigger, TRIGGER_ID } from "../../resources/issue-triggers/test-issue-triggers.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { TriggerOverview } from "./trigger-overview.tsx";
import { TriggerPage } from "./trigger-page.tsx";

const ONE = `/2025-07-01/issue-triggers/${TRIGGER_ID}`;

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  const page = createRoute({
    getParentRoute: () => app,
    path: "issue-triggers/it_{$id}",
    component: TriggerPage,
  });
  const overview = createRoute({ getParentRoute: () => page, path: "/", component: TriggerOverview });
  const list = createRoute({
    getParentRoute: () => app,
    path: "issue-triggers/$type",
    component: () => <h1>The list</h1>,
  });
  return [page.addChildren([overview]), list];
}

async function open(answers: Answers = {}, role: "member" | "viewer" = "member") {
  let trigger = aTrigger();
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/team-integrations": { models: [] },
    "GET /dashboard-api/name-is-used": (url: URL) => ({ used: url.searchParams.get("name") === "taken" }),
    "GET /2025-07-01/connections": aPageOf([aConnection(1, { name: "checkout" })]),
    "GET /2025-07-01/issues": aPageOf([{ last_seen_at: "2026-11-15T14:31:58.000Z" }]),
    "GET /2025-07-01/issues/count": (url: URL) => ({ count: url.searchParams.has("status") ? 3 : 14 }),
    [`GET ${ONE}`]: () => trigger,
    [`PUT ${ONE}`]: (_url: URL, body: unknown) => {
      // Safe: the page sends a part of a trigger.
      trigger = { ...trigger, ...(body as Partial<IssueTrigger>), updated_at: "2026-11-15T15:00:00.000Z" };
      return trigger;
    },
    [`PUT ${ONE}/disable`]: () => {
      trigger = { ...trigger, disabled_at: "2026-11-15T15:00:00.000Z" };
      return trigger;
    },
    [`DELETE ${ONE}`]: { id: TRIGGER_ID },
    ...answers,
  });
  return openScreen(`/issue-triggers/${TRIGGER_ID}`, routes);
}

const saved = () => api.asked.filter(({ call }) => call === `PUT ${ONE}`).map(({ body }) => body);

test("the page says what the trigger has done, and has all its sections", async () => {
  const { screen } = await open();

  await expect.element(screen.getByRole("heading", { name: "checkout-critical", level: 1 })).toBeVisible();
  await expect.element(screen.getByText("14 in all, 3 open")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: /^Triggered issues/ })).toHaveTextContent("14");
  for (const title of ["Details", "Behavior", "Channels", "Trigger name", "Status", "Delete trigger"])
    await expect.element(screen.getByRole("heading", { name: title })).toBeInTheDocument();
  await expect.element(screen.getByRole("radio", { name: /The final attempt fails/ })).toBeChecked();
  await expect.element(screen.getByRole("textbox", { name: "Pattern" })).toHaveValue("*checkout*");
  await expect.element(screen.getByText("matches 1")).toBeVisible();
});

test("each section saves what it shows and nothing else", async () => {
  const { screen } = await open();

  await screen.getByRole("radio", { name: /The first attempt fails/ }).click();
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("Issue trigger updated")).toBeVisible();
  await screen.getByRole("textbox", { name: "Trigger name" }).fill("taken");
  await expect.element(screen.getByText("Name is already used.")).toBeVisible();
  await screen.getByRole("textbox", { name: "Trigger name" }).fill("checkout only");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Issue trigger name updated")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "checkout-only", level: 1 })).toBeVisible();
  expect(saved()).toEqual([
    { configs: { strategy: "first_attempt", connections: "*checkout*" } },
    { name: "checkout-only" },
  ]);
});

test("a channel that is no longer connected is shown, and can be taken away", async () => {
  const { screen } = await open({
    [`GET ${ONE}`]: aTrigger({ channels: { email: {}, discord: { channel_name: "ops" } } }),
  });

  await expect.element(screen.getByText("Not connected, so it hears nothing")).toBeVisible();
  await screen.getByRole("checkbox", { name: "Discord" }).click();
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.poll(saved).toEqual([{ channels: { email: {} } }]);
});

test("the switch disables at once", async () => {
  const { screen } = await open();

  await screen.getByRole("switch", { name: "Enabled" }).click();

  await expect.element(screen.getByText("Issue trigger disabled")).toBeVisible();
  await expect.element(screen.getByRole("switch", { name: "Disabled" })).not.toBeChecked();
});

test("deleting asks first, and leads to the list", async () => {
  const { screen } = await open();

  await screen.getByRole("button", { name: "Delete trigger…" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();

  await expect.element(screen.getByRole("heading", { name: "The list" })).toBeVisible();
  await expect.element(screen.getByText("Issue trigger has been deleted.")).toBeVisible();
});

test("a deletion that fails says so", async () => {
  const { screen } = await open({ [`DELETE ${ONE}`]: () => Response.json({}, { status: 500 }) });

  await screen.getByRole("button", { name: "Delete trigger…" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Delete", exact: true }).click();

  await expect.element(screen.getByText("Issue trigger could not be deleted.")).toBeVisible();
});

test("what does not exist says so", async () => {
  const { screen } = await open({ [`GET ${ONE}`]: undefined });

  await expect.element(screen.getByRole("heading", { name: "Issue trigger not found" })).toBeVisible();
});

test("a viewer reads everything and can change nothing", async () => {
  const { screen } = await open({}, "viewer");

  await expect.element(screen.getByRole("note")).toHaveTextContent("You need the member role for this.");
  await expect.element(screen.getByRole("radio", { name: /The final attempt fails/ })).toBeDisabled();
  await expect.element(screen.getByRole("switch")).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(screen.getByRole("button", { name: "Delete trigger…" }))
    .toHaveAttribute("aria-disabled", "true");
});
