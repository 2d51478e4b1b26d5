import type { Issue } from "@posthorn/contract/issues";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, beforeEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import {
  aBackpressureIssue,
  aDeliveryIssue,
  aRequestIssue,
  aTransformationIssue,
  issueId,
} from "../../resources/issues/test-issues.ts";
import { changePreferences } from "../../resources/preferences/preferences-store.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { aTransformation } from "../../resources/transformations/test-transformations.ts";
import { IssuesScreen } from "./issues-screen.tsx";
import { IssuesSearch } from "./issues-url.ts";

const LIST = "GET /2025-07-01/issues";
const { source, destination } = aConnection(1);

let api: TestApi;
beforeEach(() => changePreferences((preferences) => ({ ...preferences, issues_order: "last_seen_at" })));
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => app,
      path: "issues/",
      validateSearch: IssuesSearch,
      component: IssuesScreen,
    }),
    createRoute({ getParentRoute: () => app, path: "issues/$id", component: () => <h1>The issue</h1> }),
    createRoute({ getParentRoute: () => app, path: "issue-triggers/", component: () => null }),
  ];
}

async function open(
  issues: readonly Issue[],
  address = "/issues",
  answers: Answers = {},
  role: "member" | "viewer" = "member",
) {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /2025-07-01/connections": aPageOf([aConnection(1)]),
    "GET /2025-07-01/sources": aPageOf([source]),
    "GET /2025-07-01/destinations": aPageOf([destination]),
    "GET /2025-07-01/transformations": aPageOf([aTransformation()]),
    "GET /2025-07-01/issues/count": (url: URL) => ({
      count: { OPENED: 57, ACKNOWLEDGED: 4, RESOLVED: 231, IGNORED: 18 }[
        url.searchParams.get("status") ?? ""
      ],
    }),
    "GET /2025-07-01/metrics/events-by-issue": { data: [], metadata: {} },
    "GET /2025-07-01/metrics/transformations": { data: [], metadata: {} },
    [LIST]: aPageOf(issues),
    ...answers,
  });
  return openScreen(address, routes);
}

const asked = (call: string) =>
  api.asked.filter((one) => one.call.startsWith(`${call}?`)).map((one) => one.call);

test("each type says in one line what is wrong with what", async () => {
  const { screen } = await open([
    aDeliveryIssue(4),
    aTransformationIssue(3, {
      aggregation_keys: { transformation_id: [aTransformation().id], log_level: ["error"] },
    }),
    aBackpressureIssue(2),
    aRequestIssue(1),
  ]);

  const table = screen.getByRole("region", { name: "Issues" });
  await expect.element(table).toHaveTextContent("orders-api answered 503 Service Unavailable");
  await expect.element(table).toHaveTextContent("stripe → orders-api");
  await expect.element(table).toHaveTextContent("normalise-order logged error");
  await expect.element(table).toHaveTextContent("orders-api backlog takes over 10 min to clear");
  await expect.element(table).toHaveTextContent("stripe rejects requests: Authentication Failed");

  await screen.getByRole("link", { name: /answered 503/ }).click();
  await expect.element(screen.getByRole("heading", { name: "The issue" })).toBeVisible();
});

test("the tabs count their issues, and tab and type are in the address", async () => {
  const { screen, router } = await open([aDeliveryIssue(1)]);

  const tabs = screen.getByRole("navigation", { name: "Status" });
  await expect.element(tabs).toHaveTextContent("Opened57Acknowledged4Resolved231Ignored18");
  await tabs.getByRole("link", { name: /^Resolved/ }).click();
  await expect.poll(() => asked(LIST).at(-1)).toContain("status=RESOLVED");
  await screen.getByRole("button", { name: /^Type/ }).click();
  await screen.getByRole("menuitemradio", { name: "Backpressure" }).click();

  await expect.poll(() => asked(LIST).at(-1)).toContain("type=backpressure");
  expect(router.state.location.search).toEqual({ tab: "RESOLVED", type: "backpressure" });
  await expect.element(tabs.getByRole("link", { name: /^Resolved/ })).toHaveAttribute("aria-current", "page");
});

test("a link can ask for the issues of one thing, in all tabs, until a person wants them all", async () => {
  const { screen, router } = await open([aDeliveryIssue(1)], `/issues?concerns=${destination.id}`);
  const ofOne = `concerns=${destination.id}`;

  const chip = screen.getByRole("button", { name: "Filtering on orders-api" });
  await expect.element(chip).toBeVisible();
  expect(asked(LIST)[0]).toContain(ofOne);
  const counts = asked("GET /2025-07-01/issues/count");
  expect(counts.filter((call) => call.includes(ofOne)).length).toBe(counts.length);
  const tabs = screen.getByRole("navigation", { name: "Status" });
  await tabs.getByRole("link", { name: /^Resolved/ }).click();
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ tab: "RESOLVED", concerns: destination.id });

  await chip.click();

  await expect.poll(() => asked(LIST).at(-1)).not.toContain("concerns");
  expect(router.state.location.search).toEqual({ tab: "RESOLVED" });
});

