import type { Bookmark } from "@posthorn/contract/bookmarks";
import { createRoute, useNavigate, useSearch, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { anEvent } from "../../resources/events/test-events.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { BookmarksScreen } from "./bookmarks-screen.tsx";
import { BookmarksSearch } from "./bookmarks-url.ts";

const LIST = "GET /2025-07-01/bookmarks";
const COUNT = "GET /dashboard-api/bookmarks/count";
const EVENTS = "GET /2025-07-01/events";
const AT = "2026-11-14T09:48:12.000Z";
const connection = aConnection(1);
const other = aConnection(2, { source: { ...connection.source, name: "shopify" } });

function aBookmark(number: number, change: Partial<Bookmark> = {}): Bookmark {
  return {
    id: `bmk_${number}`,
    team_id: "tm_1",
    webhook_id: connection.id,
    event_data_id: `edt_${number}`,
    label: `Bookmark ${number}`,
    alias: null,
    data: {
      path: "/orders",
      query: "page=2",
      parsed_query: { page: "2" },
      headers: { "content-type": "application/json", "x-trace": "abc" },
      body: { amount: 1 },
    },
    last_used_at: null,
    updated_at: AT,
    created_at: AT,
    ...change,
  };
}

const refund = aBookmark(1, { label: "Refund over 10,000 EUR", last_used_at: AT });
const order = aBookmark(2, { label: "Order of a deleted shop", webhook_id: "web_gone" });
const failed = anEvent(2, {
  webhook_id: connection.id,
  status: "FAILED",
  response_status: 422,
  successful_at: null,
});
const delivered = anEvent(1, { webhook_id: connection.id });
const REPLAY = `POST /2025-07-01/bookmarks/${refund.id}/trigger`;
const SELECTED = `/bookmarks?selected_id=${refund.id}`;

let api: TestApi;
afterEach(() => api.restore());

function Screen() {
  const search = BookmarksSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  return (
    <BookmarksScreen
      search={search}
      onSearch={(next, how) => void navigate({ to: ".", search: next, replace: how === "replace" })}
    />
  );
}

function routes(app: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => app, path: "bookmarks", component: Screen })];
}

async function open(address: string, answers: Answers = {}, role: "viewer" | "member" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /2025-07-01/connections": (url) => aPageOf(url.searchParams.has("id[0]") ? [] : [connection, other]),
    [LIST]: aPageOf([refund, order]),
    [COUNT]: { count: 15 },
    [EVENTS]: aPageOf([failed, delivered]),
    [`${EVENTS}/${failed.id}`]: { ...failed, data: null },
    ...Object.fromEntries(
      [refund, order].flatMap((bookmark) => [
        [`${LIST}/${bookmark.id}`, bookmark],
        [`${LIST}/${bookmark.id}/raw_body`, { body: '{"amount":12345678901234567890}' }],
      ]),
    ),
    ...answers,
  });
  return openScreen(address, routes);
}

function textsIn(table: Element): string[][] {
  return [...table.querySelectorAll("tr")].map((row) =>
    [...row.querySelectorAll("th, td")].map((cell) => (cell.textContent ?? "").replaceAll(/\s+/g, " ")),
  );
}

test("the table has label, connection and last use of ten bookmarks a page", async () => {
  const { screen } = await open("/bookmarks");

  await expect.element(screen.getByText("Connection Deleted").last()).toBeInTheDocument();
  const [head, first, second] = textsIn(screen.getByRole("table").element());
  expect(head).toEqual(["Bookmark Label", "Connection", "Last Used"]);
  expect(first?.[0]).toContain("Refund over 10,000 EUR");
  expect(first?.[1]).toBe("stripe → orders-api");
  expect(first?.[2]).toMatch(/^Nov 14 /);
  expect(second?.slice(1)).toEqual(["Connection Deleted", "–"]);
  await expect.element(screen.getByText("15 bookmarks")).toBeVisible();
  expect(api.asked.map(({ call }) => call)).toContain(`${LIST}?limit=10`);
});

test("a selected bookmark shows its events below its row, and its data beside the list", async () => {
  const { screen, router } = await open("/bookmarks");

  await screen.getByRole("link", { name: refund.label }).click();

  await expect.poll(() => router.state.location.search).toEqual({ selected_id: refund.id });
  const events = screen.getByRole("table", { name: "Events of this bookmark" });
  await expect.element(events).toBeVisible();
  const rows = textsIn(events.element());
  expect(rows[0]).toEqual(["Status", "Connection", "Event Date"]);
  expect(rows[1]?.slice(0, 2)).toEqual(["Failed 422", "stripe → orders-api"]);
  expect(rows[2]?.[0]).toBe("Successful 200");
  expect(api.asked.map(({ call }) => call)).toContain(`${EVENTS}?event_data_id=edt_1&limit=10`);
  const panel = screen.getByRole("complementary", { name: "Bookmark" });
  await expect.element(panel.getByText("12345678901234567890")).toBeVisible();
  await expect.element(panel.getByText("/orders")).toBeVisible();
  await expect.element(panel.getByText("x-trace", { exact: true })).toBeVisible();
  await expect.element(panel.getByText("Kept, outside the 7 days archival window")).toBeVisible();

  await panel.getByRole("tab", { name: "Details" }).click();
  await expect.element(panel.getByText("edt_1")).toBeVisible();
  await screen.getByRole("link", { name: refund.label }).click();
  await expect.poll(() => router.state.location.search).toEqual({ tab: "details" });
});

