import { parseSearch } from "@posthorn/contract/search-codec";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { NamedListSearch } from "../../resources/named-lists/named-list-url.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { SourcesScreen } from "./sources-screen.tsx";

const SOURCES = "GET /2025-07-01/sources";
const stripe = { ...aConnection(1).source, type: "STRIPE" };
const off = { ...aConnection(2).source, name: "old-shop", disabled_at: "2026-11-14T14:00:00.000Z" };

let api: TestApi;

afterEach(() => api.restore());

async function openList(query = "", answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/connections-by-end": {
      sources: { [stripe.id]: 3 },
      destinations: {},
      transformations: {},
    },
    "GET /dashboard-api/requests-24h": { counts: { [stripe.id]: 12 } },
    [SOURCES]: aPageOf([stripe, off]),
    ...answers,
  });
  return openScreen(`/sources${query}`, (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "sources/",
      validateSearch: NamedListSearch,
      component: SourcesScreen,
    }),
    ...["connections", "sources/new", "sources/$id"].map((path) =>
      createRoute({ getParentRoute: () => app, path }),
    ),
  ]);
}

/** The query of the last call for the list. */
function asked(): Record<string, unknown> {
  const last = api.asked.findLast(({ call }) => call.startsWith(SOURCES));
  return parseSearch(last?.call.split("?")[1] ?? "");
}

test("each source has its type, state, URL and connections", async () => {
  const { screen } = await openList();

  const row = screen.getByRole("row").filter({ hasText: "stripe" });
  await expect.element(row).toHaveTextContent("Stripe");
  await expect.element(row).toHaveTextContent("Active");
  await expect.element(row.getByRole("cell", { name: "12", exact: true })).toBeVisible();
  await expect.element(row.getByRole("link", { name: "3 connections of stripe" })).toBeVisible();
  await expect.element(row.getByRole("button", { name: "Copy the URL of stripe" })).toBeVisible();
  const other = screen.getByRole("row").filter({ hasText: "old-shop" });
  await expect.element(other).toHaveTextContent("Disabled");
  await expect.element(other).toHaveTextContent("–");
});

test("search, status and order are in the address and go to the first page", async () => {
  const { screen, router } = await openList("?next=c2");
  await expect.element(screen.getByRole("table")).toBeVisible();
  expect(asked()).toMatchObject({ next: "c2", limit: "50" });

  await screen.getByRole("button", { name: "Status All" }).click();
  await screen.getByRole("menuitemradio", { name: "Disabled" }).click();
  await expect.poll(() => router.state.location.searchStr).toBe("?status=disabled");
  await screen.getByRole("button", { name: "Order Name, A to Z" }).click();
  await screen.getByRole("menuitemradio", { name: "Newest" }).click();
  await userEvent.keyboard("{Escape}");
  await screen.getByRole("searchbox").fill("shop");

  await expect.poll(asked).toMatchObject({ name: { contains: "shop" }, order_by: "created_at", dir: "desc" });
  expect(parseSearch(router.state.location.searchStr)).toEqual({
    search: "shop",
    status: "disabled",
    order: "newest",
  });
});

test("without sources it teaches, without a match it offers to clear the filters", async () => {
  const { screen, router } = await openList("?search=none", { [SOURCES]: aPageOf([]) });
  await expect
    .element(screen.getByText("No source of this project matches what is searched for."))
    .toBeVisible();

  await screen.getByRole("button", { name: "Clear filters" }).click();

  await expect.element(screen.getByText(/^A source is a URL of its own\./)).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "No sources found" })).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "New source" }))
    .toHaveAttribute("href", "/sources/new");
  expect(screen.getByRole("searchbox").query()).toBeNull();
  expect(router.state.location.searchStr).toBe("");
});

test("a page is turned by its button, and the first page has no cursor in its address", async () => {
  const whole = aPageOf([stripe]);
  const { screen, router } = await openList("?order=newest", {
    [SOURCES]: (url: URL) => ({
      ...whole,
      pagination: {
        ...whole.pagination,
        ...(url.searchParams.has("next") ? { prev: "p1" } : { next: "n2" }),
      },
    }),
  });

  await screen.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => router.state.location.searchStr).toContain("next=n2");
  await screen.getByRole("button", { name: "Previous" }).click();

  await expect.poll(() => router.state.location.searchStr).toBe("?order=newest");
});

test("a list that cannot be loaded says so", async () => {
  const { screen } = await openList("", { [SOURCES]: Response.json({}, { status: 503 }) });

  await expect.element(screen.getByRole("alert")).toHaveTextContent("The server failed to answer");
});

test("a viewer sees the list, and why they cannot create one", async () => {
  const { screen } = await openList("", { "GET /dashboard-api/session": aSession("viewer") });

  await expect.element(screen.getByRole("link", { name: "stripe", exact: true })).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "New source" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role for this."));
});
