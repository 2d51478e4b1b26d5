import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { aTrigger, TRIGGER_ID } from "../../resources/issue-triggers/test-issue-triggers.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { IssueTriggersScreen } from "./issue-triggers-screen.tsx";
import { IssueTriggersSearch } from "./issue-triggers-url.ts";

const LIST = "GET /2025-07-01/issue-triggers";
const CREATE = "POST /2025-07-01/issue-triggers";
const CREATING = "/issue-triggers/delivery/create/delivery";

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  const list = createRoute({
    getParentRoute: () => app,
    path: "issue-triggers/$type",
    validateSearch: IssueTriggersSearch,
    component: IssueTriggersScreen,
  });
  const dialog = createRoute({ getParentRoute: () => list, path: "create/$createtype" });
  const one = createRoute({
    getParentRoute: () => app,
    path: "issue-triggers/it_{$id}",
    component: () => <h1>The trigger</h1>,
  });
  return [list.addChildren([dialog]), one];
}

async function open(address: string, answers: Answers = {}, role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/team-integrations": { models: [] },
    "GET /2025-07-01/connections": aPageOf([
      aConnection(1, { name: "checkout" }),
      aConnection(2, { name: "checkout-eu" }),
      aConnection(3),
    ]),
    [LIST]: aPageOf([aTrigger()]),
    [CREATE]: aTrigger(),
    ...answers,
  });
  return openScreen(address, routes);
}

const sent = () => api.asked.find(({ call }) => call === CREATE)?.body;
const listed = () => api.asked.filter(({ call }) => call.startsWith(LIST)).map(({ call }) => call);

test("the list says what each trigger watches, when it opens an issue, and who is told", async () => {
  const { screen, router } = await open("/issue-triggers/delivery", {
    [LIST]: aPageOf([aTrigger({ channels: { email: {}, slack: { channel_name: "#alerts" } } })]),
  });

  const row = screen.getByRole("row").filter({ hasText: "checkout-critical" });
  await expect.element(row).toHaveTextContent("The final attempt fails");
  await expect.element(row).toHaveTextContent("*checkout*");
  await expect.element(row).toHaveTextContent("Email, Slack");
  await expect.element(row).toHaveTextContent("Enabled");
  expect(listed()[0]).toContain("type=delivery");
  expect(listed()[0]).toContain("limit=100");

  await screen.getByRole("link", { name: "checkout-critical" }).click();
  await expect.element(screen.getByRole("heading", { name: "The trigger" })).toBeVisible();
  expect(router.state.location.pathname).toBe(`/issue-triggers/${TRIGGER_ID}`);
});

test("the status is a filter in the address", async () => {
  const { screen, router } = await open("/issue-triggers/delivery?status=disabled", { [LIST]: aPageOf([]) });

  await expect.element(screen.getByText("No trigger of this type has that status.")).toBeVisible();
  expect(listed()[0]).toContain("disabled_at[any]=true");
  await screen.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(screen.getByText(/says which failures become an issue/)).toBeVisible();
  expect(router.state.location.search).toEqual({});
});

test("a tab shows the triggers of its type", async () => {
  const { screen } = await open("/issue-triggers/delivery");

  await screen.getByRole("link", { name: "Backpressure" }).click();

  await expect.poll(() => listed().at(-1)).toContain("type=backpressure");
});

test("a word that is neither a type nor an id leads to no trigger", async () => {
  const { screen } = await open("/issue-triggers/nothing");

  await expect.element(screen.getByRole("heading", { name: "Issue trigger not found" })).toBeVisible();
});

test("the menu of a row disables and deletes a trigger", async () => {
  let models = [aTrigger()];
  const { screen } = await open("/issue-triggers/delivery", {
    [LIST]: () => aPageOf(models),
    [`PUT /2025-07-01/issue-triggers/${TRIGGER_ID}/disable`]: () => {
      models = [aTrigger({ disabled_at: "2026-11-15T14:00:00.000Z" })];
      return models[0];
    },
    [`DELETE /2025-07-01/issue-triggers/${TRIGGER_ID}`]: () => {
      models = [];
      return { id: TRIGGER_ID };
    },
  });
  const more = screen.getByRole("button", { name: "Actions" });

  await more.click();
  await screen.getByRole("menuitem", { name: "Disable" }).click();
  await expect.element(screen.getByText("Issue trigger disabled")).toBeVisible();
  await expect.element(screen.getByRole("row").filter({ hasText: "checkout" })).toHaveTextContent("Disabled");

  await more.click();
  await screen.getByRole("menuitem", { name: "Delete…" }).click();
  await screen.getByRole("button", { name: "Delete", exact: true }).click();
  await expect.element(screen.getByText("Issue trigger has been deleted.")).toBeVisible();
  await expect.element(screen.getByText("No issue triggers found")).toBeVisible();
});

test("a pattern without * is wrapped, and a preview shows what it matches", async () => {
  const { screen, router } = await open(CREATING);

  await screen.getByRole("radio", { name: /Pattern/ }).click();
  await screen.getByRole("button", { name: "Create trigger" }).click();
  await expect.element(screen.getByText("Required")).toBeVisible();
  await expect.element(screen.getByText("Fix form errors")).toBeVisible();
  await screen.getByRole("textbox", { name: "Pattern" }).fill("checkout");
  await expect.element(screen.getByText("matches 2")).toBeVisible();
  await expect.element(screen.getByText("stripe → orders-api · checkout-eu")).toBeVisible();
  await screen.getByRole("button", { name: "Create trigger" }).click();

  await expect.element(screen.getByText("Created issue trigger")).toBeVisible();
  expect(sent()).toEqual({
    type: "delivery",
    configs: { strategy: "first_attempt", connections: "*checkout*" },
    channels: { email: {} },
  });
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/issue-triggers/delivery");
});

