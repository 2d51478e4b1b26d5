import type { Issue } from "@posthorn/contract/issues";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { anOperation } from "../../resources/bulk/test-operations.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { anAttempt, anEvent } from "../../resources/events/test-events.ts";
import { aTrigger, TRIGGER_ID } from "../../resources/issue-triggers/test-issue-triggers.ts";
import {
  aBackpressureIssue,
  aDeliveryIssue,
  aRequestIssue,
  aTransformationIssue,
  issueId,
} from "../../resources/issues/test-issues.ts";
import { aMetricsReply, metricAnswers, rowsFor } from "../../resources/metrics/test-metrics.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import {
  anExecution,
  aTransformation,
  TRANSFORMATION_ID,
} from "../../resources/transformations/test-transformations.ts";
import { IssueExecutions } from "./issue-executions.tsx";
import { IssueOverview } from "./issue-overview.tsx";
import { IssuePage } from "./issue-page.tsx";
import { IssueSearch } from "./issue-url.ts";

const ID = issueId(1);
const ONE = `/2025-07-01/issues/${ID}`;
const EXECUTIONS = `/dashboard-api/transformations/${TRANSFORMATION_ID}/executions`;
const EVENT = anEvent(1);
const CONNECTION = aConnection(1);

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  const page = createRoute({ getParentRoute: () => app, path: "issues/$id", component: IssuePage });
  const overview = createRoute({
    getParentRoute: () => page,
    path: "/",
    validateSearch: IssueSearch,
    component: IssueOverview,
  });
  const executions = createRoute({
    getParentRoute: () => page,
    path: "executions",
    validateSearch: IssueSearch,
    component: IssueExecutions,
  });
  return [page.addChildren([overview, executions])];
}

const NO_BARS = {
  is_available: true,
  granularity: "hour",
  from: "2026-11-14T14:00:00.000Z",
  step_ms: 3_600_000,
  steps: 1,
  rows: [],
};

const NO_CHANGES = {
  first_seen_at: "2026-11-14T14:00:00.000Z",
  reopened_at: null,
  changes: [],
  markers: [],
  has_more: false,
};

async function open(
  issue: Issue | undefined,
  answers: Answers = {},
  address = "",
  role: "member" | "viewer" = "member",
) {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /2025-07-01/connections": aPageOf([CONNECTION]),
    [`GET /2025-07-01/connections/${CONNECTION.id}`]: CONNECTION,
    "GET /2025-07-01/sources": aPageOf([CONNECTION.source]),
    "GET /2025-07-01/destinations": aPageOf([CONNECTION.destination]),
    "GET /2025-07-01/transformations": aPageOf([aTransformation()]),
    [`GET /2025-07-01/issue-triggers/${TRIGGER_ID}`]: aTrigger(),
    "GET /dashboard-api/bulk-operations": { ...aPageOf([]), totals: { ongoing: 0, ended: 0 } },
    "GET /dashboard-api/histograms/events": NO_BARS,
    "GET /dashboard-api/histograms/requests": NO_BARS,
    "GET /dashboard-api/histograms/executions": NO_BARS,
    "GET /dashboard-api/histograms/ignored-events": NO_BARS,
    ...metricAnswers(() => aMetricsReply([])),
    [`GET /dashboard-api/issues/${ID}/planned-retries`]: { count: 0, is_more: false, next_attempt_at: null },
    [`GET /2025-07-01/destinations/${CONNECTION.destination.id}`]: CONNECTION.destination,
    [`GET /2025-07-01/sources/${CONNECTION.source.id}`]: CONNECTION.source,
    [`GET /2025-07-01/transformations/${TRANSFORMATION_ID}`]: aTransformation(),
    [`GET /dashboard-api/issues/${ID}/changes`]: NO_CHANGES,
    [`GET ${ONE}`]: issue,
    ...answers,
  });
  return openScreen(`/issues/${ID}${address}`, routes);
}

const asked = (path: string) =>
  api.asked.filter(({ call }) => call.startsWith(`GET ${path}?`)).map(({ call }) => call);

