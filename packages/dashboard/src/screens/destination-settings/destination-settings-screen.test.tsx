import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { anOperation } from "../../resources/bulk/test-operations.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { DestinationSettingsScreen } from "./destination-settings-screen.tsx";

const given = aConnection(1).destination;
const destination = {
  ...given,
  config: { ...given.config, auth_type: "BASIC_AUTH" as const, auth: {} },
};
const PATH = `/2025-07-01/destinations/${destination.id}`;

const ESTIMATE = "GET /dashboard-api/bulk-operations/event-retry-estimate";
const RETRY = "/2025-07-01/bulk/events/retry";

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  const settings = createRoute({
    getParentRoute: () => app,
    path: "destinations/$id/settings",
    component: DestinationSettingsScreen,
  });
  const list = createRoute({
    getParentRoute: () => app,
    path: "destinations/",
    component: () => <h1>The list</h1>,
  });
  return [settings, list];
}

/** The API shows credentials only if it is asked for them. */
function answerOne(url: URL) {
  const isAsked = url.searchParams.get("include") === "config.auth";
  const auth = isAsked ? { username: "ada", password: "very-secret" } : {};
  return { ...destination, config: { ...destination.config, auth } };
}

async function openSettings(answers: Answers = {}, role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/name-is-used": { used: false },
    "GET /2025-07-01/connections/count": { count: 3 },
    "GET /2025-07-01/projects/tm_1": { id: "tm_1", max_events_per_second: null },
    [`GET ${PATH}`]: answerOne,
    [`PUT ${PATH}`]: destination,
    [ESTIMATE]: { FAILED: 0, CANCELLED: 0, SUCCESSFUL: 0 },
    ...answers,
  });
  return openScreen(`/destinations/${destination.id}/settings`, routes);
}

const saved = () => api.asked.filter(({ call }) => call === `PUT ${PATH}`).map(({ body }) => body);

test("each part is saved on its own, and only when it has changed", async () => {
  const { screen } = await openSettings();
  await expect
    .element(screen.getByLabelText("URL", { exact: true }))
    .toHaveValue("https://orders.acme.dev/hooks");
  await expect.element(screen.getByRole("button", { name: "Save" })).not.toBeInTheDocument();

  await screen.getByLabelText("Description").fill("Takes orders");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Destination saved")).toBeVisible();
  expect(saved()).toEqual([{ name: "orders-api", description: "Takes orders" }]);
});

test("after a correction, the events that failed are retried in two clicks", async () => {
  const { screen } = await openSettings({
    [ESTIMATE]: { FAILED: 147, CANCELLED: 0, SUCCESSFUL: 0 },
    [`GET ${RETRY}`]: aPageOf([]),
    "GET /2025-07-01/connections": aPageOf([aConnection(1)]),
    [`POST ${RETRY}`]: anOperation(1),
  });
  await screen.getByLabelText("URL", { exact: true }).fill("https://orders.acme.dev/v2");
  expect(screen.getByText(/failed at this destination/).elements()).toHaveLength(0);
  await screen.getByRole("button", { name: "Save" }).click();

  await expect
    .element(screen.getByText("147 events failed at this destination in the last month"))
    .toBeVisible();
  await screen.getByRole("button", { name: "Retry 147" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Retry 147" }).click();

  await expect.element(screen.getByText("The failed events are on their way")).toBeVisible();
  const retried = api.asked.filter(({ call }) => call === `POST ${RETRY}`).map(({ body }) => body);
  expect(retried).toMatchObject([{ query: { destination_id: [destination.id], status: ["FAILED"] } }]);
});

test("a secret is not shown, and stays if only the name beside it changes", async () => {
  const { screen } = await openSettings();
  await expect.element(screen.getByLabelText("Username")).toHaveValue("ada");
  await expect.element(screen.getByLabelText("Password", { exact: true })).toHaveValue("");
  expect(document.body.innerHTML).not.toContain("very-secret");

  await screen.getByLabelText("Username").fill("grace");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Destination saved")).toBeVisible();
  expect(saved()).toMatchObject([{ config: { auth: { username: "grace", password: "very-secret" } } }]);
});

test("disabling and deleting say how many connections go with it", async () => {
  const disabled = { ...destination, disabled_at: "2026-11-14T15:00:00.000Z" };
  const { screen } = await openSettings({
    [`PUT ${PATH}/disable`]: () => {
      api.answers[`GET ${PATH}`] = disabled;
      return disabled;
    },
    [`DELETE ${PATH}`]: { id: destination.id },
  });
  await expect.element(screen.getByLabelText("URL", { exact: true })).toBeVisible();

  await screen.getByRole("button", { name: "Disable…" }).click();
  const disabling = screen.getByRole("dialog", { name: "Disable destination" });
  await expect.element(disabling).toHaveTextContent("Its 3 connections are disabled too. Are you sure?");
  await disabling.getByRole("button", { name: "Disable" }).click();
  await expect.element(screen.getByText("Destination disabled")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Enable" })).toBeVisible();

  await screen.getByRole("button", { name: "Delete…" }).click();
  const deleting = screen.getByRole("dialog", { name: "Delete destination" });
  await expect
    .element(deleting)
    .toHaveTextContent(
      "By deleting this destination, no events will be accepted or delivered anymore. Are you sure? Its 3 connections are deleted too.",
    );
  await deleting.getByRole("button", { name: "Delete" }).click();
  await expect.element(screen.getByRole("heading", { name: "The list" })).toBeVisible();
  await expect.element(screen.getByText("Destination deleted")).toBeVisible();
});

test("a viewer sees the settings without credentials, and cannot change them", async () => {
  const { screen } = await openSettings({}, "viewer");

  await expect.element(screen.getByLabelText("URL", { exact: true })).toHaveAttribute("readonly");
  await expect.element(screen.getByRole("note")).toHaveTextContent("You need the member role for this.");
  await expect.element(screen.getByRole("radio", { name: /^CLI/ })).toBeDisabled();
  await expect.element(screen.getByLabelText("Authentication method")).toBeDisabled();
  await expect
    .element(screen.getByRole("button", { name: "Delete…" }))
    .toHaveAttribute("aria-disabled", "true");
  expect(api.asked.some(({ call }) => call.includes("include"))).toBe(false);
});
