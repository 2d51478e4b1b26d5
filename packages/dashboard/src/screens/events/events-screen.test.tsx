import type { Attempt } from "@posthorn/contract/attempts";
import type { Event } from "@posthorn/contract/events";
import { parseSearch, stringifySearch } from "@posthorn/contract/search-codec";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { afterEach, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { EVENT_LISTS } from "../../resources/events/event-queries.ts";
import { anEvent } from "../../resources/events/test-events.ts";
import { aSessionWith } from "../../resources/plans/test-plans.ts";
import "../../ui/styles/styles.css";
import { WithToasts } from "../../resources/test-screen.tsx";
import { EventsScreen } from "./events-screen.tsx";
import { addressOf, EventsSearch, type EventsLayout } from "./events-url.ts";
import { aPage } from "./test-events.ts";
import { recordClipboard } from "../../ui/test-clipboard.ts";

const EVENTS = "GET /2025-07-01/events";
const connection = aConnection(1, { disabled_at: "2026-11-14T14:00:00.000Z" });
const failed = anEvent(3, { status: "FAILED", response_status: 503, attempts: 2, successful_at: null });
const firstPage = [failed, anEvent(2), anEvent(1)];
const body = '{"amount":12345678901234567890}';

/** One bar, with one failed event. */
const histogram = {
  is_available: true,
  granularity: "hour",
  from: "2026-11-14T00:00:00.000Z",
  step_ms: 3_600_000,
  steps: 24,
  rows: [{ created_at: "2026-11-14T14:00:00.000Z", dimension: "FAILED", count: 1 }],
};

let api: TestApi;

/** Wide enough to show the panel beside the list. */
beforeAll(() => page.viewport(1280, 800));

afterEach(() => api.restore());

function anAttempt(number: number, change: Partial<Attempt> = {}): Attempt {
  return {
    id: `atm_${number}`,
    team_id: "tm_1",
    event_id: failed.id,
    destination_id: "des_1",
    response_status: 503,
    attempt_number: number,
    trigger: number === 1 ? "INITIAL" : "MANUAL",
    error_code: null,
    bulk_retry_id: null,
    status: "FAILED",
    successful_at: null,
    delivered_at: failed.created_at,
    responded_at: failed.created_at,
    delivery_latency: 12,
    response_latency: 184,
    updated_at: failed.created_at,
    created_at: failed.created_at,
    ...change,
  };
}

const refused = anAttempt(1, {
  response_status: null,
  error_code: "CONNECTION_REFUSED",
  response_latency: null,
});

function detailOf(event: Event): Event {
  return {
    ...event,
    data: {
      path: "/",
      query: "a=1",
      parsed_query: { a: "1" },
      headers: { "content-type": "application/json", "x-posthorn-eventid": event.id },
      body: {},
      url: "https://orders.acme.dev/hooks?a=1",
      method: "POST",
      appended_headers: ["x-posthorn-eventid"],
    },
  };
}

async function openEvents(
  query = "",
  answers: Answers = {},
  role: "owner" | "viewer" = "owner",
  layout: EventsLayout = "http",
) {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    // Like the server: lists a disabled connection only if the query asks for it.
    "GET /2025-07-01/connections": (url: URL) =>
      aPageOf(url.searchParams.get("disabled") === "true" ? [connection] : []),
    "GET /dashboard-api/saved-views": { models: [], count: 0 },
    "GET /dashboard-api/bulk-operations": aPageOf([]),
    [EVENTS]: aPage(firstPage.map(onConnection)),
    [`${EVENTS}/${failed.id}`]: onConnection(detailOf(failed)),
    [`${EVENTS}/${failed.id}/raw_body`]: { body },
    "GET /2025-07-01/attempts": aPageOf([anAttempt(2), refused]),
    "GET /dashboard-api/histograms/events": histogram,
    "GET /2025-07-01/attempts/atm_2": { ...anAttempt(2), body: { error: "overloaded" } },
    "GET /2025-07-01/attempts/atm_1": { ...refused, body: null },
    ...answers,
  });
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: "_app" });
  const events = createRoute({
    getParentRoute: () => app,
    path: layout === "cli" ? "events/cli" : "events",
    validateSearch: EventsSearch,
    component: function Events() {
      const navigate = events.useNavigate();
      return (
        <EventsScreen
          layout={layout}
          search={events.useSearch()}
          onSearch={(search, how) => void navigate({ search, replace: how === "replace" })}
        />
      );
    },
  });
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([events])]),
    history: createMemoryHistory({ initialEntries: [`${addressOf(layout)}${query}`] }),
    parseSearch,
    stringifySearch,
    InnerWrap: WithToasts,
  });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const screen = await render(
    <QueryClientProvider client={client}>
      <div className="flex h-screen flex-col">
        <RouterProvider router={router} />
      </div>
    </QueryClientProvider>,
  );
  return { screen, router, poll: () => client.refetchQueries({ queryKey: EVENT_LISTS }) };
}

