import type { Event } from "@posthorn/contract/events";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { afterEach, beforeEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerApi, aPageOf, type TestApi } from "../../api/test-api.ts";
import { aConnection, aSession } from "../../connections/test-connections.ts";
import { aDeliveryIssue, issueId } from "../../issues/test-issues.ts";
import { openScreen } from "../../test-screen.tsx";
import { anAttempt, anEvent } from "../test-events.ts";
import { aTrace } from "../trace/test-traces.ts";
import { EventPanel } from "./event-panel.tsx";
import type { PanelTab } from "./panel-tabs.ts";
import { recordClipboard } from "../../../ui/test-clipboard.ts";

const connection = aConnection(1);
const event = anEvent(1, {
  webhook_id: connection.id,
  status: "FAILED",
  attempts: 2,
  response_status: 503,
  next_attempt_at: "2099-01-01T00:00:00.000Z",
});

const SENT: NonNullable<Event["data"]> = {
  url: "https://orders.example.com/",
  method: "POST",
  path: "/",
  query: null,
  parsed_query: {},
  headers: { "content-type": "application/json" },
  appended_headers: [],
  body: { amount: 7 },
};

/** What the attempt of that number sent. */
function sentBy(number: number, url: string): NonNullable<Event["data"]> {
  const headers = { "content-type": "application/json", "x-posthorn-attempt-count": String(number) };
  return { ...SENT, url, headers };
}

let api: TestApi;
beforeEach(() => {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    [`GET /2025-07-01/events/${event.id}`]: { ...event, data: null },
    [`GET /dashboard-api/events/${event.id}/trace`]: aTrace({ event_id: event.id }),
    [`GET /2025-07-01/connections/${connection.id}`]: connection,
    "GET /2025-07-01/bookmarks": aPageOf([]),
    "GET /2025-07-01/attempts": aPageOf([anAttempt(2), anAttempt(1, { response_status: 500 })]),
    "GET /2025-07-01/attempts/atm_1": anAttempt(1, { response_status: 500, body: "broken" }),
    "GET /2025-07-01/attempts/atm_2": anAttempt(2, { body: "overloaded" }),
  });
});
afterEach(() => api.restore());

/** A screen that does not know the connection, and keeps what the address would carry. */
function Beside() {
  const [tab, setTab] = useState<PanelTab>();
  const [attemptId, setAttemptId] = useState<string>();
  return (
    <EventPanel
      ref={null}
      eventId={event.id}
      known={undefined}
      connection={undefined}
      tab={tab}
      attemptId={attemptId}
      onTab={setTab}
      onAttempt={setAttemptId}
      onRetry={() => undefined}
      onClose={() => undefined}
    />
  );
}

async function openPanel() {
  const { screen } = await openScreen("/here", (app: AnyRoute) => [
    createRoute({ getParentRoute: () => app, path: "here", component: Beside }),
  ]);
  const panel = screen.getByRole("complementary", { name: "Event" });
  await expect.element(panel.getByRole("list", { name: "Trace" })).toBeVisible();
  const tabs = () =>
    panel
      .getByRole("tab")
      .elements()
      .map(({ textContent }) => textContent);
  return { screen, panel, tabs };
}

const width = (element: Element) => element.getBoundingClientRect().width;

test("while a person views an attempt there is no Metadata, and one press leads back to the event", async () => {
  const { panel, tabs } = await openPanel();
  expect(tabs()).toEqual(["Request", "Response", "Metadata"]);

  await panel.getByRole("link", { name: /Attempt 1/ }).click();

  await expect
    .element(panel.getByText("Attempt 1: The destination answered 500 Internal Server Error"))
    .toBeVisible();
  expect(tabs()).toEqual(["Request", "Response"]);
  await panel.getByRole("button", { name: "Back to event" }).click();
  await expect.poll(tabs).toEqual(["Request", "Response", "Metadata"]);
});