test("a delivery issue says what is wrong, what helps, and to what it belongs", async () => {
  const { screen } = await open(aDeliveryIssue(1));

  await expect
    .element(screen.getByRole("heading", { name: "orders-api answered 503 Service Unavailable", level: 1 }))
    .toBeVisible();
  await expect.element(screen.getByText(/Check that the server is up/)).toBeVisible();
  const properties = screen.getByRole("region", { name: "Properties" });
  await expect.element(properties).toHaveTextContent("StatusOpen");
  await expect
    .element(properties.getByRole("link", { name: "stripe → orders-api" }))
    .toHaveAttribute("href", `/connections/${CONNECTION.id}`);
  await expect
    .element(properties.getByRole("link", { name: "checkout-critical" }))
    .toHaveAttribute("href", `/issue-triggers/${TRIGGER_ID}`);
  await expect
    .element(screen.getByRole("link", { name: "View all events" }))
    .toHaveAttribute("href", `/events?issue_id[0]=${ID}`);
});

const RETRIES = `GET /dashboard-api/issues/${ID}/planned-retries`;

test("the first line says what waits, and when the next retry is", async () => {
  const next_attempt_at = new Date(Date.now() + 3_600_000).toISOString();
  const { screen } = await open(aDeliveryIssue(1), {
    [RETRIES]: { count: 1204, is_more: false, next_attempt_at },
  });

  await expect
    .element(screen.getByText(/^orders-api answers 503 since /))
    .toHaveTextContent(/; 1,204 events wait, the next retry is at .*\d\d:\d\d$/);
  await expect
    .element(screen.getByRole("link", { name: "1,204 events wait" }))
    .toHaveAttribute("href", `/events?issue_id[0]=${ID}&scheduled_attempts=true`);
});

test.each([
  [
    "is due",
    { count: 1, is_more: false, next_attempt_at: "2026-11-14T14:00:00.000Z" },
    /; 1 event waits, the next retry is due now$/,
  ],
  [
    "has many",
    { count: 10_000, is_more: true, next_attempt_at: "2026-11-14T14:00:00.000Z" },
    /; 10,000\+ events wait/,
  ],
  ["has none", { count: 0, is_more: false, next_attempt_at: null }, /; no retry is planned$/],
  ["is not known", { count: 0, is_more: true, next_attempt_at: null }, /since [\w ]*\d\d:\d\d$/],
])("the first line is true when the next retry %s", async (_when, retries, words) => {
  const { screen } = await open(aDeliveryIssue(1), { [RETRIES]: retries });

  await expect.element(screen.getByText(/^orders-api answers 503 since /)).toHaveTextContent(words);
});

test("what is over is said in the past, and nothing waits", async () => {
  const { screen } = await open(aDeliveryIssue(1, { status: "RESOLVED" }));

  await expect
    .element(screen.getByText(/^orders-api answered 503 Service Unavailable, last seen at /))
    .toBeVisible();
  expect(api.asked.map(({ call }) => call)).not.toContain(RETRIES);
});

test("the address opens what to check, a button does too, and both lead back", async () => {
  const { screen, router } = await open(aDeliveryIssue(1), {}, "?troubleshoot=true");

  const panel = screen.getByRole("dialog", { name: "Troubleshoot" });
  await expect
    .element(panel.getByRole("link", { name: "Events that failed alike" }))
    .toHaveAttribute("href", expect.stringContaining("response_status[gte]=503&response_status[lte]=503"));
  await panel.getByRole("button", { name: "Back to the issue" }).click();
  await expect.element(panel).not.toBeInTheDocument();
  expect(router.state.location.search).not.toHaveProperty("troubleshoot");
  await screen.getByRole("link", { name: "Troubleshoot" }).click();

  await expect.element(panel).toBeVisible();
  expect(router.state.location.search).toMatchObject({ troubleshoot: "true" });
});

