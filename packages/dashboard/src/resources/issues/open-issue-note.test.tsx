import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { answerApi, type Answers, type TestApi } from "../api/test-api.ts";
import { aConnection } from "../connections/test-connections.ts";
import { openScreen } from "../test-screen.tsx";
import { anExecution } from "../transformations/test-transformations.ts";
import { TabLinks } from "../../ui/entity-page/tab-links.tsx";
import { OpenIssueNote } from "./open-issue-note.tsx";
import {
  aBackpressureIssue,
  aDeliveryIssue,
  aRequestIssue,
  aTransformationIssue,
  issueId,
} from "./test-issues.ts";

const OPEN = "GET /dashboard-api/open-issues";
const ID = aConnection(1).id;

let api: TestApi;
afterEach(() => api.restore());

async function openNote(answer: Answers[string], width = 1280) {
  api = answerApi({ [OPEN]: answer });
  const opened = await openScreen("/", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "/",
      component: () => (
        <>
          <TabLinks label="Thing" aside={<OpenIssueNote id={ID} />}>
            <span>Overview</span>
            <span>Settings</span>
          </TabLinks>
          <main>Below</main>
        </>
      ),
    }),
    createRoute({ getParentRoute: () => app, path: "issues/", component: () => null }),
    createRoute({ getParentRoute: () => app, path: "issues/$id", component: () => null }),
  ]);
  await page.viewport(width, 800);
  return opened;
}

/** Null is a reply here: nothing is open. */
const none = () => Response.json(null);

test.each([
  [aDeliveryIssue(1), "orders-api", "orders-api answered 503 Service Unavailable"],
  [
    aTransformationIssue(1, {
      data: {
        transformation_execution: {
          ...anExecution(1),
          logs: [{ type: "error", message: "sku is undefined" }],
        },
      },
    }),
    "normalise",
    "normalise logged fatal: sku is undefined",
  ],
  [aBackpressureIssue(1), "legacy-erp", "legacy-erp backlog takes over 10 min to clear"],
  [aRequestIssue(1), "stripe", "stripe rejects requests: Authentication Failed"],
])("an issue is one line with what is wrong, since when, and its page: $type", async (first, name, title) => {
  const { screen } = await openNote({ first, name, count: 1 });

  const link = screen.getByRole("link", { name: title });
  await expect.element(link).toHaveAttribute("href", `/issues/${issueId(1)}`);
  await expect.element(link).toHaveAttribute("data-tooltip", `Open issue: ${title}`);
  await expect.element(screen.getByText(/^since Nov 14 \d\d:00$/)).toBeVisible();
  expect(screen.getByText(/more$/).elements()).toHaveLength(0);
  expect(api.asked[0]?.call).toBe(`${OPEN}?concerns=${ID}`);
});

test("an issue of today has a time without a date", async () => {
  const opened_at = new Date().toISOString();
  const { screen } = await openNote({ first: aDeliveryIssue(1, { opened_at }), name: "a", count: 1 });

  await expect.element(screen.getByText(/^since \d\d:\d\d$/)).toBeVisible();
});

test.each([
  ["OPENED", ""],
  ["ACKNOWLEDGED", "&tab=ACKNOWLEDGED"],
] as const)("others lead to the list of all, in the tab of the first: %s", async (status, tab) => {
  const { screen } = await openNote({ first: aDeliveryIssue(1, { status }), name: "a", count: 1_205 });

  await expect
    .element(screen.getByRole("link", { name: "and 1,204 more" }))
    .toHaveAttribute("href", `/issues?concerns=${ID}${tab}`);
});

test("the line comes and goes by itself, and nothing below it moves", async () => {
  const { screen, client } = await openNote(none);
  const top = () => screen.getByText("Below").element().getBoundingClientRect().top;
  await expect.poll(() => api.asked.length).toBe(1);
  const before = top();
  const poll = client.getQueryCache().find({ queryKey: ["issues", "open", ID] })?.observers[0]?.options;
  expect(poll?.refetchInterval).toBeTypeOf("function");

  api.answers[OPEN] = { first: aDeliveryIssue(1), name: "orders-api", count: 2 };
  await client.invalidateQueries({ queryKey: ["issues", "open"] });
  await expect.element(screen.getByRole("link", { name: /answered 503/ })).toBeVisible();
  expect(top()).toBe(before);

  api.answers[OPEN] = none;
  await client.invalidateQueries({ queryKey: ["issues", "open"] });
  await expect.element(screen.getByRole("link", { name: /answered 503/ })).not.toBeInTheDocument();
  expect(top()).toBe(before);
});

test("on a phone one word is left, and the page does not become wider", async () => {
  const { screen } = await openNote(
    { first: aDeliveryIssue(1), name: "orders-api".repeat(9), count: 3 },
    300,
  );

  await expect.element(screen.getByText(/^Issue/)).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: /^Issue ?: orders-api.* answered 503/ }))
    .toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(300);
});

test("a failed answer shows nothing", async () => {
  const { screen } = await openNote(() => Response.json({}, { status: 500 }));

  await expect.poll(() => api.asked.length).toBe(1);
  expect(screen.getByRole("link").elements()).toHaveLength(0);
});