test("the order is kept as a preference", async () => {
  const { screen } = await open([aDeliveryIssue(1)]);
  await expect.poll(() => asked(LIST)[0]).toContain("order_by=last_seen_at");

  await screen.getByRole("radio", { name: "First seen" }).click();
  await expect.poll(() => asked(LIST).at(-1)).toContain("order_by=first_seen_at");
  await screen.unmount();
  await open([aDeliveryIssue(1)]);

  await expect.poll(() => asked(LIST)[0]).toContain("order_by=first_seen_at");
});

test("'View more issues' adds the next page below", async () => {
  const { screen } = await open([], "/issues", {
    [LIST]: (url: URL) =>
      url.searchParams.get("next") === "b"
        ? { ...aPageOf([aRequestIssue(1)]), pagination: {} }
        : { ...aPageOf([aDeliveryIssue(2)]), pagination: { next: "b" } },
  });
  await expect.element(screen.getByText("1 of 57 open issues")).toBeVisible();

  await screen.getByRole("button", { name: "View more issues" }).click();

  await expect.element(screen.getByText("2 of 57 open issues")).toBeVisible();
  await expect.element(screen.getByRole("link", { name: /rejects requests/ })).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "View more issues" })).not.toBeInTheDocument();
  expect(asked(LIST)[0]).toContain("limit=50");
});

test("the button does what is usually next, and the menu has the rest", async () => {
  let issue = aDeliveryIssue(1);
  const one = `/2025-07-01/issues/${issueId(1)}`;
  const { screen } = await open([], "/issues", {
    [LIST]: (url: URL) =>
      aPageOf(
        url.searchParams.has("id") || url.search.includes("id[0]") || issue.status === "OPENED"
          ? [issue]
          : [],
      ),
    [`PATCH ${one}`]: (_url: URL, body: unknown) => {
      // Safe: the list sends a status.
      issue = { ...issue, ...(body as Pick<Issue, "status">) };
      return issue;
    },
    [`DELETE ${one}`]: () => Response.json({}, { status: 500 }),
  });

  await screen.getByRole("button", { name: "Acknowledge", exact: true }).click();
  await expect.element(screen.getByText("Issue status updated")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Resolve", exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Actions" }).click();
  await expect
    .poll(() =>
      screen
        .getByRole("menuitem")
        .all()
        .map((item) => item.element().textContent),
    )
    .toEqual([
      "IgnoreStays quiet when it recurs",
      "ReopenIt is not over",
      "DismissIgnored, with a date",
      "View events",
      "Copy issue ID",
    ]);
  await screen.getByRole("menuitem", { name: /^Dismiss/ }).click();

  await expect.element(screen.getByText("Failed to update issue")).toBeVisible();
});

test("an action on all applies to the listed issues", async () => {
  const answers = [1, 2].map((number) => [
    `PATCH /2025-07-01/issues/${issueId(number)}`,
    aDeliveryIssue(number, { status: "RESOLVED" }),
  ]);
  const { screen } = await open(
    [aDeliveryIssue(2), aDeliveryIssue(1)],
    "/issues",
    Object.fromEntries(answers),
  );

  await screen.getByRole("button", { name: "Acknowledge all 2" }).click();
  await screen.getByRole("menuitem", { name: /^Resolve all 2/ }).click();

  await expect.element(screen.getByText("Issues status updated")).toBeVisible();
  const changes = api.asked.filter(({ call }) => call.startsWith("PATCH"));
  expect(changes.map(({ body }) => body)).toEqual([{ status: "RESOLVED" }, { status: "RESOLVED" }]);
});

test("an action on all that fails says so", async () => {
  const { screen } = await open([aDeliveryIssue(1)]);

  await screen.getByRole("button", { name: "Acknowledge all 1" }).click();
  await screen.getByRole("menuitem", { name: /^Ignore all 1/ }).click();

  await expect.element(screen.getByText("Failed to update issues")).toBeVisible();
});

test("no issues, and a project without connections, each have their own words", async () => {
  const { screen } = await open([]);
  await expect.element(screen.getByRole("heading", { name: "No issues found" })).toBeVisible();
  await screen.unmount();

  const first = await open([], "/issues", { "GET /2025-07-01/connections": aPageOf([]) });

  await expect
    .element(first.screen.getByRole("heading", { name: "Track and resolve connection problems" }))
    .toBeVisible();
  await expect.element(first.screen.getByRole("link", { name: "Create first connection" })).toBeVisible();
});

test("a list that cannot be loaded says so", async () => {
  const { screen } = await open([], "/issues", { [LIST]: () => Response.json({}, { status: 503 }) });

  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});

test("a viewer reads issues and can change none", async () => {
  const { screen } = await open([aDeliveryIssue(1)], "/issues", {}, "viewer");

  const refused = expect.stringContaining("You need the member role for this.");
  await expect
    .element(screen.getByRole("button", { name: "Acknowledge", exact: true }))
    .toHaveAttribute("data-tooltip", refused);
  await expect
    .element(screen.getByRole("button", { name: "Acknowledge all 1" }))
    .toHaveAttribute("data-tooltip", refused);
});

test("an action on all leaves out what was changed a moment ago", async () => {
  const { screen } = await open([
    aDeliveryIssue(3),
    aDeliveryIssue(2, { status: "RESOLVED" }),
    aDeliveryIssue(1),
  ]);

  await expect.element(screen.getByRole("button", { name: "Acknowledge all 2" })).toBeVisible();
});