test.each([
  ["a backlog", aBackpressureIssue(1), "Queued events"],
  ["code", aTransformationIssue(1), "See the executions"],
  ["rejected requests", aRequestIssue(1), "Source settings"],
])("there is something to check about %s too", async (_what, issue, link) => {
  const { screen } = await open(issue, {}, "?troubleshoot=true");

  await expect
    .element(screen.getByRole("dialog", { name: "Troubleshoot" }).getByRole("link", { name: link }).first())
    .toBeVisible();
});

test.each([
  ["a delivery", aDeliveryIssue(1), "Edit orders-api", `/destinations/${CONNECTION.destination.id}/settings`],
  [
    "a backlog",
    aBackpressureIssue(1),
    "Edit orders-api",
    `/destinations/${CONNECTION.destination.id}/settings`,
  ],
  ["code", aTransformationIssue(1), "Edit code", `/transformations/${TRANSFORMATION_ID}/edit`],
  ["rejected requests", aRequestIssue(1), "Edit stripe", `/sources/${CONNECTION.source.id}/settings`],
])("the first lines of %s lead to what may be wrong", async (_what, issue, name, href) => {
  const { screen } = await open(issue);

  await expect.element(screen.getByRole("link", { name, exact: true })).toHaveAttribute("href", href);
});

const bars = () => asked("/dashboard-api/histograms/events");

test("the bars show failed events only, until a person wants all", async () => {
  const { screen } = await open(aDeliveryIssue(1));
  await expect.poll(() => bars()[0]).toContain("status[0]=FAILED");
  expect(bars()[0]).toContain(`issue_id[0]=${ID}`);

  await screen.getByRole("switch", { name: "Failed only" }).click();

  await expect.poll(() => bars().at(-1)).not.toContain("status");
});

test("the sample has what was sent and what came back, by a tab in the address", async () => {
  const attempt = anAttempt(1, { body: "upstream is down" });
  const { screen, router } = await open(
    aDeliveryIssue(1, {
      reference: { event_id: EVENT.id, attempt_id: attempt.id },
      data: { trigger_event: EVENT, trigger_attempt: attempt },
    }),
    {
      [`GET /2025-07-01/events/${EVENT.id}`]: EVENT,
      [`GET /2025-07-01/attempts/${attempt.id}`]: attempt,
    },
  );

  await screen.getByRole("tab", { name: "Response" }).click();

  await expect.element(screen.getByText("upstream is down")).toBeVisible();
  expect(router.state.location.search).toMatchObject({ tab: "response" });
  await expect
    .element(screen.getByRole("link", { name: EVENT.id }))
    .toHaveAttribute("href", `/events/${EVENT.id}`);
});

test("a sample that retention has deleted says so", async () => {
  const { screen } = await open(aDeliveryIssue(1));

  await expect.element(screen.getByText(/past your archival period of 7 days/)).toBeVisible();
});

test("the page offers what is next, and the menu the rest", async () => {
  let issue = aDeliveryIssue(1);
  const { screen } = await open(undefined, {
    [`GET ${ONE}`]: () => issue,
    [`PATCH ${ONE}`]: (_url: URL, body: unknown) => {
      // Safe: the page sends a status.
      issue = { ...issue, ...(body as Pick<Issue, "status">) };
      return issue;
    },
    [`DELETE ${ONE}`]: () => {
      issue = { ...issue, status: "IGNORED", dismissed_at: "2026-11-15T15:00:00.000Z" };
      return issue;
    },
  });

  await screen.getByRole("button", { name: "Acknowledge" }).click();
  await expect.element(screen.getByText("Issue status updated")).toBeVisible();
  await screen.getByRole("button", { name: "Resolve" }).click();
  await expect.element(screen.getByRole("button", { name: "Dismiss" })).toBeVisible();
  await screen.getByRole("button", { name: "Dismiss" }).click();
  await expect.element(screen.getByRole("button", { name: "Reopen" })).toBeVisible();
  await screen.getByRole("button", { name: "Actions" }).click();

  await expect.element(screen.getByRole("menuitem", { name: /^Resolve/ })).toBeVisible();
  await expect.element(screen.getByRole("menuitem", { name: /^Dismiss/ })).not.toBeInTheDocument();
});

