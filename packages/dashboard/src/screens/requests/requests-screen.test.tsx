import type { Request } from "@posthorn/contract/requests";
import { createRoute, useNavigate, useSearch, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { anOperation } from "../../resources/bulk/test-operations.ts";
import { aRequest, SENT_DATA } from "../../resources/requests/test-requests.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { RequestsScreen } from "./requests-screen.tsx";
import { RequestsSearch } from "./requests-url.ts";

const LIST = "GET /dashboard-api/requests";
const connection = aConnection(1);
const { source } = connection;
const refused = aRequest(3, { status: "rejected", rejection_cause: "VERIFICATION_FAILED", events_count: 0 });
const unconnected = aRequest(2, { rejection_cause: "NO_CONNECTION", events_count: 0 });
const accepted = aRequest(1, { events_count: 2, ignored_count: 1, cli_events_count: 4 });

let api: TestApi;
afterEach(() => api.restore());

function Screen({ isCli }: { isCli: boolean }) {
  const search = RequestsSearch.parse(useSearch({ strict: false }));
  const navigate = useNavigate();
  return (
    <RequestsScreen
      isCli={isCli}
      search={search}
      onSearch={(next, how) => void navigate({ to: ".", search: next, replace: how === "replace" })}
    />
  );
}

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: "requests", component: () => <Screen isCli={false} /> }),
    createRoute({ getParentRoute: () => app, path: "requests/cli", component: () => <Screen isCli /> }),
  ];
}

async function open(
  address: string,
  requests: Request[],
  answers: Answers = {},
  role: "member" | "viewer" = "member",
) {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/histograms/requests": {
      is_available: true,
      granularity: "hour",
      from: "2026-11-14T00:00:00.000Z",
      step_ms: 3_600_000,
      steps: 24,
      rows: [{ created_at: "2026-11-14T14:00:00.000Z", dimension: "VERIFICATION_FAILED", count: 1 }],
    },
    "GET /2025-07-01/sources": aPageOf([source]),
    [`GET /2025-07-01/sources/${source.id}`]: source,
    "GET /2025-07-01/connections": aPageOf([connection]),
    "GET /2025-07-01/transformations": aPageOf([{ id: "trs_1", name: "to-orders" }]),
    "GET /dashboard-api/saved-views": { models: [], count: 0 },
    "GET /dashboard-api/bulk-operations": aPageOf([]),
    [LIST]: aPageOf(requests),
    ...Object.fromEntries(
      requests.flatMap((request) => [
        [`${LIST}/${request.id}`, { ...request, data: SENT_DATA }],
        [`${LIST}/${request.id}/raw_body`, { body: "{}" }],
        [`GET /dashboard-api/requests/${request.id}/method`, { method: "POST" }],
        [`${LIST}/${request.id}/events`, aPageOf([])],
        [`${LIST}/${request.id}/ignored_events`, aPageOf([])],
      ]),
    ),
    ...answers,
  });
  return openScreen(address, routes);
}

/** The text of each row of the table, head included. */
function rowsIn(element: Element): string[][] {
  return [...element.querySelectorAll("tr")].map((row) =>
    [...row.querySelectorAll(":scope > th, :scope > td")].slice(2).map((cell) => cell.textContent ?? ""),
  );
}

test("each row says whether the request was accepted, why not, and what became of it", async () => {
  const { screen } = await open("/requests", [refused, unconnected, accepted]);

  const table = screen.getByRole("table");
  await expect.element(table.getByRole("cell", { name: "stripe" }).first()).toBeVisible();
  expect(rowsIn(table.element())).toEqual([
    ["Status", "Source", "Events", "Ignored"],
    ["RejectedAuthentication Failed", "stripe", "–", "–"],
    ["AcceptedNo Connection", "stripe", "–", "–"],
    ["Accepted", "stripe", "2", "1"],
  ]);
  await expect.element(screen.getByText("No older requests in these dates.")).toBeVisible();
  await expect.element(screen.getByText("1 request", { exact: true })).toBeVisible();
  expect(document.title).toBe("Requests - Posthorn");
});

function countRows(): number {
  return document.querySelectorAll("tr[data-request-id]").length;
}

test("a full page begins with what can be seen, and the rest follows", async () => {
  const drawn: number[] = [];
  const watch = new MutationObserver(() => drawn.push(countRows()));
  watch.observe(document.body, { childList: true, subtree: true });

  await open(
    "/requests",
    Array.from({ length: 100 }, (_, at) => aRequest(100 - at)),
  );

  await expect.poll(countRows).toBe(100);
  watch.disconnect();
  expect(drawn.find((count) => count > 0)).toBe(Math.ceil(window.innerHeight / 36));
});