function onConnection(event: Event): Event {
  return { ...event, webhook_id: connection.id };
}

function arrive(...events: Event[]): void {
  api.answers[EVENTS] = aPage([...events, ...firstPage].map(onConnection));
}

function rowIds(): (string | undefined)[] {
  return [...document.querySelectorAll<HTMLElement>("[data-event-id]")].map(
    (each) => each.dataset["eventId"],
  );
}

function row(event: Event): HTMLElement {
  const found = document.querySelector<HTMLElement>(`[data-event-id="${event.id}"]`);
  if (!found) throw new Error(`No row for ${event.id}`);
  return found;
}

test("a full page begins with what can be seen, and the rest follows in the same order", async () => {
  const all = Array.from({ length: 100 }, (_, at) => anEvent(100 - at));
  const drawn: number[] = [];
  const watch = new MutationObserver(() => drawn.push(rowIds().length));
  watch.observe(document.body, { childList: true, subtree: true });

  await openEvents("", { [EVENTS]: aPage(all.map(onConnection)) });

  await expect.poll(rowIds).toEqual(all.map(({ id }) => id));
  watch.disconnect();
  expect(drawn.find((count) => count > 0)).toBe(Math.ceil(window.innerHeight / 36));
});

test("on a narrow screen a full page leaves every filter in reach", async () => {
  await page.viewport(360, 640);
  onTestFinished(() => page.viewport(1280, 800));
  const all = Array.from({ length: 100 }, (_, at) => anEvent(100 - at));
  const { screen } = await openEvents("", { [EVENTS]: aPage(all.map(onConnection)) });
  await expect.poll(rowIds).toHaveLength(100);

  const chips = screen.getByRole("button", { name: /^(Date|Status|Connection|Filter)\b/ }).elements();
  const covered = chips.filter((chip) => {
    const { x, y, width, height } = chip.getBoundingClientRect();
    return !chip.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });

  expect(chips).toHaveLength(4);
  expect(covered).toEqual([]);
});

test("on a narrow screen the names of both ends can be read", async () => {
  await page.viewport(360, 640);
  onTestFinished(() => page.viewport(1280, 800));
  const source = { ...connection.source, name: "shopify-store-europe" };
  const destination = { ...connection.destination, name: "warehouse-sync-primary" };
  const { screen } = await openEvents("", {
    "GET /2025-07-01/connections": aPageOf([{ ...connection, source, destination }]),
  });

  const ends = screen.getByText(/^shopify-store-europe.*warehouse-sync-primary$/).first();
  await expect.element(ends).toBeVisible();
  expect(ends.element().scrollWidth).toBe(ends.element().clientWidth);
});

describe("a list that is being read", () => {
  test("with a row selected, new events wait behind a button and no row moves", async () => {
    const { screen, poll } = await openEvents(`?selected_event_id=${failed.id}`);
    await expect.poll(rowIds).toHaveLength(3);
    const top = row(failed).getBoundingClientRect().top;

    arrive(anEvent(5), anEvent(4));
    await poll();

    await expect.element(screen.getByRole("button", { name: "2 new" })).toBeVisible();
    expect(rowIds()[0]).toBe(failed.id);
    expect(row(failed).getBoundingClientRect().top).toBe(top);
    await screen.getByRole("button", { name: "2 new" }).click();
    expect(rowIds()[0]).toBe(anEvent(5).id);
  });

  test("the keyboard in the list holds it too", async () => {
    const { screen, poll } = await openEvents();
    await expect.poll(rowIds).toHaveLength(3);

    await userEvent.keyboard("j");
    arrive(anEvent(4));
    await poll();

    await expect.element(screen.getByRole("button", { name: "1 new" })).toBeVisible();
    expect(document.activeElement?.closest("[data-event-id]")).toBe(row(failed));
  });

  test("attempts below a row hold it too", async () => {
    const { screen, poll } = await openEvents();
    await screen.getByRole("button", { name: "Show attempts" }).first().click();
    await userEvent.hover(screen.getByRole("heading", { name: "Events" }));
    screen.getByRole("searchbox").element().focus();

    arrive(anEvent(4));
    await poll();

    await expect.element(screen.getByRole("button", { name: "1 new" })).toBeVisible();
  });

  test("a held row still takes over what changed about its event", async () => {
    const { poll } = await openEvents(`?selected_event_id=${failed.id}`);
    await expect.poll(rowIds).toHaveLength(3);

    api.answers[EVENTS] = aPage([anEvent(4), failed, anEvent(2, { status: "CANCELLED" })].map(onConnection));
    await poll();

    await expect.poll(() => row(anEvent(2)).textContent).toContain("Cancelled");
    expect(rowIds()).toEqual(firstPage.map(({ id }) => id));
  });

  test("an idle list takes new events in by itself", async () => {
    const { screen, poll } = await openEvents();
    await expect.poll(rowIds).toHaveLength(3);

    await userEvent.hover(screen.getByRole("heading", { name: "Events" }));
    arrive(anEvent(4));
    await poll();

    await expect.poll(() => rowIds()[0]).toBe(anEvent(4).id);
    expect(screen.getByRole("button", { name: "1 new" }).elements()).toHaveLength(0);
  });
});