test("while its events are retried, the page shows how far that is", async () => {
  const { screen } = await open(aDeliveryIssue(1), {
    "GET /dashboard-api/bulk-operations": {
      ...aPageOf([
        anOperation(1, { query: { issue_id: [ID] } }),
        anOperation(2, { query: { issue_id: [issueId(2)] } }),
      ]),
      totals: { ongoing: 2, ended: 0 },
    },
  });

  const retry = screen.getByRole("region", { name: "Retry in progress" });
  await expect.element(retry.getByRole("progressbar")).toBeVisible();
  expect(retry.getByRole("progressbar").all()).toHaveLength(1);
});

test("a retry that was started elsewhere is shown too, also behind many others", async () => {
  let ongoing = 0;
  const { screen } = await open(aDeliveryIssue(1), {
    "GET /dashboard-api/bulk-operations": (url: URL) => ({
      ...aPageOf(
        Array.from({ length: ongoing }, (_each, at) =>
          anOperation(at + 1, { query: { issue_id: at === 7 ? ID : issueId(2) } }),
        ).slice(0, Number(url.searchParams.get("limit"))),
      ),
      totals: { ongoing, ended: 0 },
    }),
  });
  const retry = screen.getByRole("region", { name: "Retry in progress" });
  await expect.element(screen.getByRole("link", { name: "Troubleshoot" })).toBeVisible();
  await expect.element(retry).not.toBeInTheDocument();

  ongoing = 8;

  await expect.element(retry.getByRole("progressbar"), { timeout: 15_000 }).toBeVisible();
});

test("code that failed has cost events, and its page shows them first", async () => {
  const execution = anExecution(1, {
    log_level: "fatal",
    logs: [{ type: "error", message: "sku is undefined" }],
  });
  const { screen } = await open(
    aTransformationIssue(1, {
      aggregation_keys: { transformation_id: [TRANSFORMATION_ID], log_level: ["fatal"] },
      reference: { transformation_execution_id: execution.id },
      data: { transformation_execution: execution },
    }),
    { [`GET ${EXECUTIONS}/${execution.id}`]: execution },
  );

  await expect
    .element(screen.getByRole("heading", { name: "normalise-order logged fatal: sku is undefined" }))
    .toBeVisible();
  await expect
    .element(screen.getByRole("tab", { name: "Ignored Events" }))
    .toHaveAttribute("aria-selected", "true");
  await expect
    .poll(() => asked("/dashboard-api/histograms/ignored-events")[0])
    .toContain(`issue_id[0]=${ID}`);
  await screen.getByRole("tab", { name: "Executions" }).click();
  await expect.poll(() => asked("/dashboard-api/histograms/executions")[0]).toContain(`issue_id[0]=${ID}`);
  await expect.element(screen.getByRole("region", { name: "Transformation execution" })).toBeVisible();
});

test("code that only warned has cost none", async () => {
  const { screen } = await open(
    aTransformationIssue(1, {
      aggregation_keys: { transformation_id: [TRANSFORMATION_ID], log_level: ["warn"] },
    }),
  );

  await expect.element(screen.getByRole("tab", { name: "Executions" })).toBeVisible();
  await expect.element(screen.getByRole("tab", { name: "Ignored Events" })).not.toBeInTheDocument();
  await expect.element(screen.getByRole("button", { name: /retry/i })).not.toBeInTheDocument();
});

test("the executions of the issue have a tab of their own, and one is open beside the list", async () => {
  const executions = [anExecution(2), anExecution(1)];
  const answers = executions.map((one) => [`GET ${EXECUTIONS}/${one.id}`, one]);
  const { screen, router } = await open(
    aTransformationIssue(1),
    { [`GET ${EXECUTIONS}`]: aPageOf(executions), ...Object.fromEntries(answers) },
    "/executions",
  );

  await expect.poll(() => asked(EXECUTIONS)[0]).toContain(`issue_id[0]=${ID}`);
  await expect.element(screen.getByRole("region", { name: "Transformation execution" })).toBeVisible();
  await screen.getByRole("row").nth(2).click();

  await expect
    .poll(() => router.state.location.search)
    .toMatchObject({ selected_execution_id: anExecution(1).id });
});

