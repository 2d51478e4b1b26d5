import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { aDeliveryIssue, issueId } from "../../resources/issues/test-issues.ts";
import { PREFERENCES_KEY } from "../../resources/preferences/preferences.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { connectionRoutes } from "./test-connection-routes.tsx";

const connection = aConnection(1, {
  name: "ledger-sync",
  description: "Books every charge.",
  rules: [
    { type: "retry", strategy: "exponential", interval: 30_000, count: 5, response_status_codes: null },
    { type: "transform", transformation_id: "trs_1" },
  ],
});
const ONE = `GET /2025-07-01/connections/${connection.id}`;

let api: TestApi;
afterEach(() => api.restore());

async function openPage(answers: Answers = {}, role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/events-24h": { counts: { [connection.id]: 7529 } },
    "GET /2025-07-01/events": aPageOf([]),
    "GET /2025-07-01/transformations/trs_1": { id: "trs_1", name: "stripe-to-ledger" },
    [ONE]: connection,
    ...answers,
  });
  return openScreen(`/connections/${connection.id}`, connectionRoutes);
}

test("the properties stand in the spec's order, with links and a copy control", async () => {
  const { screen } = await openPage();

  await expect.element(screen.getByRole("heading", { level: 1, name: "ledger-sync" })).toBeVisible();
  const properties = screen.getByRole("region", { name: "Properties" });
  await expect.element(properties.getByRole("link", { name: "7,529" })).toBeVisible();
  const names = [...properties.element().querySelectorAll("dt")].map(({ textContent }) => textContent);
  expect(names).toEqual(["Name", "ID", "Status", "Source", "Destination", "Events (24h)", "Description"]);
  await expect.element(properties.getByText("Active")).toBeVisible();
  await expect.element(properties.getByRole("button", { name: "Copy ID" })).toBeVisible();
  await expect
    .element(properties.getByRole("link", { name: "stripe" }))
    .toHaveAttribute("href", `/sources/${connection.source.id}`);
  await expect
    .element(properties.getByRole("link", { name: "orders-api" }))
    .toHaveAttribute("href", `/destinations/${connection.destination.id}`);
  await expect
    .element(properties.getByRole("link", { name: "7,529" }))
    .toHaveAttribute("href", `/events?webhook_id[0]=${connection.id}`);
  await expect
    .element(screen.getByRole("region", { name: "Rules" }))
    .toHaveTextContent("Transformstripe-to-ledgerRetryexponential, 30 s × 5");
  await expect.element(screen.getByText(/^No events yet/)).toBeVisible();
  expect(document.title).toBe("ledger-sync - Posthorn");
});

test("its rules lead to the place where they are edited", async () => {
  const { screen } = await openPage();
  const rules = screen.getByRole("region", { name: "Rules" });
  const editing = `/connections/${connection.id}/settings#rules`;

  await expect.element(rules.getByRole("link", { name: "Edit rules" })).toHaveAttribute("href", editing);
  await expect
    .element(rules.getByRole("link", { name: "Retry exponential, 30 s × 5" }))
    .toHaveAttribute("href", editing);
  await rules.getByRole("link", { name: "Edit rules" }).click();

  await expect.element(screen.getByRole("form", { name: "Rules" })).toBeVisible();
  expect(document.getElementById("rules")).not.toBeNull();
});

test("the address carries the date range of its charts", async () => {
  const { screen, router } = await openPage();
  await screen.getByRole("button", { name: /^Date Last 24 hours/ }).click();
  await screen.getByRole("button", { name: "Last 7 days" }).click();

  await expect.poll(() => router.state.location.search).toEqual({ date: { relative: "7_days" } });
  await expect.element(screen.getByRole("button", { name: /^Date Last 7 days/ })).toBeVisible();
});

