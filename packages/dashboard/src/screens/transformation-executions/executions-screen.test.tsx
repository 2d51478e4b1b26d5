import { getExecutionHistogram } from "@posthorn/contract/histograms";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { pathOf } from "../../resources/api/endpoint-request.ts";
import {
  aFirstPageOf,
  answerApi,
  aPageOf,
  type Answers,
  type TestApi,
} from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { ExecutionsSearch } from "../../resources/transformations/executions-url.ts";
import {
  anExecution,
  aRun,
  aTransformation,
  TRANSFORMATION_ID,
} from "../../resources/transformations/test-transformations.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ExecutionsScreen } from "./executions-screen.tsx";

const ONE = `/2025-07-01/transformations/${TRANSFORMATION_ID}`;
const EXECUTIONS = `/dashboard-api/transformations/${TRANSFORMATION_ID}/executions`;
const LIST = `GET ${EXECUTIONS}`;
const BARS = `GET ${pathOf(getExecutionHistogram, {})}`;
const HISTOGRAM = {
  is_available: true,
  granularity: "minute",
  from: "2026-11-14T14:00:00.000Z",
  step_ms: 60_000,
  steps: 60,
};
const [first, failed] = [
  anExecution(7),
  anExecution(8, { log_level: "fatal", transformed_event_data: null }),
];
let api: TestApi;

afterEach(() => api.restore());

async function openExecutions(query = "", answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /2025-07-01/connections": aPageOf([aConnection(1)]),
    [`GET ${ONE}`]: aTransformation(),
    [LIST]: aPageOf([failed, first]),
    [BARS]: { ...HISTOGRAM, rows: [{ created_at: HISTOGRAM.from, dimension: "fatal", count: 4 }] },
    [`${LIST}/${first.id}`]: first,
    [`${LIST}/${failed.id}`]: failed,
    ...answers,
  });
  return openScreen(`/transformations/${TRANSFORMATION_ID}/executions${query}`, (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "transformations/$id/executions/",
      validateSearch: ExecutionsSearch,
      component: ExecutionsScreen,
    }),
  ]);
}

const asked = () => api.asked.filter(({ call }) => call.startsWith(`${LIST}?`)).map(({ call }) => call);

test("the list says when, how and for which connection the code ran", async () => {
  const { screen } = await openExecutions();

  await expect.element(screen.getByRole("columnheader", { name: "Executed At" })).toBeVisible();
  await expect.element(screen.getByRole("columnheader", { name: "Log Level" })).toBeVisible();
  await expect.element(screen.getByRole("columnheader", { name: "Connection" })).toBeVisible();
  await expect.element(screen.getByRole("row", { name: /Fatal/ })).toHaveTextContent("stripe → orders-api");
  await expect
    .element(screen.getByRole("link", { name: "Connections" }))
    .toHaveAttribute("href", "/connections");
  await expect.element(screen.getByRole("link", { name: "normalise-order" })).toBeVisible();
  expect(asked()[0]).toContain("limit=50");
});

test("a row opens beside the list, with what went in, what came out, the difference and the console", async () => {
  const { screen, router } = await openExecutions();

  await screen.getByRole("row", { name: /Info/ }).getByRole("link").click();
  await expect.element(screen.getByRole("tree", { name: "Input" })).toBeVisible();
  expect(router.state.location.search).toEqual({ selected_execution_id: first.id });
  await screen.getByRole("tab", { name: "Output" }).click();
  await expect.element(screen.getByRole("tree", { name: "Output" })).toHaveTextContent("seen");
  await screen.getByRole("tab", { name: /^Diff/ }).click();
  await expect.element(screen.getByRole("tab", { name: /^Diff/ })).toHaveTextContent("+2 −1");
  await expect.element(screen.getByRole("textbox", { name: "Changes by the transformation" })).toBeVisible();
  expect(router.state.location.search).toEqual({ selected_execution_id: first.id, transform_tab: "diff" });

  await expect.element(screen.getByRole("list", { name: "Console lines" })).toHaveTextContent("order 7");
  await screen.getByRole("button", { name: /^Console/ }).click();
  await expect.element(screen.getByRole("list", { name: "Console lines" })).not.toBeInTheDocument();
  await expect
    .element(screen.getByRole("link", { name: "Edit transformation" }))
    .toHaveAttribute("href", `/transformations/${TRANSFORMATION_ID}/edit?input_execution_id=${first.id}`);

  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("complementary", { name: "Execution" })).not.toBeInTheDocument();
});

