import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { aRequest, anIgnoredEvent, SENT_DATA } from "../../resources/requests/test-requests.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { EntriesSearch } from "./entries-url.ts";
import { RequestEntriesTab } from "./request-entries-tab.tsx";
import { RequestOverview } from "./request-overview.tsx";
import { RequestPage } from "./request-page.tsx";

const connection = aConnection(1);
const other = aConnection(2, { source: connection.source });
const request = aRequest(1, {
  source_id: connection.source.id,
  events_count: 1,
  ignored_count: 60,
  data: SENT_DATA,
  verified: true,
});
const ONE = `GET /dashboard-api/requests/${request.id}`;

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  const frame = createRoute({ getParentRoute: () => app, path: "requests/$id", component: RequestPage });
  const overview = createRoute({ getParentRoute: () => frame, path: "/", component: RequestOverview });
  const entries = createRoute({
    getParentRoute: () => frame,
    path: "entries",
    validateSearch: EntriesSearch,
    component: RequestEntriesTab,
  });
  return [frame.addChildren([overview, entries])];
}

async function openPage(path = "", answers: Answers = {}) {
  const event = {
    id: "evt_1",
    webhook_id: connection.id,
    request_id: request.id,
    status: "FAILED",
    response_status: 503,
    error_code: null,
    created_at: request.created_at,
  };
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    [ONE]: request,
    [`${ONE}/raw_body`]: { body: '{"amount":7}' },
    [`GET /dashboard-api/requests/${request.id}/method`]: { method: "POST" },
    [`${ONE}/events`]: aPageOf([event]),
    [`${ONE}/ignored_events`]: (url) => ({
      ...aPageOf([anIgnoredEvent(request, other.id, { cause: "CLI_DISCONNECTED" })]),
      pagination: url.searchParams.has("next") ? { prev: "first" } : { next: "more" },
    }),
    "GET /2025-07-01/connections": aPageOf([connection, other]),
    [`GET /2025-07-01/sources/${connection.source.id}`]: connection.source,
    ...answers,
  });
  return openScreen(`/requests/${request.id}${path}`, routes);
}

test("the overview shows the facts and the data of the request", async () => {
  const { screen } = await openPage();

  const properties = screen.getByRole("region", { name: "Properties" });
  await expect.element(properties.getByText("POST /orders?page=2")).toBeVisible();
  await expect.element(properties.getByRole("link", { name: "stripe" })).toBeVisible();
  const facts = [...properties.element().querySelectorAll("dt")].map(
    (name) => `${name.textContent}: ${name.nextElementSibling?.textContent}`,
  );
  expect(facts).toEqual([
    "Source: stripe",
    "Received: POST /orders?page=2",
    expect.stringMatching(/^Request Date: /),
    "Verified: Yes",
    "Status: Accepted",
    `ID: ${request.id}`,
    `Source ID: ${request.source_id}`,
    "Events: 1",
    "CLI Events: 0",
    "Ignored: 60",
    "Retried: No",
    expect.stringMatching(/^Updated: /),
  ]);
  await expect.element(screen.getByText("Accepted: 1 event, 60 ignored events")).toBeVisible();
  await expect.element(screen.getByText("shop/1")).toBeVisible();
  expect(document.title).toBe(`${request.id} - Posthorn`);
});

test("values that were redacted are said, and do not look like values", async () => {
  const data = {
    ...SENT_DATA,
    headers: { ...SENT_DATA.headers, authorization: "[redacted]" },
    redaction: { paths: ["body.email", "headers.authorization"], count: 2 },
  };
  const { screen } = await openPage("", {
    [ONE]: { ...request, data },
    [`${ONE}/raw_body`]: { body: '{"email":"[redacted]"}' },
  });

  await expect
    .element(screen.getByText("2 values were redacted before storing: body.email, headers.authorization"))
    .toBeVisible();
  for (const value of ["[redacted]", '"[redacted]"'])
    await expect.element(screen.getByText(value, { exact: true })).toHaveClass("outline");
});

test("a body that could not be redacted says that it was not kept", async () => {
  const redaction = { paths: [], count: 0, body_removed: true as const };
  const { screen } = await openPage("", {
    [ONE]: {
      ...request,
      status: "rejected",
      rejection_cause: "UNSUPPORTED_CONTENT_TYPE",
      data: { ...SENT_DATA, redaction },
    },
  });

  await expect.element(screen.getByText(/was neither JSON nor a form, so it was not kept/)).toBeVisible();
});

test("the entries are all there, page by page, with their causes", async () => {
  const { screen, router } = await openPage("/entries");

  await expect
    .element(screen.getByRole("region", { name: "Events", exact: true }).getByRole("link"))
    .toHaveAttribute("href", "/events/evt_1");
  await expect.element(screen.getByText("CLI Offline")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: /Entries\s*61/ }))
    .toHaveAttribute("aria-current", "page");
  await screen.getByRole("button", { name: "Next" }).click();

  await expect.poll(() => router.state.location.searchStr).toBe("?ignored_next=more");
  await expect.element(screen.getByRole("button", { name: "Previous" })).toBeEnabled();
});

test("a request that does not exist has its own page, and can be checked again", async () => {
  const { screen } = await openPage("", {
    [ONE]: () => Response.json({ code: "NOT_FOUND", status: 404, message: "x" }, { status: 404 }),
  });
  await expect
    .element(screen.getByRole("heading", { level: 1, name: "Request not available or archived" }))
    .toBeVisible();

  api.answers[ONE] = request;
  await screen.getByRole("button", { name: "Check again" }).click();

  await expect.element(screen.getByRole("heading", { level: 1, name: request.id })).toBeVisible();
});