test("the layout of the CLI asks for requests with CLI events and counts those", async () => {
  const { screen } = await open("/requests/cli", [accepted]);

  const table = screen.getByRole("table");
  await expect.element(table.getByText("CLI Events")).toBeVisible();
  await expect.element(table.getByRole("cell", { name: "4", exact: true })).toBeVisible();
  expect(
    api.asked.some(({ call }) => call.startsWith(`${LIST}?`) && call.includes("cli_events_count[gte]=1")),
  ).toBe(true);
});

test("a filter is asked of the server, is in the address, and can be cleared", async () => {
  const { screen, router } = await open("/requests?next=abc", [refused]);

  await screen.getByRole("button", { name: "Status any" }).click();
  await screen.getByRole("menuitemradio", { name: "Rejected" }).click();

  await expect.poll(() => router.state.location.searchStr).toBe("?status=rejected");
  await expect
    .poll(() => api.asked.some(({ call }) => call.startsWith(`${LIST}?`) && call.includes("status=rejected")))
    .toBe(true);
  await screen.getByRole("button", { name: "Clear status filter" }).click();
  await expect.poll(() => router.state.location.searchStr).toBe("");
});

test("a filter on values leaves the histogram without an answer, and says so", async () => {
  const { screen } = await open("/requests?search_term=refund", [refused]);

  await expect
    .element(screen.getByText("Histogram is unavailable when searching or filtering on request values."))
    .toBeVisible();
});

