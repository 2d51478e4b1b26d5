import type { Event } from "@posthorn/contract/events";
import { afterEach, describe, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { anAttempt, anEvent } from "../../resources/events/test-events.ts";
import { aTrace, aTracedAttempt } from "../../resources/events/trace/test-traces.ts";
import { aDeliveryIssue, issueId } from "../../resources/issues/test-issues.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { eventRoutes } from "./test-event-routes.tsx";

const connection = aConnection(1);
const event = anEvent(1, {
  webhook_id: connection.id,
  status: "FAILED",
  attempts: 2,
  response_status: 503,
  successful_at: null,
  data: {
    path: "/",
    query: null,
    parsed_query: {},
    headers: { "content-type": "application/json" },
    body: {},
    url: "https://orders.acme.dev/hooks",
    method: "POST",
    appended_headers: [],
  },
});
const ONE = `GET /2025-07-01/events/${event.id}`;
const TRACE = `GET /dashboard-api/events/${event.id}/trace`;
const BOOKMARKS = "GET /2025-07-01/bookmarks";
const refused = anAttempt(1, {
  response_status: null,
  error_code: "CONNECTION_REFUSED",
  delivery_latency: null,
  response_latency: null,
});

let api: TestApi;
afterEach(() => api.restore());

async function openPage(address = "", answers: Answers = {}, role: "member" | "viewer" = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    [ONE]: event,
    [`${ONE}/raw_body`]: { body: '{"amount":12345678901234567890}' },
    [TRACE]: aTrace({ event_id: event.id }),
    [`GET /2025-07-01/connections/${connection.id}`]: connection,
    [BOOKMARKS]: aPageOf([]),
    "GET /2025-07-01/attempts": aPageOf([anAttempt(2), refused]),
    "GET /2025-07-01/attempts/atm_2": { ...anAttempt(2), body: { error: "overloaded" } },
    "GET /dashboard-api/attempts/atm_2/request": { ...event.data },
    "GET /2025-07-01/attempts/atm_1": {
      ...refused,
      body: null,
      requested_url: "https://old.acme.dev:8443/hooks",
      http_method: "POST",
    },
    ...answers,
  });
  return openScreen(`/events/${event.id}${address}`, eventRoutes);
}

const shows = (change: Partial<Event>): Answers => ({ [ONE]: { ...event, ...change } });
type Screen = Awaited<ReturnType<typeof openPage>>["screen"];
const points = (screen: Screen) =>
  screen
    .getByRole("list", { name: "Trace" })
    .getByRole("listitem")
    .elements()
    .map(({ textContent }) => textContent);

