import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { aRequestIssue, issueId } from "../../resources/issues/test-issues.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { SourceOverview } from "./source-overview.tsx";
import { SourcePage } from "./source-page.tsx";

const connection = aConnection(1);
const { source } = connection;
const ONE = `GET /2025-07-01/sources/${source.id}`;

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  const frame = createRoute({ getParentRoute: () => app, path: "sources/$id", component: SourcePage });
  const overview = createRoute({ getParentRoute: () => frame, path: "/", component: SourceOverview });
  const list = createRoute({
    getParentRoute: () => app,
    path: "sources/",
    component: () => <h1>The list</h1>,
  });
  return [frame.addChildren([overview]), list];
}

async function openPage(answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/events-24h": { counts: {} },
    "GET /dashboard-api/requests-24h": { counts: { [source.id]: 1204 } },
    "GET /2025-07-01/connections": aPageOf([connection]),
    "GET /2025-07-01/connections/count": { count: 1 },
    [ONE]: source,
    ...answers,
  });
  return openScreen(`/sources/${source.id}`, routes);
}

/** The property list as text, `Name: value`. */
function propertiesIn(element: Element): string[] {
  return [...element.querySelectorAll("dt")].map(
    (name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`,
  );
}

test("the properties stand in the spec's order", async () => {
  const { screen } = await openPage();

  const properties = screen.getByRole("region", { name: "Properties" });
  await expect
    .element(properties.getByRole("link", { name: "1,204" }))
    .toHaveAttribute("href", `/requests?source_id[0]=${source.id}`);
  await expect.element(properties.getByRole("link", { name: "1", exact: true })).toBeVisible();
  expect(propertiesIn(properties.element())).toEqual([
    "Name: stripe",
    "Description: –",
    "URL: http://127.0.0.1:4401/e/3k2",
    "Type: Webhook",
    `ID: ${source.id}`,
    "Status: Active",
    "Authentication: Disabled",
    "Custom Response: Off",
    "HTTP Methods: POST, PUT, PATCH, DELETE",
    "Requests (24h): 1,204",
    "Connections: 1",
  ]);
  await expect.element(properties.getByRole("button", { name: "Copy URL" })).toBeVisible();
  await expect
    .element(screen.getByRole("list", { name: "Connections" }).getByRole("link"))
    .toHaveAttribute("href", `/connections/${connection.id}`);
  await expect
    .element(screen.getByRole("link", { name: "New connection" }))
    .toHaveAttribute("href", `/connections/new?source_id=${source.id}`);
  expect(document.title).toBe("stripe - Posthorn");
});

test("what is on is said to be on, and a source without connections says what follows", async () => {
  const { screen } = await openPage({
    [ONE]: {
      ...source,
      authenticated: true,
      disabled_at: "2026-11-14T15:00:00.000Z",
      config: { ...source.config, custom_response: { content_type: "json", body: "{}" } },
    },
    "GET /2025-07-01/connections": aPageOf([]),
    "GET /2025-07-01/connections/count": { count: 0 },
  });

  const properties = screen.getByRole("region", { name: "Properties" });
  await expect.element(properties.getByText("Enabled")).toBeVisible();
  await expect.element(properties).toHaveTextContent("StatusDisabled");
  await expect.element(properties).toHaveTextContent("Custom ResponseOn");
  await expect.element(screen.getByText(/^No connections\. Requests to stripe go nowhere/)).toBeVisible();
});

test("its menu disables and deletes it, and the question counts its connections", async () => {
  const { screen } = await openPage({
    [`DELETE /2025-07-01/sources/${source.id}`]: { id: source.id },
    "GET /2025-07-01/connections/count": { count: 2 },
  });

  await screen.getByRole("button", { name: "Actions" }).click();
  await expect.element(screen.getByRole("menuitem", { name: "Copy source URL" })).toBeVisible();
  await expect.element(screen.getByRole("menuitem", { name: "Disable…" })).toBeVisible();
  await screen.getByRole("menuitem", { name: "Delete" }).click();
  const question = screen.getByRole("dialog", { name: "Delete source" });
  await expect.element(question).toHaveTextContent("Its 2 connections are deleted too.");
  await question.getByRole("button", { name: "Delete" }).click();

  await expect.element(screen.getByText("Source deleted")).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "The list" })).toBeVisible();
});

test.each([
  [404, "Source not found"],
  [410, "Source deleted"],
])("%i has its own screen", async (status, title) => {
  const { screen } = await openPage({
    [ONE]: () => Response.json({ code: "X", status, message: "x" }, { status }),
  });

  await expect.element(screen.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("its open issue stands beside the tabs", async () => {
  const { screen } = await openPage({
    "GET /dashboard-api/open-issues": (url) =>
      url.searchParams.get("concerns") === source.id
        ? { first: aRequestIssue(4), name: "stripe", count: 2 }
        : undefined,
  });

  await expect
    .element(screen.getByRole("link", { name: "stripe rejects requests: Authentication Failed" }))
    .toHaveAttribute("href", `/issues/${issueId(4)}`);
  await expect
    .element(screen.getByRole("link", { name: "and 1 more" }))
    .toHaveAttribute("href", `/issues?concerns=${source.id}`);
});
