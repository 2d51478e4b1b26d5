/** One range of dates rules the list of events: its rows, their number, the bars and what is done to all of them. */
import { createRoute, useNavigate, useSearch, type AnyRoute } from "@tanstack/react-router";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { anEvent } from "../../resources/events/test-events.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { EventsScreen } from "./events-screen.tsx";
import { EventsSearch } from "./events-url.ts";
import { aPage } from "./test-events.ts";

const EVENTS = "GET /2025-07-01/events";
const ESTIMATE = "GET /dashboard-api/bulk-operations/event-retry-estimate";
const BARS = "GET /dashboard-api/histograms/events";
const BULK = "GET /dashboard-api/bulk-operations";
const connection = aConnection(1);
const [newest, older, oldest] = [3, 2, 1].map((number) => anEvent(number, { webhook_id: connection.id }));

let api: TestApi;
afterEach(() => {
  api.restore();
  window.localStorage.clear();
});

function Screen() {
  const search = EventsSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  return (
    <EventsScreen
      layout="http"
      search={search}
      onSearch={(next, how) => void navigate({ to: ".", search: next, replace: how === "replace" })}
    />
  );
}

function barsOf(count: number) {
  const created_at = "2026-11-14T14:00:00.000Z";
  const steps = { from: "2026-11-14T00:00:00.000Z", step_ms: 3_600_000, steps: 24 };
  const rows = [{ created_at, dimension: "FAILED", count }];
  return { is_available: true, granularity: "hour", ...steps, rows };
}

function operations(ongoing: number, ended: number) {
  return { ...aPageOf([]), totals: { ongoing, ended } };
}

function open(address = "/events", answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /2025-07-01/connections": aPageOf([connection]),
    "GET /dashboard-api/saved-views": { models: [], count: 0 },
    [BULK]: operations(0, 4),
    [ESTIMATE]: { FAILED: 3, CANCELLED: 0, SUCCESSFUL: 0 },
    "GET /2025-07-01/bulk/events/cancel/plan": { estimated_batch: 1, estimated_count: 3 },
    [EVENTS]: aPage([newest, older, oldest].filter((event) => event !== undefined)),
    [BARS]: barsOf(24_694),
    ...answers,
  });
  return openScreen(address, (app: AnyRoute) => [
    createRoute({ getParentRoute: () => app, path: "events", component: Screen }),
    createRoute({ getParentRoute: () => app, path: "$", component: () => <p>Another page</p> }),
  ]);
}

function rowIds(): (string | null)[] {
  return [...document.querySelectorAll("[data-event-id]")].map((row) => row.getAttribute("data-event-id"));
}

/** The queries of all calls to an endpoint. */
function asked(endpoint: string): URLSearchParams[] {
  return api.asked
    .map(({ call }) => call.split("?"))
    .filter(([called]) => called === endpoint)
    .map(([, query]) => new URLSearchParams(query));
}

/** A whole minute between a day and a few minutes more ago. */
function expectLastDay(moment: string | null | undefined): void {
  const atMs = Date.parse(moment ?? "");
  expect(atMs % 60_000).toBe(0);
  const dayMs = 24 * 60 * 60_000;
  expect(Date.now() - atMs - dayMs).toBeGreaterThanOrEqual(0);
  expect(Date.now() - atMs - dayMs).toBeLessThan(10 * 60_000);
}