test("a backlog has its numbers, and each chart can fill the page", async () => {
  const { screen, router } = await open(aBackpressureIssue(1));

  await expect
    .element(screen.getByRole("heading", { name: "orders-api backlog takes over 10 min to clear", level: 1 }))
    .toBeVisible();
  for (const title of ["New pending events", "Delivered attempts", "Pending events", "Oldest pending event"])
    await expect.element(screen.getByRole("heading", { name: title, exact: true })).toBeVisible();
  await screen.getByRole("link", { name: "Expand Error rate" }).click();

  await expect
    .element(screen.getByRole("heading", { name: "Pending events", exact: true }))
    .not.toBeInTheDocument();
  await expect.element(screen.getByRole("heading", { name: "Error rate" })).toBeVisible();
  expect(router.state.location.search).toMatchObject({ expanded: "error-rate" });
  await screen.getByRole("link", { name: "Show all charts" }).click();
  await expect.element(screen.getByRole("heading", { name: "Pending events", exact: true })).toBeVisible();
});

const granularities = () =>
  asked("/2025-07-01/metrics/attempts").flatMap((call) => /granularity=(\w+)/.exec(call)?.[1] ?? []);

test("the charts of a backlog have the steps of the address, and a control for them", async () => {
  const { screen, router } = await open(aBackpressureIssue(1), {}, "?date[relative]=3_days&time_unit=6h");
  await expect.poll(granularities).toContain("6h");

  await screen.getByRole("button", { name: "Per 6 h" }).click();
  await screen.getByRole("menuitemradio", { name: "15 min" }).click();

  await expect.poll(granularities).toContain("15m");
  expect(router.state.location.search).toMatchObject({ time_unit: "15m" });
});

test("without a choice the charts of a backlog have hours", async () => {
  const { screen } = await open(aBackpressureIssue(1), {}, "?date[relative]=3_days");

  await expect.element(screen.getByRole("button", { name: "Per 1 h" })).toBeVisible();
  await expect.poll(granularities).toContain("1h");
});

test("the first line of a backlog has its numbers of now", async () => {
  const { screen } = await open(aBackpressureIssue(1), {
    ...metricAnswers((url) => aMetricsReply(rowsFor(url, () => 12))),
  });

  await expect
    .element(screen.getByText(/^orders-api has a backlog since /))
    .toHaveTextContent(/; 12 events wait, it takes 12 a minute and gets 12$/);
  await expect.element(screen.getByText(/The backlog would take 1 min to clear/)).toBeVisible();
});

test("what comes in and what goes out is one chart", async () => {
  const { screen } = await open(aBackpressureIssue(1), {
    ...metricAnswers((url) => aMetricsReply(rowsFor(url, () => 12))),
  });

  const charts = screen.getByRole("region", { name: "Charts" });
  await expect
    .poll(() =>
      charts
        .getByRole("heading")
        .all()
        .map((heading) => heading.element().textContent),
    )
    .toEqual(["Events rate over time", "Project throughput", "Attempts response time", "Error rate"]);
  await expect
    .element(charts.getByRole("figure", { name: "Events rate over time" }))
    .toHaveTextContent(/New pending.*Delivered/);
});

test("rejected requests lead to their list", async () => {
  const { screen } = await open(aRequestIssue(1));

  await expect
    .element(
      screen.getByRole("heading", { name: "stripe rejects requests: Authentication Failed", level: 1 }),
    )
    .toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "View all requests" }))
    .toHaveAttribute("href", expect.stringContaining("rejection_cause[0]=VERIFICATION_FAILED"));
});

test("what does not exist says so, with a way to all issues", async () => {
  const { screen } = await open(undefined);

  await expect.element(screen.getByRole("heading", { name: "Issue not found" })).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Go to issues" })).toHaveAttribute("href", "/issues");
});

test("a viewer reads an issue and can change nothing", async () => {
  const { screen } = await open(aDeliveryIssue(1), {}, "", "viewer");

  await expect
    .element(screen.getByRole("button", { name: "Acknowledge" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role for this."));
});
