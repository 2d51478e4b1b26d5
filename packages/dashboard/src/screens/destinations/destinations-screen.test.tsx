import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { NamedListSearch } from "../../resources/named-lists/named-list-url.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { DestinationsScreen } from "./destinations-screen.tsx";

const orders = aConnection(1).destination;
const laptop = {
  ...aConnection(2).destination,
  name: "laptop",
  type: "CLI",
  config: { ...orders.config, url: undefined, path: "/hooks" },
  disabled_at: "2026-11-14T14:00:00.000Z",
};

let api: TestApi;
afterEach(() => api.restore());

function openList(models: readonly unknown[], role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/connections-by-end": {
      sources: {},
      destinations: { [orders.id]: 3 },
      transformations: {},
    },
    "GET /dashboard-api/attempts-24h": { counts: { [orders.id]: 12 } },
    "GET /2025-07-01/destinations": aPageOf(models),
  });
  return openScreen("/destinations", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "destinations/",
      validateSearch: NamedListSearch,
      component: DestinationsScreen,
    }),
    ...["connections", "destinations/new", "destinations/$id"].map((path) =>
      createRoute({ getParentRoute: () => app, path }),
    ),
  ]);
}

test("each destination has its type, state, place, attempts and connections", async () => {
  const { screen } = await openList([orders, laptop]);

  const row = screen.getByRole("row").filter({ hasText: "orders-api" });
  for (const text of ["HTTP", "Active", "https://orders.acme.dev/hooks"])
    await expect.element(row).toHaveTextContent(text);
  await expect.element(row.getByRole("cell", { name: "12", exact: true })).toBeVisible();
  await expect
    .element(row.getByRole("link", { name: "3 connections of orders-api" }))
    .toHaveAttribute("href", `/connections?destination_id=${orders.id}`);
  const other = screen.getByRole("row").filter({ hasText: "laptop" });
  for (const text of ["CLI", "Disabled"]) await expect.element(other).toHaveTextContent(text);
  await expect.element(other.getByRole("button", { name: "Copy the path of laptop" })).toBeVisible();
});

test("without destinations it teaches what one is, and leads to the first", async () => {
  const { screen } = await openList([]);

  await expect.element(screen.getByRole("heading", { name: "No destinations found" })).toBeVisible();
  await expect.element(screen.getByText(/^A destination is where events are delivered/)).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "New destination" }))
    .toHaveAttribute("href", "/destinations/new");
});

test("a viewer sees the list, and why they cannot create one", async () => {
  const { screen } = await openList([orders], "viewer");

  await expect.element(screen.getByRole("link", { name: "orders-api", exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "New destination" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role for this."));
});