test("pausing explains itself until the person dismisses it, for this project", async () => {
  const change = (kind: string) => `PUT /2025-07-01/connections/${connection.id}/${kind}`;
  const paused = { ...connection, paused_at: "2026-11-14T15:00:00.000Z" };
  const become = (state: typeof connection) => () => (api.answers[ONE] = state);
  const { screen } = await openPage({
    [change("pause")]: become(paused),
    [change("unpause")]: become(connection),
  });

  await screen.getByRole("button", { name: "Pause…", exact: true }).click();
  const dialog = screen.getByRole("dialog", { name: "Pause connection" });
  await expect.element(dialog).toHaveTextContent(/new events are held/);
  await dialog.getByRole("checkbox", { name: "Don't ask me again" }).click();
  await dialog.getByRole("button", { name: "Pause", exact: true }).click();

  await expect.element(screen.getByText("Connection paused")).toBeVisible();
  await expect.element(screen.getByRole("region", { name: "Properties" })).toHaveTextContent("Paused");
  const stored = localStorage.getItem(PREFERENCES_KEY) ?? "";
  expect(JSON.parse(stored)).toMatchObject({
    users: { usr_1: { projects: { tm_1: { dismissed_prompts: ["connection.pause"] } } } },
  });
  // The prompt of another change still comes.
  await screen.getByRole("button", { name: "Unpause" }).click();
  await screen
    .getByRole("dialog", { name: "Unpause connection" })
    .getByRole("button", { name: "Unpause" })
    .click();
  await expect.element(screen.getByText("Connection unpaused")).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Pause", exact: true }))
    .not.toHaveAttribute("aria-busy");
  await screen.getByRole("button", { name: "Pause", exact: true }).click();
  await expect.poll(() => api.asked.filter(({ call }) => call === change("pause"))).toHaveLength(2);
});

test("deleting always asks, and then leads to the list", async () => {
  const deletion = `DELETE /2025-07-01/connections/${connection.id}`;
  const { screen, router, client } = await openPage({
    [deletion]: () => Response.json(FAILURE, { status: 500 }),
  });

  await screen.getByRole("button", { name: "Actions" }).click();
  await screen.getByRole("menuitem", { name: "Delete…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Delete connection" });
  await expect
    .element(dialog)
    .toHaveTextContent(
      "By deleting this connection, no events will be accepted or delivered anymore. Are you sure?",
    );
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.element(screen.getByText("Failed to delete connection")).toBeVisible();

  api.answers[deletion] = () => {
    api.answers[ONE] = () => Response.json({ ...FAILURE, code: "GONE", status: 410 }, { status: 410 });
    return { id: connection.id };
  };
  await dialog.getByRole("button", { name: "Delete" }).click();

  await expect.element(screen.getByRole("heading", { name: "The list" })).toBeVisible();
  await expect.element(screen.getByText("Connection deleted", { exact: true })).toBeVisible();

  client.setDefaultOptions({ queries: { retry: false, staleTime: Infinity } }); // what was read just before is not read again
  router.history.back();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Connection deleted" })).toBeVisible();
});

const FAILURE = { code: "FATAL_ERROR", status: 500, message: "Fatal Error" };

test("a viewer sees every control, disabled, with the reason", async () => {
  const { screen } = await openPage({}, "viewer");

  const pause = screen.getByRole("button", { name: "Pause…", exact: true });
  await expect.element(pause).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(pause)
    .toHaveAttribute("data-tooltip", expect.stringMatching(/You need the member role/));
  await screen.getByRole("button", { name: "Actions" }).click();
  await expect.element(screen.getByRole("menu")).toHaveTextContent(/You need the member role/);
  await expect
    .element(screen.getByRole("menuitem", { name: "Delete" }))
    .toHaveAttribute("aria-disabled", "true");
});

test.each([
  [404, "Connection not found"],
  [410, "Connection deleted"],
])("%i says so and leads to the list", async (status, title) => {
  const { screen } = await openPage({
    [ONE]: () => Response.json({ code: "X", status, message: "x" }, { status }),
  });

  await expect.element(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await screen.getByRole("link", { name: "Go to connections" }).click();
  await expect.element(screen.getByRole("heading", { name: "The list" })).toBeVisible();
});

test("its open issue stands beside the tabs", async () => {
  const { screen } = await openPage({
    "GET /dashboard-api/open-issues": (url) =>
      url.searchParams.get("concerns") === connection.id
        ? { first: aDeliveryIssue(4), name: "orders-api", count: 2 }
        : undefined,
  });

  await expect
    .element(screen.getByRole("link", { name: "orders-api answered 503 Service Unavailable" }))
    .toHaveAttribute("href", `/issues/${issueId(4)}`);
  await expect
    .element(screen.getByRole("link", { name: "and 1 more" }))
    .toHaveAttribute("href", `/issues?concerns=${connection.id}`);
});
