import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { aBackpressureIssue, issueId } from "../../resources/issues/test-issues.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { DestinationOverview } from "./destination-overview.tsx";
import { DestinationPage } from "./destination-page.tsx";

const connection = aConnection(1);
const { destination } = connection;
const ONE = `GET /2025-07-01/destinations/${destination.id}`;

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  const frame = createRoute({
    getParentRoute: () => app,
    path: "destinations/$id",
    component: DestinationPage,
  });
  const overview = createRoute({ getParentRoute: () => frame, path: "/", component: DestinationOverview });
  return [frame.addChildren([overview])];
}

async function openPage(answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/events-24h": { counts: {} },
    "GET /dashboard-api/attempts-24h": { counts: { [destination.id]: 88 } },
    "GET /2025-07-01/connections": aPageOf([connection]),
    "GET /2025-07-01/connections/count": { count: 1 },
    [ONE]: destination,
    ...answers,
  });
  return openScreen(`/destinations/${destination.id}`, routes);
}

/** The property list as text, `Name: value`. */
function propertiesIn(element: Element): string[] {
  return [...element.querySelectorAll("dt")].map(
    (name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`,
  );
}

test("the properties stand in the spec's order, with links", async () => {
  const { screen } = await openPage();

  const properties = screen.getByRole("region", { name: "Properties" });
  await expect
    .element(properties.getByRole("link", { name: "88" }))
    .toHaveAttribute("href", `/events?destination_id[0]=${destination.id}`);
  await expect
    .element(properties.getByRole("link", { name: "1", exact: true }))
    .toHaveAttribute("href", `/connections?destination_id=${destination.id}`);
  expect(propertiesIn(properties.element())).toEqual([
    "Name: orders-api",
    "Description: –",
    "Endpoint URL: https://orders.acme.dev/hooks",
    "Type: HTTP",
    "Authentication: No auth",
    `ID: ${destination.id}`,
    "Path forwarding: On",
    "Status: Active",
    "Attempts (24h): 88",
    "HTTP method: Default (matches request)",
    "Connections: 1",
    "Max delivery rate: Default",
  ]);
  expect(document.title).toBe("orders-api - Posthorn");
});

test("a CLI has a path, and limits and credentials are named", async () => {
  const { screen } = await openPage({
    [ONE]: {
      ...destination,
      type: "CLI",
      disabled_at: "2026-11-14T15:00:00.000Z",
      config: {
        path: "/webhooks",
        http_method: "PUT",
        path_forwarding_disabled: true,
        rate_limit: 10,
        rate_limit_period: "concurrent",
        auth_type: "BEARER_TOKEN",
        auth: {},
      },
    },
  });

  const properties = screen.getByRole("region", { name: "Properties" });
  await expect.element(properties.getByRole("button", { name: "Copy Path" })).toBeVisible();
  const shown = propertiesIn(properties.element());
  expect(shown).toContain("Path: /webhooks");
  expect(shown).toContain("Type: CLI");
  expect(shown).toContain("Authentication: Bearer token");
  expect(shown).toContain("Path forwarding: Off");
  expect(shown).toContain("Status: Disabled");
  expect(shown).toContain("HTTP method: PUT");
  expect(shown).toContain("Max delivery rate: 10 concurrent");
});

test("a destination that no connection leads to says how it gets events", async () => {
  const { screen } = await openPage({
    "GET /2025-07-01/connections": aPageOf([]),
    "GET /2025-07-01/connections/count": { count: 0 },
  });

  await expect
    .element(screen.getByText("No connections. orders-api gets events once a connection leads to it."))
    .toBeVisible();
});

test.each([
  [404, "Destination not found"],
  [410, "Destination deleted"],
])("%i has its own screen", async (status, title) => {
  const { screen } = await openPage({
    [ONE]: () => Response.json({ code: "X", status, message: "x" }, { status }),
  });

  await expect.element(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("its open issue stands beside the tabs", async () => {
  const { screen } = await openPage({
    "GET /dashboard-api/open-issues": (url) =>
      url.searchParams.get("concerns") === destination.id
        ? { first: aBackpressureIssue(4), name: "orders-api", count: 2 }
        : undefined,
  });

  await expect
    .element(screen.getByRole("link", { name: "orders-api backlog takes over 10 min to clear" }))
    .toHaveAttribute("href", `/issues/${issueId(4)}`);
  await expect
    .element(screen.getByRole("link", { name: "and 1 more" }))
    .toHaveAttribute("href", `/issues?concerns=${destination.id}`);
});
