import type { BulkOperation } from "@posthorn/contract/bulk";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { aPageOf, answerApi, type Answers, type TestApi } from "../api/test-api.ts";
import { aConnection, aSession } from "../connections/test-connections.ts";
import { openScreen } from "../test-screen.tsx";
import { BulkButton } from "./bulk-button.tsx";
import { BulkPanelButton } from "./bulk-panel-button.tsx";
import { BulkPanel } from "./bulk-panel.tsx";
import type { BulkAction } from "./bulk-query.ts";
import type { BulkTab } from "./bulk-tabs.ts";
import { anEnded, anOperation } from "./test-operations.ts";

const ALL = "GET /dashboard-api/bulk-operations";
const RETRY = "/2025-07-01/bulk/events/retry";
const CANCEL = "/2025-07-01/bulk/events/cancel";
const ESTIMATE = "GET /dashboard-api/bulk-operations/event-retry-estimate";
const connection = aConnection(1);
const DATED = { created_at: { gte: "2026-11-14T00:00:00.000Z" } };

let api: TestApi;
afterEach(() => api.restore());

interface Host {
  tab?: BulkTab;
  type?: BulkAction;
  query?: Record<string, unknown>;
  isCounted?: boolean;
}

function Events({ tab, type, query, isCounted = false }: Host) {
  const [shown, setShown] = useState(tab);
  return (
    <div className="flex min-h-0 flex-1">
      <main className="flex-1">
        <h1>Events</h1>
        {type ? (
          <BulkButton
            type={type}
            hasFilters={query !== undefined}
            isCounted={isCounted}
            isPrimary
            queryOf={() => query ?? {}}
            onStarted={() => setShown("ongoing")}
          />
        ) : null}
        <BulkPanelButton
          isOpen={shown !== undefined}
          onToggle={() => setShown(shown ? undefined : "ongoing")}
        />
      </main>
      {shown ? <BulkPanel tab={shown} onTab={setShown} onClose={() => setShown(undefined)} /> : null}
    </div>
  );
}

function routesOf(host: Host) {
  return (app: AnyRoute): AnyRoute[] => [
    createRoute({
      getParentRoute: () => app,
      path: "events",
      component: () => <Events {...host} />,
    }),
  ];
}

/** Like the server: each call gets the operations that it asks for. */
function operations(all: readonly BulkOperation[]) {
  return (url: URL) => {
    const type = url.searchParams.get("type");
    const ofType = all.filter((one) => type === null || one.type === type);
    const isOngoing = url.searchParams.get("in_progress") === "true";
    return {
      ...aPageOf(ofType.filter((one) => one.in_progress === isOngoing)),
      totals: {
        ongoing: ofType.filter((one) => one.in_progress).length,
        ended: ofType.filter((one) => !one.in_progress).length,
      },
    };
  };
}

async function open(host: Host, answers: Answers = {}, role: "owner" | "viewer" = "owner") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /2025-07-01/connections": aPageOf([connection]),
    [ALL]: operations([]),
    [`GET ${RETRY}`]: aPageOf([]),
    [`GET ${CANCEL}`]: aPageOf([]),
    [ESTIMATE]: { FAILED: 186, CANCELLED: 0, SUCCESSFUL: 0 },
    [`GET ${CANCEL}/plan`]: { estimated_batch: 1, estimated_count: 47 },
    ...answers,
  });
  return openScreen("/events", routesOf(host));
}

const posted = (path: string) => api.asked.find(({ call }) => call === `POST ${path}`)?.body;