test("an event opens in place of its bookmark, and closing it leads back", async () => {
  const { screen, router } = await open(SELECTED);
  const events = screen.getByRole("table", { name: "Events of this bookmark" });

  await events.getByText("Failed 422").click();
  await expect.element(screen.getByRole("complementary", { name: "Event" })).toBeVisible();
  const both = { selected_id: refund.id, selected_event_id: failed.id };
  await expect.poll(() => router.state.location.search).toEqual(both);
  await screen.getByRole("button", { name: "Close panel" }).click();

  await expect.element(screen.getByRole("complementary", { name: "Bookmark" })).toBeVisible();
  await expect.poll(() => router.state.location.search).toEqual({ selected_id: refund.id });
});

test("the keys move along the rows, open a bookmark and close it", async () => {
  const { screen, router } = await open("/bookmarks");
  await expect.element(screen.getByRole("link", { name: refund.label })).toBeVisible();

  await userEvent.keyboard("jj{Enter}");
  await expect.poll(() => router.state.location.search).toEqual({ selected_id: order.id });
  const panel = screen.getByRole("complementary", { name: "Bookmark" });
  await expect.poll(() => panel.element() === document.activeElement).toBe(true);
  await userEvent.keyboard("{Escape}");

  await expect.poll(() => router.state.location.search).toEqual({});
  expect(document.activeElement?.textContent).toBe(order.label);
});

test("a bookmark without events says so, and events that fail to load can be tried again", async () => {
  const { screen } = await open(SELECTED, { [EVENTS]: () => new Response("down", { status: 502 }) });
  const again = screen.getByRole("alert").getByRole("button", { name: "Try again" });
  await expect.element(again).toBeVisible();

  api.answers[EVENTS] = aPageOf([]);
  await again.click();

  await expect.element(screen.getByText("There is nothing to show")).toBeVisible();
});

test("Replay says whether it made an event", async () => {
  const { screen } = await open(SELECTED, { [REPLAY]: [delivered] });
  const replay = screen.getByRole("button", { name: "Replay" });
  await replay.click();
  await expect.element(screen.getByText("Bookmark replayed")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "View event" }))
    .toHaveAttribute("href", `/events/${delivered.id}`);

  api.answers[REPLAY] = [];
  await replay.click();
  await expect
    .element(
      screen.getByText("No events created, is your connection filters excluding your bookmarked data?"),
    )
    .toBeVisible();

  api.answers[REPLAY] = () => new Response("down", { status: 502 });
  await replay.click();
  await expect.element(screen.getByText("Bookmark failed to replay")).toBeVisible();
});

test("a bookmark of a deleted or disabled connection cannot be replayed, and says what to do", async () => {
  const deleted = await open(`/bookmarks?selected_id=${order.id}`);
  await expect
    .element(deleted.screen.getByRole("button", { name: "Replay" }))
    .toHaveAttribute("data-tooltip", "The connection was deleted. Edit the bookmark to choose another one.");
  await deleted.screen.unmount();
  api.restore();

  const { screen } = await open(SELECTED, {
    "GET /2025-07-01/connections": aPageOf([{ ...connection, disabled_at: AT }]),
  });
  const replay = screen.getByRole("button", { name: "Replay" });
  await expect.element(replay).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(replay)
    .toHaveAttribute("data-tooltip", "The connection is disabled. Enable it, or choose another one.");
});

test("a link to a later page can turn back, and keeps the selection", async () => {
  const { pagination, ...list } = aPageOf([refund]);
  const { screen, router } = await open(`${SELECTED}&next=n1`, {
    [LIST]: { ...list, pagination: { ...pagination, next: "n2", prev: "p1" } },
  });

  await screen.getByRole("button", { name: "Next" }).click();
  await expect.poll(() => router.state.location.search).toEqual({ selected_id: refund.id, next: "n2" });
  await screen.getByRole("button", { name: "Previous" }).click();
  await expect.poll(() => router.state.location.search).toEqual({ selected_id: refund.id, prev: "p1" });
  expect(api.asked.map(({ call }) => call)).toContain(`${LIST}?next=n2&limit=10`);
});