test("a failed run and archived data say why there is nothing to see", async () => {
  const archived = anExecution(7, { original_event_data: null, transformed_event_data: null });
  const { screen, router } = await openExecutions(
    `?selected_execution_id=${failed.id}&transform_tab=output`,
    {
      [`${LIST}/${first.id}`]: archived,
    },
  );

  await expect
    .element(screen.getByText(/The code failed, so the connection ignored the request/))
    .toBeVisible();
  await router.navigate({ to: ".", search: { selected_execution_id: first.id } });
  await expect.element(screen.getByText(/past your archival period of 7 days/)).toBeVisible();
});

test("an output that was not kept says why, and the code can be run again on the same input", async () => {
  const ignored = anExecution(7, { transformed_event_data_id: null, transformed_event_data: null });
  const { screen } = await openExecutions(`?selected_execution_id=${first.id}&transform_tab=output`, {
    [`${LIST}/${first.id}`]: ignored,
    "PUT /dashboard-api/transformations/run": aRun(),
  });
  await expect.element(screen.getByText(/A later rule of the connection ignored the request/)).toBeVisible();
  expect(screen.getByText(/past your archival period/).elements()).toHaveLength(0);

  await screen.getByRole("button", { name: "Run the current code on this input" }).click();

  await expect.element(screen.getByRole("tree", { name: "Output" })).toHaveTextContent("seen");
  await expect.element(screen.getByText(/You have run the code again, as it is now/)).toBeVisible();
  await screen.getByRole("tab", { name: /^Diff/ }).click();
  await expect.element(screen.getByRole("textbox", { name: "Changes by the transformation" })).toBeVisible();
  const { headers, body, path, query } = ignored.original_event_data ?? {};
  expect(api.asked.find(({ call }) => call.startsWith("PUT"))?.body).toEqual({
    transformation_id: TRANSFORMATION_ID,
    webhook_id: first.webhook_id,
    request: { headers, body, path, query },
  });
});

test("a connection that no longer uses the code is named, and a deleted one is called deleted", async () => {
  const [elsewhere, deleted] = [aConnection(2), aConnection(3)];
  const { screen } = await openExecutions("", {
    [LIST]: aPageOf([
      anExecution(7, { webhook_id: elsewhere.id }),
      anExecution(8, { webhook_id: deleted.id, log_level: "fatal" }),
    ]),
    [`GET /2025-07-01/connections/${elsewhere.id}`]: elsewhere,
    [`GET /2025-07-01/connections/${deleted.id}`]: () =>
      Response.json({ code: "GONE", status: 410, message: "Gone" }, { status: 410 }),
  });

  await expect.element(screen.getByRole("row", { name: /Info/ })).toHaveTextContent(elsewhere.source.name);
  await expect.element(screen.getByRole("row", { name: /Fatal/ })).toHaveTextContent("Connection Deleted");
});

test("filters narrow the list and go back to its first page", async () => {
  const { screen, router } = await openExecutions("?next=abc");
  await screen.getByRole("button", { name: /^Log level/ }).click();
  await screen.getByRole("menuitemcheckbox", { name: "Fatal" }).click();

  await expect.poll(() => router.state.location.search).toEqual({ log_level: ["fatal"] });
  await expect.poll(() => asked().at(-1)).toMatch(/log_level.*fatal/);
  api.answers[LIST] = aPageOf([]);
  await userEvent.keyboard("{Escape}");
  await router.navigate({ to: ".", search: { log_level: ["debug"] } });
  await expect.element(screen.getByText("No executions found")).toBeVisible();
  await screen.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(screen.getByText("No executions yet")).toBeVisible();
});

test("what does not exist or cannot be loaded says so", async () => {
  const { screen } = await openExecutions("", { [`GET ${ONE}`]: undefined, [LIST]: undefined });

  await expect.element(screen.getByRole("heading", { name: "Transformation not found" })).toBeVisible();
});

const broken = () => Response.json({}, { status: 503 });

test("executions that cannot be loaded are one failure, not two", async () => {
  const { screen } = await openExecutions("", { [LIST]: broken, [BARS]: broken });

  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
  await expect.poll(() => queriesOf(BARS).length).toBeGreaterThan(0);
  expect(screen.getByRole("button", { name: "Try again" }).elements()).toHaveLength(1);
  expect(screen.getByRole("alert").elements()).toHaveLength(1);
});