test("the request is that of the chosen attempt, also as cURL; the newest without a choice", async () => {
  const copied = recordClipboard();
  api.answers[`GET /2025-07-01/events/${event.id}`] = {
    ...event,
    data: sentBy(2, "https://new.example.com/"),
  };
  api.answers[`GET /2025-07-01/events/${event.id}/raw_body`] = { body: '{"amount":7}' };
  api.answers["GET /dashboard-api/attempts/atm_1/request"] = sentBy(1, "https://old.example.com/");
  const { panel } = await openPanel();
  await expect.element(panel.getByText("POST https://new.example.com/")).toBeVisible();
  await expect.element(panel.getByRole("row", { name: "x-posthorn-attempt-count 2" })).toBeVisible();
  await panel.getByRole("button", { name: "Copy as cURL" }).click();
  await expect.poll(() => copied.at(-1)).toContain("x-posthorn-attempt-count: 2");

  await panel.getByRole("link", { name: /Attempt 1/ }).click();
  await panel.getByRole("tab", { name: "Request" }).click();

  await expect.element(panel.getByText("POST https://old.example.com/")).toBeVisible();
  await expect.element(panel.getByRole("row", { name: "x-posthorn-attempt-count 1" })).toBeVisible();
  await panel.getByRole("button", { name: "Copy as cURL" }).click();
  await expect.poll(() => copied.at(-1)).toContain("x-posthorn-attempt-count: 1");
});

test("a request that was not sent yet says so; one that is older than its connection's settings, too", async () => {
  const one = `GET /2025-07-01/events/${event.id}`;
  api.answers[`GET /2025-07-01/events/${event.id}/raw_body`] = { body: '{"amount":7}' };
  api.answers[one] = { ...event, status: "HOLD", attempts: 0, data: SENT };
  api.answers["GET /2025-07-01/attempts"] = aPageOf([]);
  const held = await openPanel();
  await expect.element(held.panel.getByText("Not sent yet. The first attempt will send this.")).toBeVisible();
  await expect.element(held.panel.getByText("Goes to")).toBeVisible();
  await held.screen.unmount();

  api.answers[one] = { ...event, data: SENT };
  api.answers["GET /2025-07-01/attempts"] = aPageOf([anAttempt(2)]);
  const edited = { ...connection, updated_at: "2026-11-20T00:00:00.000Z" };
  api.answers[`GET /2025-07-01/connections/${connection.id}`] = edited;
  const { panel } = await openPanel();

  await expect.element(panel.getByText(/was changed after this attempt\. Headers with/)).toBeVisible();
});

test("a deleted connection is named as deleted, and one that cannot be read as such", async () => {
  const gone = { code: "GONE", status: 410, message: "Gone" };
  const path = `GET /2025-07-01/connections/${connection.id}`;
  api.answers[path] = () => Response.json(gone, { status: 410 });
  const deleted = await openPanel();
  await expect.element(deleted.panel.getByText("Connection Deleted")).toBeVisible();
  await deleted.screen.unmount();

  api.answers[path] = () => Response.json({ ...gone, status: 422 }, { status: 422 });
  const { panel } = await openPanel();

  await expect
    .element(panel.getByRole("link", { name: "Error retrieving name" }))
    .toHaveAttribute("href", `/connections/${connection.id}`);
});

test("an answer that is past retention says so", async () => {
  api.answers["GET /2025-07-01/attempts"] = aPageOf([]);
  const { panel } = await openPanel();

  await panel.getByRole("tab", { name: "Response" }).click();

  await expect
    .element(
      panel.getByText(
        "This attempt response is past your archival period of 7 days, the request data is no longer available.",
      ),
    )
    .toBeVisible();
});

test("it reads the connection itself, and leads to the pages of event, attempts, request and connection", async () => {
  const { panel } = await openPanel();

  for (const [name, href] of [
    ["Open event page", `/events/${event.id}`],
    ["Attempts: 2", `/events/${event.id}/attempts`],
    [/^Received/, "/requests/req_1"],
    ["stripe → orders-api", `/connections/${connection.id}`],
  ] as const)
    await expect.element(panel.getByRole("link", { name })).toHaveAttribute("href", href);
});

test("a failure leads to the settings of its destination, and to all events that failed there", async () => {
  const { panel } = await openPanel();

  await expect
    .element(panel.getByRole("link", { name: "Destination settings" }))
    .toHaveAttribute("href", "/destinations/des_1/settings");
  await expect
    .element(panel.getByRole("link", { name: "All failed events of this destination" }))
    .toHaveAttribute("href", "/events?destination_id[0]=des_1&status[0]=FAILED&date[relative]=1_month");
});