test("a bulk retry shows its count and its warnings, begins, and leads to the ongoing ones", async () => {
  const query = { ...DATED, status: ["FAILED"], webhook_id: [connection.id] };
  const begun = anOperation(41, { progress: 0, completed_count: 0 });
  const { screen } = await open(
    { type: "events.retry", query },
    {
      [`POST ${RETRY}`]: () => {
        api.answers[ALL] = operations([begun]);
        return begun;
      },
    },
  );

  await screen.getByRole("button", { name: "Bulk retry" }).click();
  await expect.element(screen.getByText("An estimated 186 events will be retried.")).toBeVisible();
  await expect.element(screen.getByRole("checkbox", { name: "Failed: 186" })).toBeChecked();
  await expect.element(screen.getByText("stripe → orders-api")).toBeVisible();
  await screen.getByRole("button", { name: "Retry 186" }).click();

  await expect.element(screen.getByText("Events queued for retry")).toBeVisible();
  expect(posted(RETRY)).toEqual({ query });
  await expect
    .element(screen.getByRole("tab", { name: /^Ongoing ?1$/ }))
    .toHaveAttribute("aria-selected", "true");
  await expect.element(screen.getByRole("heading", { name: "Bulk retry #41" })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Bulk operations 1 ongoing" })).toBeVisible();
});

test("while no status is chosen, the dialog names the filters of the list", async () => {
  const { screen } = await open(
    { type: "events.retry", query: { ...DATED, status: ["SUCCESSFUL"] } },
    { [ESTIMATE]: { FAILED: 0, CANCELLED: 0, SUCCESSFUL: 147 } },
  );
  await screen.getByRole("button", { name: "Bulk retry" }).click();
  const filters = screen.getByRole("dialog").getByRole("list", { name: "Filters" });
  const delivered = screen.getByRole("checkbox", { name: "Already delivered: 147" });

  await expect.element(filters).toHaveTextContent(/Status Successful/);
  await delivered.click();
  await expect.element(screen.getByRole("button", { name: "Retry 147" })).toBeVisible();
  await delivered.click();

  await expect.element(screen.getByText("None of these events has failed.")).toBeVisible();
  await expect.element(filters).toHaveTextContent(/Status Successful/);
});

test("delivered events are sent again only if a person asks for them", async () => {
  const { screen } = await open(
    { type: "events.retry", query: { ...DATED, webhook_id: [connection.id] }, isCounted: true },
    {
      [ESTIMATE]: { FAILED: 12, CANCELLED: 3, SUCCESSFUL: 147 },
      [`POST ${RETRY}`]: anOperation(41),
    },
  );
  await screen.getByRole("button", { name: "Retry 12" }).click();
  await expect.element(screen.getByText("An estimated 12 events will be retried.")).toBeVisible();
  await expect
    .element(screen.getByText(/delayed or paused are left out: their attempt is still to come/))
    .toBeVisible();
  await expect.element(screen.getByRole("checkbox", { name: "Failed: 12" })).toBeChecked();
  await expect.element(screen.getByRole("checkbox", { name: "Cancelled: 3" })).not.toBeChecked();
  const delivered = screen.getByRole("checkbox", { name: "Already delivered: 147" });
  await expect.element(delivered).not.toBeChecked();

  await delivered.click();
  await screen.getByRole("button", { name: "Retry 159" }).click();

  await expect
    .poll(() => posted(RETRY))
    .toEqual({ query: { ...DATED, webhook_id: [connection.id], status: ["FAILED", "SUCCESSFUL"] } });
});

test("where all events were delivered, no button offers a number, and the dialog asks", async () => {
  const { screen } = await open(
    { type: "events.retry", query: DATED, isCounted: true },
    { [ESTIMATE]: { FAILED: 0, CANCELLED: 0, SUCCESSFUL: 147 } },
  );
  await expect.poll(() => api.asked.some(({ call }) => call.startsWith(ESTIMATE))).toBe(true);
  await screen.getByRole("button", { name: "Bulk retry" }).click();

  await expect.element(screen.getByText("None of these events has failed.")).toBeVisible();
  const confirm = screen.getByRole("button", { name: "Retry 0" });
  await expect.element(confirm).toHaveAttribute("data-tooltip", "Choose which events to retry.");
  await screen.getByRole("checkbox", { name: "Already delivered: 147" }).click();
  await expect.element(screen.getByRole("button", { name: "Retry 147" })).toBeEnabled();
});

test("a bulk cancel says which events can be cancelled, and why it could not begin", async () => {
  const refused = { code: "UNPROCESSABLE_ENTITY", status: 422, message: "Nothing matches this query." };
  const { screen } = await open(
    { type: "events.cancel", query: { ...DATED, status: ["SUCCESSFUL"] } },
    { [`POST ${CANCEL}`]: () => Response.json(refused, { status: 422 }) },
  );

  await screen.getByRole("button", { name: "Bulk cancel" }).click();
  await expect
    .element(
      screen.getByText(
        "Only events that are either queued, paused, delayed, or have future scheduled attempts can be cancelled. Events not matching that criteria are excluded from the bulk cancel operation.",
      ),
    )
    .toBeVisible();
  await screen.getByRole("button", { name: "Cancel 47" }).click();

  await expect.element(screen.getByText("Failed to queue events for cancellation")).toBeVisible();
  await expect.element(screen.getByText("Nothing matches this query.")).toBeVisible();
});

test("nothing to act on, and an identical operation, are reasons not to begin", async () => {
  const { screen } = await open(
    { type: "events.retry", query: DATED },
    { [ESTIMATE]: { FAILED: 0, CANCELLED: 0, SUCCESSFUL: 0 } },
  );
  await screen.getByRole("button", { name: "Bulk retry" }).click();

  const confirm = screen.getByRole("button", { name: "Retry 0" });
  await expect.element(confirm).toHaveAttribute("data-tooltip", "Nothing matches those filters.");
  api.answers[`GET ${RETRY}`] = aPageOf([anOperation(4)]);

  await expect.element(screen.getByText("An identical bulk operation is already ongoing.")).toBeVisible();
  await expect
    .element(confirm)
    .toHaveAttribute("data-tooltip", "An identical bulk operation is already ongoing.");
});

test("an estimate that fails says so, and can be tried again", async () => {
  const { screen } = await open(
    { type: "events.retry", query: DATED },
    { [ESTIMATE]: () => new Response("", { status: 503 }) },
  );
  await screen.getByRole("button", { name: "Bulk retry" }).click();
  await expect.element(screen.getByText("The estimate could not be loaded.")).toBeVisible();

  api.answers[ESTIMATE] = { FAILED: 1, CANCELLED: 0, SUCCESSFUL: 0 };
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByText("An estimated 1 event will be retried.")).toBeVisible();
});