test("one connection of thousands is found by typing", async () => {
  const found = aConnection(900, { name: "ledger-900" });
  const { screen, router } = await openExecutions("", {
    "GET /2025-07-01/connections": (url) =>
      url.searchParams.has("id[0]") ? aPageOf([found]) : aFirstPageOf([aConnection(1)]),
    "GET /dashboard-api/connections": aPageOf([found]),
  });

  await screen.getByRole("button", { name: /^Connection/ }).click();
  await screen.getByRole("combobox", { name: "Search connection" }).fill("900");
  await screen.getByRole("option", { name: /ledger-900/ }).click();

  await expect.poll(() => router.state.location.search).toEqual({ webhook_id: [found.id] });
  await expect.poll(() => asked().at(-1)).toContain(`webhook_id[0]=${found.id}`);
});

test("an execution that is gone says so beside the list", async () => {
  const { screen } = await openExecutions(`?selected_execution_id=${anExecution(9).id}`);

  await expect.element(screen.getByText("Execution not found")).toBeVisible();
});

test("bars above the list show when the code ran, and a range of them narrows the list", async () => {
  const { screen, router } = await openExecutions(`?log_level=fatal`);
  const bars = screen.getByRole("slider", { name: "Executions, Last 24 hours: choose a time range" });
  await expect.element(bars).toBeVisible();
  const asking = api.asked.find(({ call }) => call.startsWith(`${BARS}?`))?.call ?? "";
  expect(asking).toContain(`transformation_id=${TRANSFORMATION_ID}`);
  expect(asking).toContain("log_level[0]=fatal");

  bars.element().focus();
  await userEvent.keyboard("{Home}");
  await expect.poll(() => bars.element().ariaValueText).toMatch(/4 fatal/);
  await userEvent.keyboard("{Enter}");

  await expect
    .poll(() => router.state.location.search)
    .toEqual({
      log_level: ["fatal"],
      date: { min: "2026-11-14T14:00:00.000Z", max: "2026-11-14T14:01:00.000Z" },
    });
});

/** The queries of all calls to an endpoint. */
function queriesOf(endpoint: string): URLSearchParams[] {
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

test("without a choice the list and its bars cover the last 24 hours, and the chip says so", async () => {
  const { screen } = await openExecutions();

  await expect.element(screen.getByRole("button", { name: "Date Last 24 hours" })).toBeVisible();
  await expect.element(screen.getByRole("slider", { name: /^Executions, Last 24 hours/ })).toBeVisible();
  expectLastDay(queriesOf(LIST)[0]?.get("created_at[gte]"));
  expectLastDay(queriesOf(BARS)[0]?.get("date[min]"));
});

test("the number of executions is the sum of the bars, on every page", async () => {
  const page = aPageOf([failed, first]);
  const { screen } = await openExecutions("", {
    [LIST]: { ...page, pagination: { ...page.pagination, next: "n1" } },
    [BARS]: { ...HISTOGRAM, rows: [{ created_at: HISTOGRAM.from, dimension: "fatal", count: 1_204 }] },
  });
  await expect.element(screen.getByText("1,204 executions")).toBeVisible();
  await expect.element(screen.getByText("1 to 2 of 1,204")).toBeVisible();

  await screen.getByRole("button", { name: "Next" }).click();

  await expect.element(screen.getByText("2 of 1,204", { exact: true })).toBeVisible();
});

test("a list that is empty for a day, of code that has run before, offers the last month", async () => {
  const { screen, router } = await openExecutions("", {
    [LIST]: (url) => aPageOf(url.search.includes("created_at[gte]") ? [] : [first]),
  });
  await expect.element(screen.getByText("There are none in these dates: Last 24 hours.")).toBeVisible();

  await screen.getByRole("button", { name: "Look in the last month" }).click();

  await expect.poll(() => router.state.location.search).toEqual({ date: { relative: "1_month" } });
  await expect.element(screen.getByRole("button", { name: "Date Last month" })).toBeVisible();
});

test("bars that cannot be counted, or not be loaded, say so, and the list stays", async () => {
  const { screen } = await openExecutions("", { [BARS]: { is_available: false } });
  await expect
    .element(screen.getByText("Histogram is unavailable when searching or filtering on request values."))
    .toBeVisible();
  await screen.unmount();
  api.restore();

  const { screen: second } = await openExecutions("", { [BARS]: undefined });

  await expect.element(second.getByRole("alert")).toHaveTextContent("We weren’t able to find any data");
  await expect.element(second.getByRole("row", { name: /Fatal/ })).toBeVisible();
});