test("every filter of the address has a chip, and + Filter offers the others", async () => {
  const { screen } = await open(
    `/requests?source_id=${source.id}&rejection_cause=UNKNOWN&ignored_count[gte]=1&bulk_retry_id=bch_1&path=/orders&cause=FILTERED&transformation_id=trs_1`,
    [refused],
  );

  await expect.element(screen.getByRole("button", { name: "Source stripe" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Rejection cause Unknown error" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /^Ignored events/ })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Path /orders" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Ignored cause Filtered" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Failed transformation to-orders" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Clear bulk retry filter" })).toBeVisible();
  await screen.getByRole("button", { name: "Filter", exact: true }).click();
  for (const name of ["Events", "CLI events", "Headers", "Body", "Query"])
    await expect.element(screen.getByRole("menuitem", { name, exact: true })).toBeVisible();
  await expect.element(screen.getByRole("menuitem", { name: "Bulk retry" })).not.toBeInTheDocument();
});

test("a list by an ignored cause retries the ignored events in bulk, unless it has other filters too", async () => {
  const path = "/dashboard-api/bulk/ignored-events/retry";
  const answers = {
    [`GET ${path}`]: aPageOf([]),
    [`GET ${path}/plan`]: { estimated_batch: 1, estimated_count: 12 },
    [`POST ${path}`]: anOperation(7, { type: "ignored_events.retry" }),
  };
  const { screen } = await open(
    `/requests?cause=FILTERED&source_id=${source.id}&ingested_at[min]=2026-11-14T00:00:00.000Z`,
    [accepted],
    answers,
  );

  await screen.getByRole("button", { name: "Bulk retry", exact: true }).click();
  await expect.element(screen.getByText("An estimated 12 ignored events will be retried.")).toBeVisible();
  await screen.getByRole("button", { name: "Retry 12" }).click();

  await expect.element(screen.getByText("Ignored events queued for retry")).toBeVisible();
  expect(api.asked.find(({ call }) => call === `POST ${path}`)?.body).toEqual({
    query: {
      cause: ["FILTERED"],
      source_id: [source.id],
      created_at: { gte: "2026-11-14T00:00:00.000Z" },
    },
  });
  await screen.unmount();
  api.restore();

  const mixed = await open("/requests?cause=FILTERED&path=/orders", [accepted], answers);
  await expect
    .element(mixed.screen.getByRole("button", { name: "Bulk retry", exact: true }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("Remove the other filters first."));
});

test("Enter opens a request and takes the focus along, Esc gives it back to the row", async () => {
  const { screen, router } = await open("/requests", [refused, accepted]);
  await expect.element(screen.getByRole("row").nth(1)).toBeVisible();

  await userEvent.keyboard("jj{Enter}");
  const panel = screen.getByRole("complementary", { name: "Request" });
  await expect.element(panel).toHaveFocus();
  await expect.element(panel.getByText("Accepted: 6 events, 1 ignored event")).toBeVisible();
  expect(router.state.location.search).toMatchObject({ selected_request_id: accepted.id });

  await userEvent.keyboard("{Escape}");
  await expect.element(panel).not.toBeInTheDocument();
  expect(document.activeElement?.closest("tr")?.dataset["requestId"]).toBe(accepted.id);
});

const BULK_RETRY = "POST /2025-07-01/bulk/requests/retry";

function posted(call: string): unknown[] {
  return api.asked.filter((asked) => asked.call === call).map(({ body }) => body);
}

test("ticked requests are retried together, as far as they can be, and one toast says how it went", async () => {
  const again = aRequest(4, { status: "rejected", rejection_cause: "UNSUPPORTED_HTTP_METHOD" });
  const operation = {
    type: "requests.retry",
    estimated_count: 3,
    completed_count: 2,
    failed_count: 1,
  } as const;
  const { screen } = await open("/requests", [again, refused, unconnected, accepted], {
    [BULK_RETRY]: anOperation(1, operation),
  });
  const boxes = screen.getByRole("checkbox", { name: /^Select request of/ });

  await boxes.nth(0).click();
  await boxes.nth(3).click({ modifiers: ["Shift"] });
  const selection = screen.getByRole("region", { name: "Selection" });
  await expect.element(selection.getByText("4 selected")).toBeVisible();
  await expect
    .element(screen.getByRole("checkbox", { name: "Select all requests on this page" }))
    .toBeChecked();
  await selection.getByRole("button", { name: "Retry 3" }).click();

  await expect.element(screen.getByText("1 of 3 requests could not be retried")).toBeVisible();
  await expect.element(screen.getByText(/^Their source still rejects them/)).toBeVisible();
  expect(posted(BULK_RETRY)).toEqual([{ query: { id: [again.id, refused.id, unconnected.id] } }]);

  for (const retriable of [0, 1, 2]) await boxes.nth(retriable).click();
  await expect
    .element(selection.getByRole("button", { name: "Retry 0" }))
    .toHaveAttribute("data-tooltip", "None of these requests can be retried now");
  await selection.getByRole("button", { name: "Clear selection" }).click();
  await expect.element(selection).not.toBeInTheDocument();
});

test("when the selection moves, the panel follows, with the tab of before and without its entry", async () => {
  const { screen, router } = await open(
    `/requests?selected_request_id=${accepted.id}&selected_entry_id=${accepted.id}:${connection.id}&tab=metadata`,
    [refused, accepted],
  );
  const panel = screen.getByRole("complementary", { name: "Request" });
  await expect.element(panel.getByText(accepted.id, { exact: true }).first()).toBeVisible();
  // The panel does not wait for the list.
  await expect.element(screen.getByRole("checkbox", { name: /^Select request of/ }).nth(1)).toBeVisible();

  await userEvent.keyboard("k");

  await expect.element(panel.getByText(refused.id, { exact: true }).first()).toBeVisible();
  expect(router.state.location.search).toEqual({ selected_request_id: refused.id, tab: "metadata" });
  await expect.element(panel.getByRole("tab", { name: "Metadata" })).toHaveAttribute("aria-selected", "true");
});

test("x ticks a request, Shift stretches, Esc ends it, and r retries what is ticked", async () => {
  const again = aRequest(4, { status: "rejected", rejection_cause: "UNSUPPORTED_HTTP_METHOD" });
  const { screen } = await open("/requests", [again, refused, accepted], {
    [BULK_RETRY]: anOperation(1, { type: "requests.retry", estimated_count: 2, completed_count: 2 }),
  });
  await expect.element(screen.getByRole("row").nth(1)).toBeVisible();

  await userEvent.keyboard("jx");
  await expect.element(screen.getByText("1 selected")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByText("1 selected")).not.toBeInTheDocument();
  await userEvent.keyboard("x{Shift>}{ArrowDown}{/Shift}");
  await expect.element(screen.getByText("2 selected")).toBeVisible();
  await userEvent.keyboard("r");

  await expect.element(screen.getByText("Requests queued for retry")).toBeVisible();
  expect(posted(BULK_RETRY)).toEqual([{ query: { id: [again.id, refused.id] } }]);
  await expect.element(screen.getByText("2 selected")).not.toBeInTheDocument();
});

test("a viewer may tick requests, but not retry them, and the button says why", async () => {
  const { screen } = await open("/requests", [refused], {}, "viewer");

  await screen.getByRole("checkbox", { name: /^Select request of/ }).click();
  await expect
    .element(screen.getByRole("button", { name: "Retry 1" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
  await userEvent.keyboard("r");
  expect(posted(BULK_RETRY)).toEqual([]);
});

test("with a row selected, new requests wait behind a button and no row moves", async () => {
  const { screen } = await open(`/requests?selected_request_id=${refused.id}`, [refused]);
  const rows = screen.getByRole("region", { name: "Requests" }).getByRole("row");
  await expect.element(rows.nth(1)).toBeVisible();

  api.answers[LIST] = aPageOf([aRequest(9), refused]);
  const more = screen.getByRole("button", { name: "1 new" });
  await expect.element(more).toBeVisible();
  expect(rows.all()).toHaveLength(2);
  await expect.element(screen.getByText("Live · held")).toBeVisible();

  await more.click();
  await expect.poll(() => rows.all().length).toBe(3);
});

test("a link to an entry opens its event, and closing that leads back to the request", async () => {
  const event = {
    id: "evt_1",
    webhook_id: connection.id,
    request_id: accepted.id,
    status: "SUCCESSFUL",
    attempts: 1,
    response_status: 200,
    error_code: null,
    created_at: accepted.created_at,
  };
  const { screen, router } = await open(
    `/requests?selected_request_id=${accepted.id}&selected_entry_id=evt_1`,
    [accepted],
    {
      "GET /2025-07-01/events/evt_1": event,
      "GET /2025-07-01/events/evt_1/raw_body": { body: "{}" },
      "POST /2025-07-01/events/evt_1/retry": { ...event, status: "QUEUED" },
      "GET /2025-07-01/attempts": aPageOf([]),
      [`GET /2025-07-01/connections/${connection.id}`]: connection,
      [`${LIST}/${accepted.id}/events`]: aPageOf([event]),
    },
  );
  const panel = screen.getByRole("complementary", { name: "Event" });
  await expect.element(panel.getByText("evt_1").first()).toBeVisible();
  await panel.getByRole("button", { name: "Retry" }).click();
  await expect.element(screen.getByText("Retrying event delivery")).toBeVisible();

  await panel.getByRole("button", { name: "Close panel" }).click();
  const request = screen.getByRole("complementary", { name: "Request" });
  const link = request.getByRole("link", { name: "stripe → orders-api" });
  await expect.element(link).toBeVisible();
  expect(router.state.location.search).toMatchObject({ selected_request_id: accepted.id, tab: "entries" });

  await link.click();
  await expect.element(panel).toBeVisible();
});

test.each([
  ["/requests", [source], "Waiting for a request"],
  ["/requests", [], "Inspect inbound requests"],
  ["/requests/cli", [source], "Receive events on your local server"],
  ["/requests?status=rejected", [source], "No requests found"],
])("%s without requests and with %j says what to do", async (address, sources, title) => {
  const { screen } = await open(address, [], { "GET /2025-07-01/sources": aPageOf(sources) });

  await expect.element(screen.getByRole("heading", { name: title })).toBeVisible();
});

test("a list that cannot be loaded says so and can be tried again", async () => {
  const { screen } = await open("/requests", [refused], {
    [LIST]: () => Response.json({ code: "X", status: 500, message: "x" }, { status: 500 }),
  });
  await expect.element(screen.getByText("The server failed to answer")).toBeVisible();

  api.answers[LIST] = aPageOf([refused]);
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByText("Authentication Failed", { exact: true })).toBeVisible();
});

const REPORT = "POST /dashboard-api/product-events";
const reported = (filters: string[]) => ({
  name: "Filtered Request List",
  properties: { list: "requests", filters },
});

test("a change of filters is reported by the names of the filters, if the operator wants to know", async () => {
  const { screen, router } = await open("/requests?source_id[0]=src_1", [refused], {
    "GET /dashboard-api/session": { ...aSession("member"), is_tracking: true },
    [REPORT]: { is_tracking: true },
  });

  await screen.getByRole("button", { name: "Status any" }).click();
  await screen.getByRole("menuitemradio", { name: "Rejected" }).click();
  await expect.poll(() => api.asked.filter(({ call }) => call === REPORT)).toHaveLength(1);
  await router.navigate({ to: "/requests", search: {} });
  await expect.poll(() => api.asked.filter(({ call }) => call === REPORT)).toHaveLength(2);

  expect(api.asked.filter(({ call }) => call === REPORT).map(({ body }) => body)).toEqual([
    reported(["source_id", "status"]),
    reported([]),
  ]);
});

test("nothing is reported unless the operator wants to know", async () => {
  const { screen, router } = await open("/requests", [refused]);

  await screen.getByRole("button", { name: "Status any" }).click();
  await screen.getByRole("menuitemradio", { name: "Rejected" }).click();
  await expect.poll(() => router.state.location.searchStr).toBe("?status=rejected");
  await expect
    .poll(() => api.asked.some(({ call }) => call.startsWith(`${LIST}?`) && call.includes("status=rejected")))
    .toBe(true);

  expect(api.asked.filter(({ call }) => call === REPORT)).toEqual([]);
});