test("Edit changes label and connection, and asks for a label", async () => {
  const UPDATE = `PUT /2025-07-01/bookmarks/${refund.id}`;
  const { screen } = await open(SELECTED, { [UPDATE]: () => new Response("down", { status: 502 }) });
  await screen.getByRole("button", { name: "Edit" }).click();
  const label = screen.getByRole("textbox", { name: "Label" });
  const save = screen.getByRole("button", { name: "Save" });
  await expect.element(save).toHaveAttribute("data-tooltip", "Nothing has changed");

  await label.fill(" ");
  await save.click({ force: true });
  await expect.element(screen.getByText("Required", { exact: true })).toBeVisible();
  await expect.element(save).toHaveAttribute("data-tooltip", "Fix form errors");
  await label.fill("Refund");
  await save.click();
  await expect.element(screen.getByText("Bookmark failed to update")).toBeVisible();

  const changed = { ...refund, label: "Refund", webhook_id: other.id };
  api.answers[UPDATE] = changed;
  api.answers[`${LIST}/${refund.id}`] = changed;
  api.answers[LIST] = aPageOf([changed]);
  await screen.getByRole("combobox", { name: "Connection" }).click();
  await screen.getByRole("option", { name: /shopify/ }).click();
  await save.click();
  await expect.element(screen.getByText("Bookmark updated")).toBeVisible();
  expect(api.asked.findLast(({ call }) => call === UPDATE)?.body).toEqual({
    label: "Refund",
    webhook_id: other.id,
  });
  await expect.element(screen.getByRole("heading", { name: "Refund", exact: true })).toBeVisible();
});

test("Delete warns, deletes, and closes the panel", async () => {
  const REMOVE = `DELETE /2025-07-01/bookmarks/${refund.id}`;
  const { screen, router } = await open(SELECTED, { [REMOVE]: () => new Response("down", { status: 502 }) });
  await screen.getByRole("button", { name: "Delete" }).click();
  const dialog = screen.getByRole("dialog", { name: "Delete bookmark" });
  await expect
    .element(
      dialog.getByText(
        "By deleting this bookmark, the associated request data will no longer be exempted from your archival window.",
      ),
    )
    .toBeVisible();
  await expect.element(dialog.getByText("This action cannot be undone!")).toBeVisible();
  await dialog.getByRole("button", { name: "Delete" }).click();
  await expect.element(screen.getByText("Failed to remove bookmark")).toBeVisible();

  api.answers[REMOVE] = { id: refund.id };
  api.answers[LIST] = aPageOf([order]);
  api.answers[COUNT] = { count: 1 };
  await dialog.getByRole("button", { name: "Delete" }).click();

  await expect.element(screen.getByText("Bookmark deleted")).toBeVisible();
  await expect.poll(() => router.state.location.search).toEqual({});
  await expect.element(screen.getByText("1 bookmark", { exact: true })).toBeVisible();
});

test("a viewer sees the buttons disabled, with the reason", async () => {
  const { screen } = await open(SELECTED, {}, "viewer");

  for (const name of ["Replay", "Edit", "Delete"]) {
    const button = screen.getByRole("button", { name });
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
    expect(button.element().getAttribute("data-tooltip")).toContain("You need the member role");
  }
  await userEvent.keyboard("r");
  expect(api.asked.some(({ call }) => call.startsWith("POST"))).toBe(false);
});

test("each way of having no bookmarks has its own words", async () => {
  const nothing = { [LIST]: aPageOf([]) };
  const unconnected = await open("/bookmarks", { ...nothing, "GET /2025-07-01/connections": aPageOf([]) });
  await expect.element(unconnected.screen.getByText("Store and replay key events")).toBeVisible();
  await expect
    .element(unconnected.screen.getByRole("link", { name: "Create first connection" }))
    .toHaveAttribute("href", "/create-first-connection");
  await unconnected.screen.unmount();
  api.restore();

  const unused = await open("/bookmarks", nothing);
  await expect.element(unused.screen.getByText("No bookmarks found")).toBeVisible();
  await expect
    .element(unused.screen.getByRole("link", { name: "Choose an event" }))
    .toHaveAttribute("href", "/events");
  await unused.screen.unmount();
  api.restore();

  const { screen, router } = await open("/bookmarks?next=abc", nothing);
  await expect.element(screen.getByText("No bookmarks found")).toBeVisible();
  await screen.getByRole("button", { name: "First page" }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("a link to a bookmark that does not exist says so", async () => {
  const { screen } = await open("/bookmarks?selected_id=bmk_9");
  await expect.element(screen.getByText("This bookmark does not exist")).toBeVisible();
});

test("Refresh reads the list again, also after a failure", async () => {
  const { screen } = await open("/bookmarks", { [LIST]: () => new Response("down", { status: 502 }) });
  await expect.element(screen.getByText("The server failed to answer")).toBeVisible();

  api.answers[LIST] = aPageOf([refund]);
  await screen.getByRole("button", { name: "Refresh" }).click();

  await expect.element(screen.getByRole("link", { name: refund.label })).toBeVisible();
});