describe("the overview", () => {
  test("tells the whole story: trace, outcome with cause and fix, request, response, properties", async () => {
    const { screen } = await openPage();

    await expect.element(screen.getByRole("heading", { level: 1, name: event.id })).toBeVisible();
    await expect.element(screen.getByText("The destination answered 503 Service Unavailable")).toBeVisible();
    await expect.element(screen.getByText(/down, overloaded or restarting/)).toBeVisible();
    await expect.element(screen.getByText("12345678901234567890")).toBeVisible();
    await expect.element(screen.getByText('"overloaded"')).toBeVisible();
    expect(points(screen)).toEqual([
      expect.stringContaining("Receivedby stripe"),
      "Queuedfor 12 ms",
      expect.stringContaining("Attempt 1503 Service Unavailable"),
      expect.stringContaining("Attempt 2503 Service Unavailable"),
    ]);
    const links = [
      ["stripe → orders-api", `/connections/${connection.id}`],
      [event.request_id, `/requests/${event.request_id}`],
      ["Delivery attempts 2", `/events/${event.id}/attempts`],
    ] as const;
    for (const [name, href] of links)
      await expect.element(screen.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
    expect(document.title).toBe(`${event.id} - Posthorn`);
  });

  test("a transformation on the line leads to its execution", async () => {
    const rule = {
      type: "transform" as const,
      transformation_id: "trs_1",
      transformation_name: "to-orders",
      execution_id: "exe_1",
      log_level: "info" as const,
    };
    const { screen } = await openPage("", { [TRACE]: aTrace({ event_id: event.id, rules: [rule] }) });

    await expect
      .element(screen.getByRole("link", { name: "Transformed to-orders" }))
      .toHaveAttribute("href", "/transformations/trs_1/executions?selected_execution_id=exe_1");
  });

  test("a trace of a connection that was edited since says that rules are missing on it", async () => {
    const { screen } = await openPage("", {
      [TRACE]: aTrace({ event_id: event.id, rules_edited_at: "2026-11-14T15:00:00.000Z" }),
    });

    await expect.element(screen.getByText(/^The connection was edited on Nov 14 /)).toBeVisible();
    expect(points(screen)[1]).toMatch(/^Edited sinceon Nov 14 .*, rules not recorded$/);
  });

  test("a trace that cannot be loaded leaves the rest of the page", async () => {
    const { screen } = await openPage("", { [TRACE]: () => new Response("down", { status: 502 }) });

    await expect.element(screen.getByText("The trace could not be loaded.")).toBeVisible();
    await expect.element(screen.getByText('"overloaded"')).toBeVisible();
  });

  test("data that is archived says so, and nothing can be sent or kept", async () => {
    const { screen } = await openPage("", {
      ...shows({ data: null }),
      "GET /2025-07-01/attempts": aPageOf([]),
    });

    for (const what of ["event", "attempt response"])
      await expect
        .element(
          screen.getByText(
            `This ${what} is past your archival period of 7 days, the request data is no longer available.`,
          ),
        )
        .toBeVisible();
    for (const name of ["Retry", "Bookmark"])
      await expect
        .element(screen.getByRole("button", { name }))
        .toHaveAttribute("data-tooltip", expect.stringContaining("archived"));
  });

  test("warns in the last 24 hours before archival, unless a bookmark keeps the data", async () => {
    const sixDaysAgo = new Date(Date.now() - 6.5 * 24 * 3_600_000).toISOString();
    const { screen } = await openPage("", shows({ created_at: sixDaysAgo }));

    await expect.element(screen.getByText("The request data is archived in 12 h")).toBeVisible();
    await expect
      .element(screen.getByText(/archival period is 7 days. Bookmark the event to keep its data/))
      .toBeVisible();
    await screen.unmount();
    api.restore();

    const kept = await openPage("", { ...shows({ created_at: sixDaysAgo }), [BOOKMARKS]: aPageOf([{}]) });
    await expect.element(kept.screen.getByRole("button", { name: "Bookmarked" })).toBeVisible();
    expect(kept.screen.getByText(/is archived in/).elements()).toHaveLength(0);
  });

  test("is compared with the previous event, another one of its request, or one by its ID", async () => {
    const other = (number: number, total: number): Answers => ({
      [`GET /2025-07-01/events/${anEvent(number).id}`]: { ...event, id: anEvent(number).id },
      [`GET /2025-07-01/events/${anEvent(number).id}/raw_body`]: { body: `{"amount":${total}}` },
    });
    const [previous, sibling] = [anEvent(0), anEvent(2, { webhook_id: connection.id })];
    const { screen, router } = await openPage("", {
      ...other(0, 1),
      ...other(2, 2),
      "GET /2025-07-01/events": aPageOf([previous]),
      [`GET /dashboard-api/requests/${event.request_id}/events`]: aPageOf([event, sibling]),
      "GET /2025-07-01/connections": aPageOf([connection]),
    });
    const choose = screen.getByRole("button", { name: "Compare with…" });
    await choose.click();
    const links = screen.getByRole("dialog", { name: "Compare with another event" }).getByRole("link");
    await expect.element(links.first()).toHaveTextContent(previous.id);
    await expect.element(links.last()).toHaveTextContent("stripe → orders-api");
    await links.first().click();

    // The older one is on the left, and Back closes what the link opened.
    const window = screen.getByRole("dialog", { name: "Compare events" });
    await expect.element(window.getByRole("textbox").first()).toHaveTextContent('"amount": 1');
    expect(router.state.location.search).toEqual({ compare_with: previous.id });
    router.history.back();
    await expect.element(window).not.toBeInTheDocument();

    await choose.click();
    const id = screen.getByRole("textbox", { name: "Event ID" });
    await id.fill(event.id);
    await userEvent.keyboard("{Enter}");
    await expect.element(screen.getByText("Enter the ID of another event")).toBeVisible();
    await id.fill(sibling.id);
    await userEvent.keyboard("{Enter}");
    await expect.element(window.getByRole("textbox").last()).toHaveTextContent('"amount": 2');
    expect(router.state.location.search).toEqual({ compare_with: sibling.id });
  });

  test("a comparison with an event that is gone says so", async () => {
    const { screen } = await openPage("?compare_with=evt_9");

    await expect.element(screen.getByText("Event is archived or does not exist")).toBeVisible();
  });

  test("an event that is not there is archived or does not exist", async () => {
    const { screen } = await openPage("", { [ONE]: undefined });

    await expect
      .element(screen.getByRole("heading", { level: 1, name: "Event is archived or does not exist" }))
      .toBeVisible();
    await expect.element(screen.getByText(/Events are kept for 7 days/)).toBeVisible();
    await expect
      .element(screen.getByRole("link", { name: "Go to events" }))
      .toHaveAttribute("href", "/events");
  });

  test("on a narrow screen the line stands upright, and nothing is cut", async () => {
    const { screen } = await openPage();
    await page.viewport(360, 740);
    await expect.poll(() => points(screen)).toHaveLength(4);

    const tops = screen
      .getByRole("list", { name: "Trace" })
      .getByRole("listitem")
      .elements()
      .map((point) => point.getBoundingClientRect().top);

    expect(tops).toEqual([...new Set(tops)].toSorted((a, b) => a - b));
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

describe("the delivery attempts", () => {
  test("stand in a table; a row opens beside it by keyboard, and Esc gives the focus back", async () => {
    const { screen, router } = await openPage("/attempts");
    const table = screen.getByRole("table");
    await expect.element(table).toBeVisible();
    expect(
      table
        .getByRole("columnheader")
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(["Attempt Date", "Status", "Attempt Trigger", "Delivery Latency", "Response Latency"]);
    await expect
      .element(table.getByRole("row").nth(1))
      .toHaveTextContent("Failed 503Automatic Retry12 ms184 ms");

    await userEvent.keyboard("jj{Enter}");

    const panel = screen.getByRole("complementary", { name: "Attempt" });
    await expect.element(panel).toHaveFocus();
    expect(router.state.location.search).toEqual({ selected_attempt_id: "atm_1" });
    await expect.element(panel.getByRole("heading", { name: "Attempt 1" })).toBeVisible();
    await expect.element(panel.getByText("Attempt 1: The destination refused the connection")).toBeVisible();
    // The values are those of this attempt, not of the destination as it is now.
    await expect.element(panel.getByText(/No server is listening at old.acme.dev:8443/)).toBeVisible();
    await expect.element(panel.getByText("No response was received.")).toBeVisible();
    expect(
      panel
        .getByRole("tab")
        .elements()
        .map(({ textContent }) => textContent),
    ).toEqual(["Request", "Response"]);
    await userEvent.keyboard("{Escape}");
    await expect.element(panel).not.toBeInTheDocument();
    expect(document.activeElement?.closest("[data-attempt-id]")?.getAttribute("data-attempt-id")).toBe(
      "atm_1",
    );
  });

  test("a link opens an attempt on its tab, and junk in it is dropped", async () => {
    const { screen } = await openPage("/attempts?selected_attempt_id=atm_2&tab=request");
    const panel = screen.getByRole("complementary", { name: "Attempt" });
    await expect.element(panel.getByText("12345678901234567890")).toBeVisible();
    await screen.unmount();
    api.restore();

    const junk = await openPage("/attempts?selected_attempt_id=%3Cb%3E&tab=metadata");
    await expect.element(junk.screen.getByRole("table")).toBeVisible();
    expect(junk.screen.getByRole("complementary", { name: "Attempt" }).elements()).toHaveLength(0);
  });

  test("two attempts are compared, the older one first", async () => {
    const { screen } = await openPage("/attempts?selected_attempt_id=atm_2");

    await screen.getByRole("button", { name: "Compare with" }).click();
    await screen.getByRole("menuitem", { name: /Attempt 1/ }).click();

    const window = screen.getByRole("dialog", { name: "Compare attempts" });
    await expect.element(window).toHaveTextContent(/Attempt 1 · .*Attempt 2 · /);
    await expect.element(window.getByRole("textbox").last()).toHaveTextContent('"error": "overloaded"');
  });

  test("an attempt of another event is not found here", async () => {
    const { screen } = await openPage("/attempts?selected_attempt_id=atm_9", {
      "GET /2025-07-01/attempts/atm_9": anAttempt(9, { event_id: "evt_other" }),
    });

    await expect.element(screen.getByText("Attempt not found")).toBeVisible();
  });

  test.each([
    ["HOLD", "Paused, no attempts to show"],
    ["SCHEDULED", "Delayed, no attempts to show"],
    ["CANCELLED", "Cancelled, no attempts to show"],
  ] as const)("%s without attempts says why", async (status, title) => {
    const { screen } = await openPage("/attempts", {
      ...shows({ status, attempts: 0 }),
      "GET /2025-07-01/attempts": aPageOf([]),
    });

    await expect.element(screen.getByRole("heading", { name: title })).toBeVisible();
  });

  test("an attempt without an outcome is pending, and its response is announced", async () => {
    const open = anAttempt(1, { response_status: null, responded_at: null });
    const { screen } = await openPage("/attempts?selected_attempt_id=atm_1", {
      "GET /2025-07-01/attempts": aPageOf([open]),
      "GET /2025-07-01/attempts/atm_1": open,
    });

    await expect
      .element(screen.getByText("Response will be shown once the delivery attempt has been made."))
      .toBeVisible();
    await expect.element(screen.getByRole("table").getByText("Pending")).toBeVisible();
  });
});

describe("what a person can do", () => {
  const CANCEL = `PUT /2025-07-01/events/${event.id}/cancel`;
  const held = shows({ status: "HOLD", attempts: 0, last_attempt_at: null, response_status: null });

  test("cancel is shown before the server has answered, and taken back when it refuses", async () => {
    const answer = Promise.withResolvers<Response>();
    const { screen } = await openPage("", { ...held, [CANCEL]: () => answer.promise });

    await screen.getByRole("button", { name: "Cancel" }).click();
    await expect.element(screen.getByText("The delivery was cancelled")).toBeVisible();
    expect(screen.getByRole("button", { name: "Cancel" }).elements()).toHaveLength(0);
    answer.resolve(
      Response.json({ code: "INTERNAL_ERROR", status: 500, message: "Broken" }, { status: 500 }),
    );

    await expect.element(screen.getByText("Failed to cancel event")).toBeVisible();
    await expect.element(screen.getByText("The connection is paused")).toBeVisible();
  });

  test("a cancelled event says so, and has nothing more to cancel", async () => {
    const { screen } = await openPage("", {
      ...held,
      [CANCEL]: () =>
        (api.answers[ONE] = { ...event, status: "CANCELLED", attempts: 0, response_status: null }),
    });
    await expect.element(screen.getByRole("button", { name: "Cancel" })).toBeVisible();

    await userEvent.keyboard("c");

    await expect.element(screen.getByText("Event delivery cancelled")).toBeVisible();
    expect(screen.getByRole("button", { name: "Cancel" }).elements()).toHaveLength(0);
  });

  test("a bookmark needs a label, is shown at once, and cannot be made twice", async () => {
    const { screen } = await openPage("", {
      "POST /2025-07-01/bookmarks": () => {
        api.answers[BOOKMARKS] = aPageOf([{}]);
        return {};
      },
    });
    await expect.element(screen.getByRole("button", { name: "Bookmark" })).toBeVisible();

    await userEvent.keyboard("b");
    const dialog = screen.getByRole("dialog", { name: "Bookmark event" });
    await dialog.getByRole("button", { name: "Bookmark" }).click();
    await expect.element(dialog.getByText("Required")).toBeVisible();
    await dialog.getByRole("textbox", { name: "Label" }).fill("Refund");
    await dialog.getByRole("button", { name: "Bookmark" }).click();

    await expect.element(screen.getByText("Event bookmarked")).toBeVisible();
    const button = screen.getByRole("button", { name: "Bookmarked" });
    await expect.element(button).toHaveAttribute("data-tooltip", "This event is already bookmarked");
    expect(api.asked.find(({ call }) => call.startsWith("POST"))?.body).toEqual({
      event_data_id: event.event_data_id,
      webhook_id: event.webhook_id,
      label: "Refund",
    });
  });

  test.each([
    ["DATA_ARCHIVED", "Failed to create bookmark because associated data is archived"],
    ["INTERNAL_ERROR", "Failed to bookmark event"],
  ])("a bookmark refused with %s is taken back", async (code, text) => {
    const { screen } = await openPage("", {
      "POST /2025-07-01/bookmarks": () =>
        Response.json({ code, status: 422, message: "No" }, { status: 422 }),
    });

    await screen.getByRole("button", { name: "Bookmark" }).click();
    const dialog = screen.getByRole("dialog", { name: "Bookmark event" });
    await dialog.getByRole("textbox", { name: "Label" }).fill("Refund");
    await dialog.getByRole("button", { name: "Bookmark" }).click();

    await expect.element(screen.getByText(text)).toBeVisible();
    await expect.element(screen.getByRole("button", { name: "Bookmark", exact: true })).toBeVisible();
  });

  test("an event of a deleted connection cannot be retried, and says why", async () => {
    const { screen } = await openPage("", {
      [TRACE]: aTrace({
        event_id: event.id,
        connection: { id: connection.id, deleted_at: "2026-11-14T15:00:00.000Z", paused_at: null },
      }),
    });

    await expect
      .element(screen.getByRole("button", { name: "Retry" }))
      .toHaveAttribute("data-tooltip", "The connection of this event was deleted");
  });

  test("a viewer reads why, and no key acts either", async () => {
    const { screen } = await openPage("", held, "viewer");
    await expect.element(screen.getByRole("button", { name: "Cancel" })).toBeVisible();

    await userEvent.keyboard("rcb");

    for (const name of ["Retry", "Cancel", "Bookmark"])
      await expect
        .element(screen.getByRole("button", { name }))
        .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
    expect(api.asked.filter(({ call }) => !call.startsWith("GET"))).toEqual([]);
    expect(screen.getByRole("dialog").elements()).toHaveLength(0);
  });
});

test("a newer attempt makes the page read its event at once, and the line grows", async () => {
  const attempts = [
    aTracedAttempt(1),
    aTracedAttempt(2),
    aTracedAttempt(3, { status: "SUCCESSFUL", response_status: 200 }),
  ];
  const delivered = anAttempt(3, { status: "SUCCESSFUL", response_status: 200 });
  let isRead = false;
  const { screen } = await openPage("", {
    [ONE]: () => {
      if (!isRead) return event;
      const { updated_at } = delivered;
      return { ...event, status: "SUCCESSFUL", attempts: 3, response_status: 200, updated_at };
    },
    [TRACE]: () =>
      aTrace(
        isRead
          ? { event_id: event.id, status: "SUCCESSFUL", attempts, attempts_count: 3 }
          : { event_id: event.id },
      ),
    // The newest attempt is known before the event is.
    "GET /2025-07-01/attempts": () => {
      isRead = true;
      return aPageOf([delivered, anAttempt(2), refused]);
    },
    "GET /2025-07-01/attempts/atm_3": { ...delivered, body: "fine" },
  });

  await expect.element(screen.getByText("The destination answered 200 OK")).toBeVisible();
  await expect.poll(() => points(screen)).toHaveLength(5);
});

test("the issue that a failed event belongs to stands beside the tabs", async () => {
  const { screen } = await openPage("", {
    "GET /dashboard-api/open-issues": (url) =>
      url.searchParams.get("concerns") === event.id
        ? { first: aDeliveryIssue(4), name: "orders-api", count: 1 }
        : undefined,
  });

  await expect
    .element(screen.getByRole("link", { name: "orders-api answered 503 Service Unavailable" }))
    .toHaveAttribute("href", `/issues/${issueId(4)}`);
});

test("nobody asks for the issue of an event that arrived at once", async () => {
  const arrived = { ...event, status: "SUCCESSFUL", attempts: 1, response_status: 200 };
  const { screen } = await openPage("", { [ONE]: arrived });

  await expect.element(screen.getByRole("link", { name: /^Delivery attempts/ })).toBeVisible();
  await expect.poll(() => api.asked.some(({ call }) => call.startsWith(TRACE))).toBe(true);
  expect(api.asked.filter(({ call }) => call.includes("open-issues"))).toEqual([]);
});
