import type { Connection } from "@posthorn/contract/connections";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page as browser } from "vitest/browser";
import { answerApi, aPageOf, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ConnectionsScreen } from "./connections-screen.tsx";
import { ConnectionsSearch } from "./connections-url.ts";

const LIST = "GET /dashboard-api/connections";
const first = aConnection(1, { name: "payments" });
const connections: Connection[] = [
  first,
  {
    ...aConnection(2, { name: "ledger-sync" }),
    source: first.source,
    rules: [
      { type: "retry", strategy: "linear", interval: 1000, count: 3, response_status_codes: null },
      { type: "filter", body: { paid: true } },
    ],
  },
];

const twelve = (last: number) => [...Array<number>(11).fill(0), last];

let api: TestApi;
let cliSessions: Record<string, number> = {};

afterEach(async () => {
  api.restore();
  cliSessions = {};
  await browser.viewport(1280, 800);
});

async function openList(address = "/connections/", models: readonly unknown[] = connections) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/events-24h": {
      from: "2026-11-14T14:00:00.000Z",
      counts: { [first.id]: 2960 },
      buckets: { [first.id]: { FAILED: twelve(12), SUCCESSFUL: twelve(2948) } },
    },
    "GET /dashboard-api/requests-24h": { counts: {} },
    "GET /dashboard-api/held-events": { counts: { [first.id]: 28 } },
    "GET /dashboard-api/cli-sessions": { counts: cliSessions },
    [LIST]: aPageOf(models),
    [`GET /2025-07-01/sources/${first.source.id}`]: first.source,
  });
  return openScreen(address, (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "connections/",
      validateSearch: ConnectionsSearch,
      component: ConnectionsScreen,
    }),
    ...["connections/$id", "sources/$id", "destinations/$id", "connections/new", "events"].map((path) =>
      createRoute({ getParentRoute: () => app, path, component: () => <p>At {path}</p> }),
    ),
  ]);
}

const orderAsked = () =>
  new URLSearchParams(api.asked.findLast(({ call }) => call.startsWith(LIST))?.call.split("?")[1]);

test("Structured comes first, newest on top; the choice of Table is remembered and orders by name", async () => {
  const { screen } = await openList();
  await expect.element(screen.getByRole("list", { name: "Destinations" })).toBeVisible();
  await expect.element(screen.getByRole("radio", { name: "Structured" })).toBeChecked();
  expect([orderAsked().get("order_by"), orderAsked().get("dir")]).toEqual(["created_at", "desc"]);

  await screen.getByRole("radio", { name: "Table" }).click();

  await expect.element(screen.getByRole("table")).toBeVisible();
  expect(
    screen
      .getByRole("columnheader")
      .elements()
      .map((head) => head.textContent),
  ).toEqual(["Source", "Destination", "Connection Name", "Rules", "Status", "Events (24h)", "Actions"]);
  await expect.poll(() => orderAsked().get("order_by")).toBe("full_name");
  await screen.unmount();
  const again = await openList();
  await expect.element(again.screen.getByRole("table")).toBeVisible();
});

test("rules are icons in a fixed order, and the events of the day small bars with a link", async () => {
  const { screen, router } = await openList();
  const rules = screen.getByRole("img", { name: /^(Filter|Retry)/ });

  await expect.element(rules.first()).toBeVisible();
  expect(rules.elements().map((icon) => icon.getAttribute("aria-label"))).toEqual([
    "Filter · body.paid is true",
    "Retry · linear, 1 s × 3",
  ]);
  await expect
    .element(screen.getByRole("img", { name: "2,960 events in the last 24 hours, 12 failed" }))
    .toBeVisible();
  await screen.getByRole("link", { name: "2,960 events of stripe to orders-api" }).click();

  await expect.poll(() => router.state.location.search).toEqual({ webhook_id: [first.id] });
});

function toCli(number: number, name: string): Connection {
  const connection = aConnection(number);
  return { ...connection, destination: { ...connection.destination, name, type: "CLI" } };
}