test("without filters, and for viewers, there is no bulk action", async () => {
  const first = await open({ type: "events.retry" });
  await expect
    .element(first.screen.getByRole("button", { name: "Bulk retry" }))
    .toHaveAttribute("data-tooltip", "Choose a filter first.");
  await first.screen.unmount();
  api.restore();

  const { screen } = await open(
    { type: "events.retry", query: DATED, tab: "ongoing" },
    { [ALL]: operations([anOperation(1)]) },
    "viewer",
  );
  for (const name of ["Bulk retry", "Abort bulk retry #1"])
    await expect
      .element(screen.getByRole("button", { name, exact: true }))
      .toHaveAttribute("data-tooltip", expect.stringContaining("member role"));
});

test("an ongoing operation shows its progress, leads to its events, and can be aborted", async () => {
  const running = anOperation(41);
  const { screen } = await open(
    { tab: "ongoing" },
    {
      [ALL]: operations([running]),
      [`POST /dashboard-api/bulk-operations/${running.id}/cancel`]: () => {
        const aborted = anEnded(41, { cancelled_at: "2026-11-14T14:00:26.000Z" });
        api.answers[ALL] = operations([aborted]);
        return aborted;
      },
    },
  );

  await expect
    .element(screen.getByRole("progressbar", { name: "Bulk retry #41" }))
    .toHaveAttribute("aria-valuenow", "63");
  await expect.element(screen.getByText("1,355 of 2,130 events")).toBeVisible();
  await expect.element(screen.getByText("started by Ada")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "View events" }))
    .toHaveAttribute("href", "/events?bulk_retry_id=bch_41");
  await screen.getByRole("button", { name: "Abort bulk retry #41" }).click();

  await expect.element(screen.getByText("Aborted bulk retry #41")).toBeVisible();
  await expect.element(screen.getByText("Nothing is ongoing.")).toBeVisible();
  const finished = screen.getByRole("region", { name: "Last finished" });
  await expect
    .element(finished.getByRole("row", { name: /Bulk retry #41 .* Aborted at 63 %/ }))
    .toBeVisible();
  await finished.getByRole("button", { name: "All history" }).click();
  await expect
    .element(screen.getByRole("tab", { name: /^History ?1$/ }))
    .toHaveAttribute("aria-selected", "true");
  await expect.element(screen.getByText("at 63 %")).toBeVisible();
});

test("an operation that has just ended shows its outcome as soon as it is counted, and so does the button", async () => {
  const ended = { completed_at: "2026-11-14T14:00:09.000Z", completed_count: 27, estimated_count: 27 };
  const { screen } = await open(
    { tab: "ongoing", type: "events.retry", query: DATED, isCounted: true },
    {
      [ALL]: operations([anEnded(7, { ...ended, is_settling: true })]),
      [ESTIMATE]: { FAILED: 0, CANCELLED: 0, SUCCESSFUL: 15 },
    },
  );
  const finished = screen.getByRole("region", { name: "Last finished" });
  await expect.element(finished.getByText("Completed")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Bulk retry", exact: true })).toBeVisible();

  api.answers[ESTIMATE] = { FAILED: 12, CANCELLED: 0, SUCCESSFUL: 15 };
  api.answers[ALL] = operations([anEnded(7, { ...ended, outcome: { delivered: 15, failed_again: 12 } })]);

  await expect.element(finished.getByText("12 failed again")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Retry 12" })).toBeVisible();
});

test("an abort that comes too late says so", async () => {
  const refused = { code: "BAD_REQUEST", status: 400, message: "This bulk operation has ended." };
  const { screen } = await open(
    { tab: "ongoing" },
    {
      [ALL]: operations([anOperation(12, { type: "events.cancel" })]),
      "POST /dashboard-api/bulk-operations/bch_12/cancel": () => Response.json(refused, { status: 400 }),
    },
  );

  await screen.getByRole("button", { name: "Abort bulk cancel #12" }).click();

  await expect.element(screen.getByText("Failed to cancel bulk cancel #12")).toBeVisible();
});

test("the history has each outcome, unfolds, turns its pages, and is narrowed by type", async () => {
  const ended = [
    anEnded(42, {
      completed_at: "2026-11-14T14:00:09.000Z",
      completed_count: 27,
      outcome: { delivered: 15, failed_again: 12 },
    }),
    anEnded(40, {
      completed_at: "2026-11-14T14:00:09.000Z",
      completed_count: 136,
      outcome: { delivered: 136, failed_again: 0 },
      started_by: { kind: "api_key", name: "ci" },
    }),
    anEnded(39, { cancelled_at: "2026-11-14T14:00:26.000Z", completed_count: 1204, progress: 0.3 }),
    anEnded(38, { type: "requests.retry", completed_count: 0 }),
  ];
  const { screen } = await open(
    { tab: "history" },
    {
      [ALL]: (url: URL) => {
        const answer = operations(ended)(url);
        return { ...answer, pagination: { ...answer.pagination, next: "n1" } };
      },
    },
  );

  await expect
    .element(
      screen.getByRole("row", { name: /Bulk retry #42 .*Ada .* 27 events 12 failed again 15 delivered/ }),
    )
    .toBeVisible();
  await expect
    .element(screen.getByRole("row", { name: /Bulk retry #40 .*API key ci .* 136 events Completed in 9 s/ }))
    .toBeVisible();
  await expect
    .element(screen.getByRole("row", { name: /1,204 of 2,130 events Aborted at 30 %/ }))
    .toBeVisible();
  await expect.element(screen.getByRole("row", { name: /0 of 2,130 requests Failed/ })).toBeVisible();
  await screen.getByRole("button", { name: "Details of bulk retry #39" }).click();
  await expect.element(screen.getByText(/^Aborted after 26 s\. 926 events were not retried\./)).toBeVisible();

  await screen.getByRole("button", { name: "Next" }).click();
  await expect
    .poll(() => api.asked.some(({ call }) => call.includes("limit=5") && call.includes("next=n1")))
    .toBe(true);
  await screen.getByRole("button", { name: "Type any" }).click();
  await screen.getByRole("menuitemradio", { name: "Cancellations of events" }).click();

  await expect.element(screen.getByText("No bulk cancellations")).toBeVisible();
});

test("a panel that cannot be loaded says so; closing it gives the focus back", async () => {
  const { screen } = await open({ tab: "ongoing" }, { [ALL]: () => new Response("", { status: 503 }) });

  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  await screen.getByRole("button", { name: "Close panel" }).click();

  await expect.element(screen.getByRole("button", { name: "Bulk operations" })).toHaveFocus();
  expect(screen.getByRole("complementary").elements()).toHaveLength(0);
});