describe("the panel", () => {
  test("a link to an event that is not on the page opens it, with its numbers as received", async () => {
    const { screen } = await openEvents(`?selected_event_id=${failed.id}&status=SUCCESSFUL`, {
      [EVENTS]: aPage([]),
    });

    await expect.element(screen.getByText("The destination answered 503 Service Unavailable")).toBeVisible();
    await expect.element(screen.getByText("12345678901234567890")).toBeVisible();
    await expect.element(screen.getByText("Added", { exact: true })).toBeVisible();
  });

  test("the response tab lists the attempts and explains the chosen one", async () => {
    const { screen, router } = await openEvents(`?selected_event_id=${failed.id}`);

    await screen.getByRole("tab", { name: "Response" }).click();
    await expect.element(screen.getByText('"overloaded"')).toBeVisible();
    await screen.getByRole("button", { name: /#1/ }).click();

    await expect.element(screen.getByText("Attempt 1: The destination refused the connection")).toBeVisible();
    await expect.element(screen.getByText("No response was received.")).toBeVisible();
    expect(router.state.location.search).toMatchObject({ tab: "response", selected_attempt_id: "atm_1" });
  });

  test("the chosen tab is remembered for the next event", async () => {
    const first = await openEvents(`?selected_event_id=${failed.id}`);
    await first.screen.getByRole("tab", { name: "Metadata" }).click();
    await expect.element(first.screen.getByText("Request ID")).toBeVisible();
    await first.screen.unmount();
    api.restore();

    const { screen } = await openEvents(`?selected_event_id=${failed.id}`);

    await expect
      .element(screen.getByRole("tab", { name: "Metadata" }))
      .toHaveAttribute("aria-selected", "true");
  });

  test("an event without attempts says when its response will be there", async () => {
    const { screen } = await openEvents(`?selected_event_id=${failed.id}&tab=response`, {
      "GET /2025-07-01/attempts": aPageOf([]),
    });

    await expect
      .element(screen.getByText("Response will be shown once the delivery attempt has been made."))
      .toBeVisible();
  });

  test("an id that is not there is archived or does not exist", async () => {
    const { screen } = await openEvents("?selected_event_id=evt_unknown");

    await expect.element(screen.getByText("Event is archived or does not exist")).toBeVisible();
  });

  test("Enter opens and takes the focus along, Esc closes and gives it back to the row", async () => {
    const { screen, router } = await openEvents();
    await expect.poll(rowIds).toHaveLength(3);

    await userEvent.keyboard("j{Enter}");
    await expect.element(screen.getByRole("complementary", { name: "Event" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");

    await expect.poll(() => router.state.location.search).toEqual({});
    expect(document.activeElement?.closest("[data-event-id]")).toBe(row(failed));
  });

  test("copies the request as a curl command and says so", async () => {
    const copied = recordClipboard();
    const { screen } = await openEvents(`?selected_event_id=${failed.id}`);

    await screen.getByRole("button", { name: "Copy as cURL" }).click();

    await expect.element(screen.getByText("Copied cURL command to clipboard")).toBeVisible();
    expect(copied).toEqual([expect.stringContaining("-X POST 'https://orders.acme.dev/hooks?a=1'")]);
    expect(copied[0]).toContain(`--data-raw '${body}'`);
  });
});

describe("retry", () => {
  const RETRY = `POST /2025-07-01/events/${failed.id}/retry`;

  test("is shown before the server has answered and taken back when it refuses", async () => {
    const answer = Promise.withResolvers<Response>();
    const { screen } = await openEvents(`?selected_event_id=${failed.id}`, { [RETRY]: () => answer.promise });
    await expect.poll(rowIds).toHaveLength(3);

    await screen.getByRole("button", { name: "Retry", exact: true }).click();
    await expect.poll(() => row(failed).textContent).toContain("Pending");
    const refusal = { code: "WEBHOOK_DISABLED", status: 422, message: "Disabled" };
    answer.resolve(Response.json(refusal, { status: 422 }));

    await expect.element(screen.getByText("Failed to retry, connection disabled or deleted")).toBeVisible();
    await expect.poll(() => row(failed).textContent).toContain("Failed 503");
  });

  test("says that the event is queued", async () => {
    const { screen } = await openEvents(`?selected_event_id=${failed.id}`, {
      [RETRY]: () => {
        const queued = onConnection({ ...failed, status: "QUEUED" });
        api.answers[EVENTS] = aPage([queued]);
        api.answers[`${EVENTS}/${failed.id}`] = detailOf(queued);
        return queued;
      },
    });

    await screen.getByRole("button", { name: "Retry", exact: true }).click();

    await expect.element(screen.getByText("Event queued for retry")).toBeVisible();
    await expect
      .element(screen.getByRole("button", { name: "Retry", exact: true }))
      .toHaveAttribute("aria-disabled", "true");
  });

  test("is not for viewers, and says why", async () => {
    const { screen } = await openEvents(`?selected_event_id=${failed.id}`, {}, "viewer");

    const button = screen.getByRole("button", { name: "Retry", exact: true });
    await expect.element(button).toHaveAttribute("aria-disabled", "true");
    await userEvent.keyboard("r");

    expect(button.element().getAttribute("data-tooltip")).toContain("You need the member role");
    expect(api.asked.some(({ call }) => call.startsWith("POST"))).toBe(false);
  });
});

describe("filters and pages", () => {
  test("a filter is asked of the server, is in the address, and starts at the first page", async () => {
    const { screen, router } = await openEvents("?next=abc");
    await expect.poll(rowIds).toHaveLength(3);

    await screen.getByRole("button", { name: "Status any" }).click();
    await screen.getByRole("menuitemcheckbox", { name: "Failed" }).click();

    await expect.poll(() => router.state.location.search).toEqual({ status: ["FAILED"] });
    await expect
      .poll(() =>
        api.asked.some(({ call }) => call.startsWith(`${EVENTS}?status[0]=FAILED&created_at[gte]=`)),
      )
      .toBe(true);
  });

  test("the keys [ and ] turn the page", async () => {
    const { router } = await openEvents("", { [EVENTS]: aPage(firstPage.map(onConnection), { next: "n1" }) });
    await expect.poll(rowIds).toHaveLength(3);

    await userEvent.keyboard("]");

    await expect.poll(() => router.state.location.search).toEqual({ next: "n1" });
  });

  test("events of a disabled connection still name it", async () => {
    const { screen } = await openEvents();

    await expect.element(screen.getByRole("row").nth(1)).toHaveTextContent("stripe → orders-api");
  });

  test("events of a deleted connection say so", async () => {
    const { screen } = await openEvents("", { "GET /2025-07-01/connections": aPageOf([]) });

    await expect.element(screen.getByRole("row", { name: /Connection Deleted/ }).first()).toBeVisible();
  });

  test("each way of having no events has its own words", async () => {
    const nothing = { [EVENTS]: aPage([]) };
    const filtered = await openEvents("?status=FAILED", nothing);
    await expect.element(filtered.screen.getByText("No matching events found")).toBeVisible();
    await filtered.screen.unmount();
    api.restore();

    const narrowed = await openEvents("?attempts[gte]=9", nothing);
    await expect.element(narrowed.screen.getByText("No events match those filters.")).toBeVisible();
    await narrowed.screen.unmount();
    api.restore();

    const waiting = await openEvents("", nothing);
    await expect.element(waiting.screen.getByText("Waiting for an event")).toBeVisible();
    await expect.element(waiting.screen.getByText(connection.source.url)).toBeVisible();
    await waiting.screen.getByRole("button", { name: "Send a test request" }).click();
    await expect.poll(() => api.asked.some(({ call }) => call.startsWith("POST"))).toBe(true);
    await waiting.screen.unmount();
    api.restore();

    const { screen } = await openEvents("", { ...nothing, "GET /2025-07-01/connections": aPageOf([]) });
    await expect.element(screen.getByText("Monitor outbound events")).toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "Create first connection" }))
      .toHaveAttribute("href", "/create-first-connection");
  });

  test("a list that cannot be loaded says so and can be tried again", async () => {
    const { screen } = await openEvents("", { [EVENTS]: () => new Response("down", { status: 502 }) });
    await expect.element(screen.getByText("The server failed to answer")).toBeVisible();

    arrive();
    await screen.getByRole("button", { name: "Try again" }).click();

    await expect.poll(rowIds).toHaveLength(3);
  });
});

describe("attempts below a row", () => {
  test("have their columns, and select an attempt instead of the event", async () => {
    const { screen, router } = await openEvents();
    await screen.getByRole("button", { name: "Show attempts" }).first().click();

    const attempts = screen.getByRole("table", { name: "Delivery attempts" });
    await expect.element(attempts).toBeVisible();
    expect(
      attempts
        .getByRole("columnheader")
        .elements()
        .map((head) => head.textContent),
    ).toEqual(["Attempt Date", "Status", "Attempt Trigger", "Delivery Latency", "Response Latency"]);
    const first = attempts.getByRole("row", { name: /CONNECTION_REFUSED Initial/ });
    await first.click();

    await expect
      .poll(() => router.state.location.search)
      .toMatchObject({
        selected_event_id: failed.id,
        selected_attempt_id: "atm_1",
        tab: "response",
      });
    await screen.getByRole("button", { name: "Hide attempts" }).click();
    expect(attempts.elements()).toHaveLength(0);
  });

  test("open and close by keyboard, and the keys walk along them", async () => {
    const { screen, router } = await openEvents();
    await expect.poll(rowIds).toHaveLength(3);
    await userEvent.keyboard("j{ArrowRight}");
    await expect.element(screen.getByRole("table", { name: "Delivery attempts" })).toBeVisible();

    await userEvent.keyboard("jj{Enter}");

    await expect.poll(() => router.state.location.search).toMatchObject({ selected_attempt_id: "atm_1" });
    await userEvent.keyboard("{Escape}{ArrowLeft}");
    await expect
      .poll(() => screen.getByRole("table", { name: "Delivery attempts" }).elements())
      .toHaveLength(0);
  });

  test.each([
    ["QUEUED", "The first attempt is being made."],
    ["SCHEDULED", "The first attempt is made when the delay is over."],
    ["HOLD", "No attempt is made while the connection is paused."],
    ["CANCELLED", "The event was cancelled before an attempt was made."],
  ] as const)("without any, a %s event says why", async (status, words) => {
    const event = anEvent(9, { status, attempts: 0, response_status: null });
    const { screen } = await openEvents("", { [EVENTS]: aPage([onConnection(event)]) });

    await screen.getByRole("button", { name: "Show attempts" }).click();

    await expect.element(screen.getByText(words)).toBeVisible();
  });

  test("that cannot be loaded say so and can be tried again", async () => {
    const { screen } = await openEvents("", {
      "GET /2025-07-01/attempts": () => new Response("down", { status: 502 }),
    });
    await screen.getByRole("button", { name: "Show attempts" }).first().click();
    await expect.element(screen.getByText("The attempts could not be loaded.")).toBeVisible();

    api.answers["GET /2025-07-01/attempts"] = aPageOf([anAttempt(2)]);
    await screen.getByRole("button", { name: "Try again" }).click();

    await expect.element(screen.getByRole("table", { name: "Delivery attempts" })).toBeVisible();
  });
});

describe("the histogram", () => {
  test("has the filters of the list, and a range cut out of it is the date filter", async () => {
    const { screen, router } = await openEvents("?status=FAILED&scheduled_attempts=true");
    const bars = screen.getByRole("slider", { name: /^Events, Last 24 hours/ });
    await expect.element(bars).toBeVisible();
    const asked = api.asked.find(({ call }) => call.includes("/histograms/events"))?.call ?? "";
    expect(asked).toContain("status[0]=FAILED&next_attempt_at[any]=true&date[min]=");

    bars.element().focus();
    await userEvent.keyboard("{ArrowRight}{Shift>}{ArrowRight}{/Shift}{Enter}");

    await expect.poll(() => router.state.location.search).toHaveProperty("date.max");
  });

  test("says why it is not there while a filter looks into requests", async () => {
    const { screen } = await openEvents("?search_term=refund");

    await expect
      .element(screen.getByText("Histogram is unavailable when searching or filtering on request values."))
      .toBeVisible();
    expect(api.asked.some(({ call }) => call.includes("/histograms/"))).toBe(false);
  });
});

test("a search in flight has its name, until its rows are there", async () => {
  const answer = Promise.withResolvers<object>();
  const { screen } = await openEvents("?search_term=refund", { [EVENTS]: () => answer.promise });

  await expect.element(screen.getByText("Searching for “refund”…")).toBeVisible();
  answer.resolve(aPage(firstPage.map(onConnection)));

  await expect.poll(rowIds).toHaveLength(3);
  expect(screen.getByText("Searching for “refund”…").elements()).toHaveLength(0);
});

const WHOLE_ARCHIVE = "?date[relative]=7_days";
const ENDED = "You've reached the end of your 7 days archival window.";

test("the end of the archive says how long it is", async () => {
  const { screen } = await openEvents(WHOLE_ARCHIVE);

  await expect.element(screen.getByText(ENDED, { exact: true })).toBeVisible();
  expect(screen.getByText(/upgrade/i).elements()).toEqual([]);
});

test("where a larger plan keeps events for longer, the end of the archive leads there", async () => {
  const { screen } = await openEvents(WHOLE_ARCHIVE, {
    "GET /dashboard-api/session": aSessionWith("owner", { can_upgrade: true }),
  });

  await expect.element(screen.getByText(ENDED)).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Upgrade plan" }))
    .toHaveAttribute("href", "/settings/organization/plans?highlight=retention_days");
});

const isAsked = (wanted: string) => api.asked.some(({ call }) => call === wanted);

test("a row under the pointer loads its details and its body before the click", async () => {
  await openEvents();
  await expect.poll(rowIds).toHaveLength(3);

  await userEvent.hover(row(failed));

  await expect.poll(() => isAsked(`${EVENTS}/${failed.id}`)).toBe(true);
  await expect.poll(() => isAsked(`${EVENTS}/${failed.id}/raw_body`)).toBe(true);
});

test("a change of filters is reported by their names, if the operator wants to know", async () => {
  const REPORT = "POST /dashboard-api/product-events";
  const { router } = await openEvents("", {
    "GET /dashboard-api/session": { ...aSession("owner"), is_tracking: true },
    [REPORT]: { is_tracking: true },
  });
  await expect.poll(rowIds).toHaveLength(3);

  await router.navigate({ to: "/events", search: { status: ["FAILED"], search_term: "jane" } });

  await expect
    .poll(() => api.asked.filter(({ call }) => call === REPORT).map(({ body: reported }) => reported))
    .toEqual([
      { name: "Filtered Event List", properties: { list: "events", filters: ["status", "search_term"] } },
    ]);
});

describe("the list of CLI events", () => {
  const device = { cli_id: "cli_1", device_name: "adas-laptop", active: true };

  test("asks for events of CLIs only and names their devices", async () => {
    const { screen } = await openEvents(
      "",
      {
        [EVENTS]: aPage([anEvent(1, { cli_id: "cli_1" })].map(onConnection)),
        "GET /dashboard-api/cli-clients": { models: [device] },
      },
      "owner",
      "cli",
    );

    await expect.element(screen.getByRole("columnheader", { name: "Device Name" })).toBeVisible();
    await expect.element(screen.getByRole("cell", { name: "adas-laptop" })).toBeVisible();
    expect(screen.getByRole("columnheader", { name: "Next Scheduled Attempt" }).elements()).toHaveLength(0);
    expect(api.asked.some(({ call }) => call.startsWith(`${EVENTS}?cli_id[any]=true&`))).toBe(true);
  });

  test("says how to receive the first one", async () => {
    const toCli = aConnection(2, { destination: { ...connection.destination, type: "CLI" } });
    const { screen } = await openEvents(
      "",
      { [EVENTS]: aPage([]), "GET /2025-07-01/connections": aPageOf([toCli]) },
      "owner",
      "cli",
    );

    await expect.element(screen.getByText("Receive events on your local server")).toBeVisible();
    await expect.element(screen.getByText("posthorn listen 3000 stripe")).toBeVisible();
  });
});