test("a failure says since when events fail like it, and leads to all of them", async () => {
  api.answers[`GET /dashboard-api/events/${event.id}/failing-since`] = {
    since: "2026-11-14T12:08:00.000Z",
    is_earlier: false,
    count: 147,
    is_more: false,
  };
  const { panel } = await openPanel();

  await expect.element(panel.getByText(/^Failed alike since Nov 14 .*: 147 events$/)).toBeVisible();
  await expect
    .element(panel.getByRole("link", { name: "147 events" }))
    .toHaveAttribute(
      "href",
      `/events?webhook_id[0]=${connection.id}&status[0]=FAILED&date[min]=2026-11-14T12%3A08%3A00.000Z&response_status[gte]=503&response_status[lte]=503`,
    );
});

test("a failure that no setting prevents leads to the other events only", async () => {
  const own = { ...event, response_status: null, error_code: "UNKNOWN" as const, data: null };
  api.answers[`GET /2025-07-01/events/${event.id}`] = own;

  const { panel } = await openPanel();

  await expect
    .element(panel.getByRole("link", { name: "All failed events of this destination" }))
    .toBeVisible();
  expect(panel.getByRole("link", { name: "Destination settings" }).elements()).toHaveLength(0);
});

test("it is 480 px wide, or 904 px, and remembers which", async () => {
  const first = await openPanel();
  expect(width(first.panel.element())).toBe(480);

  await first.panel.getByRole("button", { name: "Large panel" }).click();
  await first.screen.unmount();
  const { panel } = await openPanel();

  await expect.element(panel.getByRole("button", { name: "Normal panel" })).toBeVisible();
  // 904 px, unless the window is too small for it.
  expect(width(panel.element())).toBe(Math.min(904, window.innerWidth * 0.7));
});

test("it offers to compare the event with another one, as long as its data is kept", async () => {
  const archived = await openPanel();
  expect(archived.panel.getByRole("button", { name: "Compare with…" }).elements()).toHaveLength(0);
  await archived.screen.unmount();

  api.answers[`GET /2025-07-01/events/${event.id}`] = { ...event, data: SENT };
  api.answers["GET /2025-07-01/events"] = aPageOf([anEvent(0)]);
  api.answers[`GET /dashboard-api/requests/${event.request_id}/events`] = aPageOf([event]);
  api.answers["GET /2025-07-01/connections"] = aPageOf([connection]);
  const { screen, panel } = await openPanel();
  await panel.getByRole("button", { name: "Compare with…" }).click();

  const choices = screen.getByRole("dialog", { name: "Compare with another event" });
  await expect
    .element(choices.getByRole("link"))
    .toHaveAttribute("href", `/events/${event.id}?compare_with=${anEvent(0).id}`);
});

test("planned attempts can be cancelled", async () => {
  const { panel } = await openPanel();

  await expect.element(panel.getByRole("button", { name: "Cancel" })).toBeVisible();
});

test("on a phone its parts stand below each other, and none covers the next", async () => {
  const { panel } = await openPanel();
  await page.viewport(360, 640);
  await expect.element(panel.getByRole("list", { name: "Trace" })).toBeVisible();
  await expect.element(panel.getByText("The destination answered 503 Service Unavailable")).toBeVisible();

  const parts = [...panel.getByRole("tabpanel").element().children];
  const overflowing = parts.filter((part) => part.scrollHeight > part.clientHeight + 1);
  expect(overflowing.map((part) => part.textContent)).toEqual([]);
});

test("the open issue of a failed event arrives in a row that was there, and moves nothing", async () => {
  const issues = Promise.withResolvers<object>();
  api.answers["GET /dashboard-api/open-issues"] = () => issues.promise;
  const { panel } = await openPanel();
  const name = panel.getByText("Issue", { exact: true }).first();
  await expect.poll(() => name.element().nextElementSibling?.textContent).toBe("–");
  await expect.element(panel.getByText(/overloaded|answered 503/).first()).toBeVisible();
  const height = () => name.element().closest("dl")?.getBoundingClientRect().height;
  const before = height();

  issues.resolve({ first: aDeliveryIssue(4), name: "orders-api", count: 3 });

  await expect
    .element(panel.getByRole("link", { name: "orders-api answered 503 Service Unavailable" }))
    .toHaveAttribute("href", `/issues/${issueId(4)}`);
  expect(height()).toBe(before);
});