test("without a choice the list, its bars and what is done to all of it cover the last 24 hours", async () => {
  const { screen } = await open("/events?status[0]=FAILED", { [BARS]: barsOf(3) });
  await expect.element(screen.getByRole("button", { name: "Date Last 24 hours" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Retry 3" })).toBeVisible();

  const [rows] = asked(EVENTS);
  const [bars] = asked(BARS);
  const [plan] = asked(ESTIMATE);

  expectLastDay(rows?.get("created_at[gte]"));
  expectLastDay(bars?.get("date[min]"));
  expectLastDay(JSON.parse(plan?.get("query") ?? "{}").created_at?.gte);
});

test("the events of an issue may be older than a day", async () => {
  const { screen } = await open("/events?issue_id[0]=iss_1");

  await expect.element(screen.getByRole("button", { name: "Date Last month" })).toBeVisible();
});

test("the number of events is the sum of the bars, on every page", async () => {
  const models = [newest, older].filter((event) => event !== undefined);
  const { screen } = await open("/events", { [EVENTS]: aPage(models, { next: "n1" }) });
  await expect.element(screen.getByText("24,694 events")).toBeVisible();
  await expect.element(screen.getByText("1 to 2 of 24,694")).toBeVisible();

  await userEvent.keyboard("]");

  await expect.element(screen.getByText("2 of 24,694", { exact: true })).toBeVisible();
  expect(asked("GET /dashboard-api/events/count")).toEqual([]);
});

test("what a bulk operation changes is read again when it begins and when it ends", async () => {
  const { screen, client } = await open("/events?status[0]=FAILED", { [BARS]: barsOf(315) });
  await expect.element(screen.getByText("315 events")).toBeVisible();

  api.answers[BULK] = operations(1, 4);
  api.answers[EVENTS] = aPage([]);
  api.answers[BARS] = barsOf(0);
  await client.invalidateQueries({ queryKey: ["bulk"] });
  await expect.element(screen.getByText("0 events")).toBeVisible();
  await expect.element(screen.getByText("No matching events found")).toBeVisible();

  api.answers[BULK] = operations(0, 5);
  api.answers[BARS] = barsOf(2);
  await expect.element(screen.getByText("2 events")).toBeVisible();
});

test("a day without events still has filters, and leads to the last month", async () => {
  const { screen, router } = await open("/events", {
    [EVENTS]: (url: URL) =>
      aPage(url.searchParams.has("created_at[gte]") || oldest === undefined ? [] : [oldest]),
  });
  await expect.element(screen.getByText("There are none in these dates: Last 24 hours.")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Status any" })).toBeVisible();

  await screen.getByRole("button", { name: "Look in the last month" }).click();

  await expect.poll(() => router.state.location.search).toEqual({ date: { relative: "1_month" } });
});

test("the oldest events come first if a person asks for it", async () => {
  const { screen, router } = await open();
  await expect.poll(rowIds).toHaveLength(3);

  await screen.getByRole("button", { name: "Event Date" }).click();

  await expect.poll(() => router.state.location.search).toEqual({ dir: "asc" });
  await expect.poll(() => asked(EVENTS).some((query) => query.get("dir") === "asc")).toBe(true);
  await expect
    .element(screen.getByRole("columnheader", { name: "Event Date" }))
    .toHaveAttribute("aria-sort", "ascending");
  await screen.getByRole("button", { name: "Back to live" }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("on a phone the page scrolls, not a small box within it", async () => {
  const models = Array.from({ length: 40 }, (_event, at) => anEvent(40 - at, { webhook_id: connection.id }));
  const { screen } = await open("/events", { [EVENTS]: aPage(models) });
  await page.viewport(360, 740);
  await expect.poll(rowIds).toHaveLength(40);

  const box = screen.getByRole("region", { name: "Events", exact: true }).element();

  await expect.poll(() => box.scrollHeight - box.clientHeight).toBeLessThanOrEqual(1);
  const main = screen.getByRole("main").element();
  expect(main.scrollHeight).toBeGreaterThan(main.clientHeight);
});

test("a row leads to its source, connection and destination, and its link says what it is", async () => {
  const { screen, router } = await open();
  const { source, destination } = connection;
  const row = screen.getByRole("row").nth(1);
  const links = row.getByRole("link");
  await row.hover();
  const addresses = () => links.elements().map((link) => link.getAttribute("href"));
  await expect
    .poll(addresses)
    .toEqual([
      expect.stringContaining("/events?selected_event_id="),
      `/sources/${newest?.source_id}`,
      `/connections/${connection.id}`,
      `/destinations/${newest?.destination_id}`,
    ]);
  await expect
    .element(links.first())
    .toHaveAccessibleName(
      expect.stringMatching(`^Nov .*, Successful, ${source.name} to ${destination.name}$`),
    );

  await links.nth(1).click();

  await expect.element(screen.getByText("Another page")).toBeVisible();
  expect(router.state.location.pathname).toBe(`/sources/${newest?.source_id}`);
});

describe("a list of which few rows match", () => {
  const UNTIL = "2026-11-12T10:00:00.000Z";

  /** Answers with one row each. The last answer waits until it is let go. */
  function scanned() {
    const { promise: isLetGo, resolve: letGo } = Promise.withResolvers<undefined>();
    const answer = async (url: URL) => {
      const next = url.searchParams.get("next");
      const [row, cursor] =
        next === null ? [newest, "n1"] : next === "n1" ? [older, "n2"] : [oldest, undefined];
      if (cursor === undefined) await isLetGo;
      const found = aPage(row === undefined ? [] : [row], cursor === undefined ? {} : { next: cursor });
      if (cursor === undefined) return found;
      return { ...found, pagination: { ...found.pagination, read_until: UNTIL } };
    };
    return { answer, letGo: () => letGo(undefined) };
  }

  test("is read on by itself until it ends, and says how far it has come", async () => {
    const { answer, letGo } = scanned();
    const { screen } = await open("/events?status[0]=FAILED", { [EVENTS]: answer });
    await expect.poll(rowIds).toEqual([newest?.id, older?.id]);
    await expect.element(screen.getByText(/^Looking back to Nov 12 /)).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Date Last 24 hours" })).toBeVisible();

    letGo();

    await expect.poll(rowIds).toEqual([newest?.id, older?.id, oldest?.id]);
    await expect.element(screen.getByText("No older events in these dates.")).toBeVisible();
    expect(asked(EVENTS).map((query) => query.get("limit"))).toEqual(["100", "99", "98"]);
  });

  test("can be stopped, and goes on with the next page", async () => {
    const { answer, letGo } = scanned();
    const { screen, router } = await open("/events?status[0]=FAILED", { [EVENTS]: answer });
    await screen.getByRole("button", { name: "Stop" }).click();
    letGo();
    await expect.element(screen.getByText(/^Stopped at Nov 12 /)).toBeVisible();
    expect(rowIds()).toEqual([newest?.id, older?.id]);

    await userEvent.keyboard("]");

    await expect.poll(() => router.state.location.search).toEqual({ status: ["FAILED"], next: "n2" });
  });
});