test("the card of a CLI says how many sessions are connected now, and nothing asks where there is no such card", async () => {
  const CALL = "GET /dashboard-api/cli-sessions";
  const laptops = [toCli(3, "laptop"), toCli(4, "desktop"), toCli(5, "idle")];
  const [laptop, desktop] = laptops.map(({ destination }) => destination.id);
  cliSessions = { [laptop ?? ""]: 1, [desktop ?? ""]: 2, [first.destination.id]: 9 };
  const { screen } = await openList("/connections/", [first, ...laptops]);
  const destinations = screen.getByRole("list", { name: "Destinations" });

  await expect.element(destinations.getByText("CLI · 1 session", { exact: true })).toBeVisible();
  await expect.element(destinations.getByText("CLI · 2 sessions", { exact: true })).toBeVisible();
  await expect.element(destinations.getByText("CLI", { exact: true })).toBeVisible();
  await expect.element(destinations.getByText("HTTP", { exact: true })).toBeVisible();
  expect(api.asked.filter(({ call }) => call === CALL)).toHaveLength(1);
  await screen.unmount();
  api.restore();

  const without = await openList();
  await expect.element(without.screen.getByText("HTTP", { exact: true }).first()).toBeVisible();
  expect(api.asked.filter(({ call }) => call === CALL)).toEqual([]);
});

test("both views group, and the table names its groups", async () => {
  const { screen, router } = await openList();
  await screen.getByRole("radio", { name: "Table" }).click();

  await screen.getByRole("button", { name: /^Group by/ }).click();
  await screen.getByRole("menuitemradio", { name: "Source" }).click();

  await expect
    .poll(() => screen.container.querySelector('th[scope="rowgroup"]')?.textContent)
    .toBe("stripe2 connections");
  expect(router.state.location.search).toEqual({ group_by: "source" });
});

test("a connection that the link names is marked", async () => {
  const { screen } = await openList(`/connections/?selected_connection_id=${first.id}`);

  await expect
    .element(screen.getByRole("link", { name: "payments: stripe to orders-api" }))
    .toHaveAttribute("aria-current", "true");
});

test("a source in the link is a chip that can be cleared, and nothing found says so", async () => {
  const { screen, router } = await openList(`/connections/?source_id=${first.source.id}`);
  api.answers[LIST] = (url) => aPageOf(url.searchParams.has("search") ? [] : connections);

  await screen.getByRole("button", { name: "Filtering on stripe" }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
  await screen.getByRole("searchbox").fill("nothing");

  await expect.element(screen.getByText("No connections found")).toBeVisible();
});

test("a paused connection says how many events it holds, in both views", async () => {
  const { screen } = await openList("/connections/", [{ ...first, paused_at: first.created_at }]);

  await expect.element(screen.getByText("Paused · 28 held")).toBeVisible();
  await screen.getByRole("radio", { name: "Table" }).click();

  await expect.element(screen.getByRole("cell", { name: "Paused · 28 held" })).toBeVisible();
});

test.each([1440, 360])("at %i px one very long name leaves every menu inside the window", async (width) => {
  const long = `orders-${"of-the-northern-warehouses-".repeat(5)}eu-1`;
  const named = aConnection(1, { name: long, paused_at: first.created_at });
  named.source.name = long;
  named.destination.name = long;
  const { screen } = await openList("/connections/", [named, aConnection(2)]);
  await browser.viewport(width, 900);

  for (const view of ["Table", "Structured"]) {
    await screen.getByRole("radio", { name: view }).click();
    await expect
      .element(view === "Table" ? screen.getByRole("table") : screen.getByRole("radio", { name: view }))
      .toBeInTheDocument();
    await expect.element(screen.getByText("Paused · 28 held")).toBeVisible();
    const box = screen.getByRole("region", { name: "Connections" }).element();
    const edges = screen
      .getByRole("button", { name: "Actions" })
      .elements()
      .map((button) => button.getBoundingClientRect().right);

    expect(edges).toHaveLength(2);
    for (const right of edges) expect(right).toBeLessThanOrEqual(box.getBoundingClientRect().right);
    expect(box.scrollWidth).toBe(box.clientWidth);
  }
});

test("at 200 connections the page says that it shows no more", async () => {
  const { screen } = await openList(
    "/connections/",
    Array.from({ length: 200 }, (_one, at) => aConnection(at + 1)),
  );

  await expect
    .element(screen.getByText("The dashboard displays up to 200 connections at a time"))
    .toBeVisible();
});

test("without any connection it teaches what one is", async () => {
  const { screen } = await openList("/connections/", []);

  await expect.element(screen.getByText("Route events to your desired destinations")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Create first connection" }))
    .toHaveAttribute("href", "/create-first-connection");
});

test("on a narrow screen Structured is a list of groups", async () => {
  const { screen } = await openList();
  await browser.viewport(360, 740);

  await expect.element(screen.getByRole("heading", { name: "stripe" })).toBeVisible();
  await expect.element(screen.getByRole("list", { name: "Destinations" })).not.toBeInTheDocument();
});