test("specific connections are picked by name, and can be taken away again", async () => {
  const { screen } = await open(CREATING);

  await screen.getByRole("radio", { name: /Specific connections/ }).click();
  const add = screen.getByRole("combobox", { name: "Add a connection", exact: true });
  await add.fill("checkout");
  await screen.getByRole("option", { name: /checkout-eu/ }).click();
  const chosen = screen.getByRole("list", { name: "Chosen connections" });
  await expect.element(chosen).toHaveTextContent("stripe → orders-api · checkout-eu");
  await expect.element(add).toHaveValue("");
  await expect.element(add).toHaveFocus();
  await add.fill("stripe");
  await screen.getByRole("option", { name: "stripe → orders-api", exact: true }).click();
  await screen.getByRole("button", { name: /^Remove stripe → orders-api · checkout-eu/ }).click();
  await screen.getByRole("button", { name: "Create trigger" }).click();

  await expect.poll(sent).toMatchObject({ configs: { connections: [aConnection(3).id] } });
});

test("another type keeps what was chosen, and checks its own fields", async () => {
  const { screen } = await open(CREATING, {
    "GET /dashboard-api/team-integrations": { models: [{ id: "tin_1", provider: "slack" }] },
  });
  const dialog = screen.getByRole("dialog", { name: "Create issue trigger" });

  await dialog.getByRole("checkbox", { name: "Slack" }).click();
  await dialog.getByRole("link", { name: "Backpressure" }).click();
  await expect.element(dialog.getByRole("spinbutton", { name: /Delay/ })).toHaveValue(10);
  await dialog.getByRole("spinbutton", { name: /Delay/ }).fill("0");
  await userEvent.tab();
  await expect.element(dialog.getByText("Delay must be at least 1 minute")).toBeVisible();
  await dialog.getByRole("spinbutton", { name: /Delay/ }).fill("1441");
  await expect.element(dialog.getByText("Delay must be at most 1 day")).toBeVisible();
  await dialog.getByRole("spinbutton", { name: /Delay/ }).fill("5");
  await dialog.getByRole("button", { name: "Create trigger" }).click();
  await expect.element(dialog.getByText("Required")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Slack channel" }).fill(" #alerts ");
  await dialog.getByRole("button", { name: "Create trigger" }).click();

  await expect.poll(sent).toEqual({
    type: "backpressure",
    configs: { delay: 300_000, destinations: "*" },
    channels: { email: {}, slack: { channel_name: "#alerts" } },
  });
});

test("a channel that the project has not connected offers its dialog", async () => {
  const { screen } = await open(CREATING, {
    "GET /dashboard-api/session": aSession("owner"),
    "GET /dashboard-api/team-integrations": { models: [{ id: "tin_1", provider: "pagerduty" }] },
  });

  await expect.element(screen.getByRole("checkbox", { name: "PagerDuty" })).toBeEnabled();
  await expect.element(screen.getByRole("checkbox", { name: "Email" })).toBeChecked();
  await expect.element(screen.getByRole("checkbox", { name: "Slack" })).toBeDisabled();
  await expect
    .element(screen.getByRole("link", { name: "Connect Slack" }))
    .toHaveAttribute("href", "/settings/project/integrations/slack/connect");
});

test("a person who cannot connect a channel learns who can, and that there is no mail server", async () => {
  const { screen } = await open(CREATING, {
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/team-integrations": { models: [], has_mail_server: false },
  });

  await expect.element(screen.getByText("Not connected. An admin can connect it.").first()).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Connect Slack" })).not.toBeInTheDocument();
  await expect.element(screen.getByText(/^Posthorn has no mail server, so nobody gets mail\./)).toBeVisible();
});

test("closing the dialog with unsaved input asks first", async () => {
  const { screen, router } = await open(CREATING);

  await screen.getByRole("radio", { name: /The final attempt fails/ }).click();
  await screen.getByRole("button", { name: "Cancel" }).click();

  await expect
    .element(screen.getByText("Are you sure you want to quit without saving your work?"))
    .toBeVisible();
  expect(router.state.location.pathname).toBe(CREATING);
});

test("a refusal of the server stands in the dialog, which stays open", async () => {
  const refusal = { code: "UNPROCESSABLE", status: 422, message: "The project is full", data: [] };
  const { screen } = await open(CREATING, { [CREATE]: () => Response.json(refusal, { status: 422 }) });

  await screen.getByRole("button", { name: "Create trigger" }).click();

  await expect.element(screen.getByText(/^Error creating issue trigger/)).toBeVisible();
  await expect.element(screen.getByRole("dialog", { name: "Create issue trigger" })).toBeVisible();
});

test("a viewer sees the triggers, and why they cannot create one", async () => {
  const { screen } = await open("/issue-triggers/delivery", {}, "viewer");

  await expect
    .element(screen.getByRole("button", { name: "Create trigger" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role for this."));
  await expect.element(screen.getByRole("link", { name: "checkout-critical" })).toBeVisible();
});
