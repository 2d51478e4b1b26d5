import { parseSearch } from "@posthorn/contract/search-codec";
import { QueryClient } from "@tanstack/react-query";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { CATEGORIES, type Category } from "../../resources/metrics/categories.ts";
import { aMetricsReply, askedMetrics, metricAnswers, rowsFor } from "../../resources/metrics/test-metrics.ts";
import { aSessionWith } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { MetricsScreen } from "./metrics-screen.tsx";
import { MetricsSearch } from "./metrics-url.ts";
import { startMetrics } from "./start-metrics.ts";

const orders = { ...aConnection(1).destination, name: "orders-api" };
const ledger = { ...aConnection(2).destination, name: "ledger" };
const IDS = { destination_id: [orders.id, ledger.id], failure: ["TIMEOUT", "503", ""] };
let api: TestApi;

afterEach(() => {
  api.restore();
  vi.useRealTimers();
});

async function openMetrics(address: string, answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("viewer"),
    "GET /2025-07-01/destinations": aPageOf([orders, ledger]),
    "GET /2025-07-01/sources": aPageOf([aConnection(1).source]),
    "GET /2025-07-01/connections": aPageOf([aConnection(1)]),
    ...metricAnswers((url) => aMetricsReply(rowsFor(url, (step) => step + 1, IDS))),
    ...answers,
  });
  const opened = await openScreen(address, (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "metrics/$category",
      validateSearch: MetricsSearch,
      params: {
        parse: ({ category }): { category: Category } => ({
          category: CATEGORIES.find((one) => one === category) ?? "sources",
        }),
        stringify: ({ category }) => ({ category }),
      },
      component: MetricsScreen,
    }),
    createRoute({ getParentRoute: () => app, path: "destinations/$id", component: () => null }),
    createRoute({ getParentRoute: () => app, path: "sources/$id", component: () => null }),
    createRoute({ getParentRoute: () => app, path: "connections/$id", component: () => null }),
    createRoute({ getParentRoute: () => app, path: "settings/organization/plans" }),
    ...["connect", "configure"].map((act) =>
      createRoute({ getParentRoute: () => app, path: `settings/project/integrations/$provider/${act}` }),
    ),
  ]);
  await page.viewport(1440, 900);
  return opened;
}

type Screen = Awaited<ReturnType<typeof openMetrics>>["screen"];
const panel = (screen: Screen, name: string) => screen.getByRole("figure", { name, exact: true });
const calls = (path: string) =>
  api.asked.filter(({ call }) => call.startsWith(`GET /2025-07-01/metrics/${path}?`));

const lastCall = (path: string) => calls(path).at(-1)?.call ?? "";
const minutesAsked = (path: string) => {
  const { start, end } = askedMetrics(new URL(lastCall(path).slice("GET ".length), "http://localhost"));
  return (end - start) / 60_000;
};

/** The metrics that were asked for. The screen asks for all of them when it appears. Without dates, because time goes on. */
const askedOf = () =>
  api.asked
    .map(({ call }) => call)
    .filter((call) => call.startsWith("GET /2025-07-01/metrics/"))
    .map((call) => call.replaceAll(/date_range[^&]+&/g, ""))
    .toSorted();

test("destinations have all charts of the specification, each with the value of the range and the last one", async () => {
  const { screen } = await openMetrics("/metrics/destinations");

  for (const title of [
    "New pending events",
    "Delivered attempts",
    "Pending events",
    "Oldest pending event",
    "Pending rate",
    "Delivered rate",
    "Max rate",
    "Average response time",
    "Response time",
    "Error rate",
  ])
    await expect.element(panel(screen, title).getByRole("img")).toBeVisible();
  await expect.element(panel(screen, "Error rate")).toHaveTextContent("25 %overall · last 25 %");
  await expect.element(panel(screen, "Pending rate")).toHaveTextContent(/\/ minon average · last .* \/ min/);
  // The reply without steps counts 1, each step more than the one before it.
  await expect.element(panel(screen, "Delivered attempts")).toHaveTextContent(/1in total · last 9\d/);
  await expect.element(panel(screen, "Pending events")).toHaveTextContent(/9\dat most · last 9\d/);
  const byError = panel(screen, "Failed attempts by error");
  for (const name of ["TIMEOUT", "HTTP 503", "Error response, status not counted"])
    await expect.element(byError.getByRole("rowheader", { name })).toBeVisible();
  await expect
    .element(panel(screen, "Delivered attempts").getByRole("button", { name: /counts$/ }))
    .toHaveAttribute("data-tooltip", "Attempts that the destination answered with a 2xx status.");
  await expect.element(screen.getByText(/ – now, steps of 15 min$/)).toBeVisible();
  const table = panel(screen, "Attempts by destination");
  await expect
    .element(table.getByRole("link", { name: "ledger" }))
    .toHaveAttribute("href", `/destinations/${ledger.id}`);
  // Charts of the same numbers share two calls, with steps and without: attempts, their percentiles, and the two tables.
  expect(calls("attempts")).toHaveLength(6);
  await expect.element(screen.getByText(/^Updated \d\d:\d\d:\d\d$/)).toBeVisible();
});

test.each([
  ["destinations", ""],
  ["destinations", "?expanded=attempts_error_rate"],
  ["destinations", "?date[relative]=last_7_days&destination_id=des_1"],
  ["connections", "?expanded=events_rate"],
] as const)("the route starts what the screen will ask for: %s%s", async (category, query) => {
  const { screen } = await openMetrics(`/metrics/${category}${query}`);
  await expect.element(screen.getByRole("figure").first()).toBeVisible();
  // A chart asks for its headline when it has its points.
  await expect.poll(() => screen.getByRole("status", { name: /^Loading/ }).elements()).toEqual([]);
  await expect.poll(askedOf).not.toEqual([]);
  const byScreen = askedOf();

  api.asked.length = 0;
  startMetrics(new QueryClient(), category, MetricsSearch.parse(parseSearch(query)));

  await expect.poll(askedOf).toEqual(byScreen);
});

test("a chart of two lines has both in its headline, its legend and its table", async () => {
  const { screen } = await openMetrics("/metrics/connections?expanded=events_rate");
  const rate = panel(screen, "Event rate");

  await expect.element(rate.getByRole("list", { name: "Lines" })).toHaveTextContent("receiveddelivered");
  await expect.element(rate).toHaveTextContent(/ \/ minreceived · delivered .* \/ min$/);
  await screen.getByText("Tables", { exact: true }).click();
  await expect.element(rate.getByRole("columnheader", { name: "received" })).toBeVisible();
  await expect.element(rate.getByRole("columnheader", { name: "delivered" })).toBeVisible();
});

test("the charts stand in one, two, two or three columns", async () => {
  const { screen } = await openMetrics("/metrics/connections");
  await expect.element(panel(screen, "Event rate")).toBeVisible();
  const columns = () =>
    new Set(
      screen
        .getByRole("figure")
        .elements()
        .map((figure) => figure.getBoundingClientRect().left),
    ).size;

  for (const [width, count] of [
    [360, 1],
    [800, 2],
    [1100, 2],
    [1440, 3],
  ] as const) {
    await page.viewport(width, 900);
    expect(columns()).toBe(count);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  }
  expect(panel(screen, "Event rate").element().clientHeight + 2).toBe(316);
});

test("one chart fills the window, by its link, and Back and Escape show all again", async () => {
  const { screen, router } = await openMetrics("/metrics/destinations");

  await panel(screen, "Max rate").getByRole("link", { name: "Expand Max rate" }).click();
  await expect.poll(() => router.state.location.search).toEqual({ expanded: "events_max_rate" });
  await expect.poll(() => screen.getByRole("figure").elements()).toHaveLength(1);
  expect(panel(screen, "Max rate").element().clientHeight + 2).toBe(900 - 154);
  await expect.element(screen.getByRole("link", { name: "Show all charts" })).toHaveFocus();
  router.history.back();
  await expect.poll(() => screen.getByRole("figure").elements()).toHaveLength(12);
  await router.navigate({ to: ".", search: { expanded: "events_max_rate" } });
  await expect.poll(() => screen.getByRole("figure").elements()).toHaveLength(1);
  await userEvent.keyboard("{Escape}");

  await expect.poll(() => screen.getByRole("figure").elements()).toHaveLength(12);
});

test("the filter narrows every chart, and the tooltip says what each chosen destination contributed", async () => {
  const { screen, router } = await openMetrics("/metrics/destinations");
  await screen.getByRole("button", { name: /^Destination/ }).click();
  await screen.getByRole("option", { name: "orders-api" }).click();
  await screen.getByRole("option", { name: "ledger" }).click();
  await userEvent.keyboard("{Escape}");

  await expect.poll(() => router.state.location.search).toEqual({ destination_id: IDS.destination_id });
  for (const path of ["events", "attempts", "queue-depth", "events-pending-timeseries"])
    await expect
      .poll(() => decodeURIComponent(lastCall(path)))
      .toContain(`filters[destination_id][1]=${ledger.id}`);
  await expect
    .poll(() => calls("attempts").filter(({ call }) => call.includes("dimensions")))
    .not.toHaveLength(0);
  const chart = panel(screen, "Pending rate").getByRole("img");
  await chart.hover();

  await expect.element(panel(screen, "Pending rate").getByText("orders-api")).toBeVisible();
  await screen.getByRole("button", { name: "Clear destination filter" }).click();
  await expect.poll(() => router.state.location.search).toEqual({});
});

test("a drag narrows the dates, and Back widens them again", async () => {
  const { screen, router } = await openMetrics("/metrics/sources?date[relative]=last_hour");
  await expect.poll(() => panel(screen, "Request rate").element().querySelector(".u-over")).not.toBeNull();
  await expect.element(screen.getByRole("button", { name: /^Date Last hour/ })).toBeVisible();
  const plot = panel(screen, "Request rate").element().querySelector(".u-over");
  const { left, top, width } = plot?.getBoundingClientRect() ?? { left: 0, top: 0, width: 0 };
  const mouse = (kind: string, part: number, target: EventTarget | null) =>
    target?.dispatchEvent(
      new MouseEvent(kind, { bubbles: true, movementX: 10, clientX: left + width * part, clientY: top + 40 }),
    );
  mouse("mouseenter", 0.25, plot);
  mouse("mousedown", 0.25, plot);
  mouse("mousemove", 0.5, plot);
  mouse("mouseup", 0.5, document);

  await expect.poll(() => router.state.location.search).toMatchObject({ date: { min: expect.any(String) } });
  await expect.poll(() => minutesAsked("requests")).toBeLessThan(20);
  router.history.back();

  await expect.poll(() => router.state.location.search).toEqual({ date: { relative: "last_hour" } });
});

test("the date range is chosen from the named ranges; other categories keep it", async () => {
  const { screen, router } = await openMetrics("/metrics/sources");
  await screen.getByRole("button", { name: /^Date Last 24 hours/ }).click();
  await screen.getByRole("button", { name: "Last 7 days" }).click();

  await expect.poll(() => router.state.location.search).toEqual({ date: { relative: "7_days" } });
  await expect.poll(() => calls("requests").some(({ call }) => call.includes("granularity=2h"))).toBe(true);
  await screen.getByRole("link", { name: "Connections", exact: true }).click();
  await expect.element(panel(screen, "Average attempts")).toBeVisible();
  expect(router.state.location.search).toEqual({ date: { relative: "7_days" } });
});

test("tables instead of charts, and a file of each", async () => {
  const { screen } = await openMetrics("/metrics/sources?date[relative]=last_hour");
  await screen.getByText("Tables", { exact: true }).click();

  const rate = panel(screen, "Request rate");
  await expect.element(rate.getByRole("columnheader", { name: "Request rate" })).toBeVisible();
  expect(rate.getByRole("row").elements().length).toBeGreaterThan(59);
  const times = rate.getByRole("rowheader").elements();
  expect(times.map((cell) => cell.textContent)).toEqual(
    times.map((cell) => cell.textContent).toSorted((a, b) => (a < b ? 1 : -1)),
  );
  const saved = new Promise<Blob>((done) => {
    vi.spyOn(URL, "createObjectURL").mockImplementationOnce((file) => {
      if (file instanceof Blob) done(file);
      return "#";
    });
  });
  await rate.getByRole("button", { name: "Download Request rate as CSV" }).click();

  expect(await (await saved).text()).toMatch(/^Time,Request rate\r\n\d{4}-\d\d-\d\dT[\d:.]+Z,1\r\n/);
});

test("a chart without data, one that failed, and one with a warning say so; the others stay", async () => {
  const { screen } = await openMetrics("/metrics/destinations", {
    "GET /2025-07-01/metrics/queue-depth": aMetricsReply([]),
    "GET /2025-07-01/metrics/events-pending-timeseries": () => new Response("{}", { status: 500 }),
    "GET /2025-07-01/metrics/events": (url) =>
      aMetricsReply(
        rowsFor(url, () => 7),
        "Only the newest rows were counted.",
      ),
  });

  await expect.element(panel(screen, "Oldest pending event")).toHaveTextContent("No data");
  await expect
    .element(panel(screen, "Pending events").getByRole("alert"))
    .toHaveTextContent(
      "We weren’t able to find any data due to an error, please try again later or contact us.",
    );
  await expect
    .element(panel(screen, "New pending events"))
    .toHaveTextContent("Only the newest rows were counted.");
  api.answers["GET /2025-07-01/metrics/events-pending-timeseries"] = (url) =>
    aMetricsReply(rowsFor(url, () => 7));
  await panel(screen, "Pending events").getByRole("button", { name: "Try again" }).click();

  await expect.element(panel(screen, "Pending events").getByRole("img")).toBeVisible();
});

test("a chart that takes long says so after a while", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const never = new Promise<object>(() => undefined);
  const { screen } = await openMetrics("/metrics/sources", {
    "GET /2025-07-01/metrics/requests": () => never,
  });
  await expect.element(screen.getByRole("status", { name: "Loading Request rate" })).toBeInTheDocument();

  vi.advanceTimersByTime(8000);

  await expect
    .element(panel(screen, "Request rate"))
    .toHaveTextContent(
      "Loading your data is taking a bit longer than usual. It should be ready in a few moments.",
    );
});

test("Refresh asks again", async () => {
  const { screen } = await openMetrics(
    "/metrics/sources?date[min]=2026-11-10T10:00:00Z&date[max]=2026-11-10T12:00:00Z",
  );
  await expect.element(panel(screen, "Request rate").getByRole("img")).toBeVisible();
  const before = calls("requests").length;

  await screen.getByRole("button", { name: "Refresh" }).click();

  await expect.poll(() => calls("requests").length).toBeGreaterThan(before);
});

test("the export menu leads to each provider, and says which are connected", async () => {
  const datadog = {
    id: "int_1",
    provider: "datadog",
    features: ["metrics"],
    configs: { site: "datadoghq.eu" },
    succeeded_at: null,
    error: null,
    next_push_at: null,
    created_at: "2026-11-14T14:00:00.000Z",
  };
  const { screen } = await openMetrics("/metrics/sources", {
    "GET /dashboard-api/team-integrations": { models: [datadog] },
  });

  await screen.getByRole("button", { name: "Metrics Export" }).click();

  const box = screen.getByLabelText("Metrics Export").last();
  await expect.element(box.getByText("Send these metrics to")).toBeVisible();
  await expect
    .element(box.getByRole("link", { name: "Configure Datadog" }))
    .toHaveAttribute("href", "/settings/project/integrations/datadog/configure");
  await expect
    .element(box.getByRole("link", { name: "Connect Prometheus" }))
    .toHaveAttribute("href", "/settings/project/integrations/prometheus/connect");
  await expect
    .element(box.getByRole("link", { name: "Connect OpenTelemetry" }))
    .toHaveAttribute("href", "/settings/project/integrations/opentelemetry/connect");
});

test.each([
  ["metrics", []],
  ["metrics_export", ["metrics"]],
] as const)("a plan without %s offers a larger plan in the menu", async (highlight, features) => {
  const { screen } = await openMetrics("/metrics/destinations", {
    "GET /dashboard-api/session": aSessionWith("member", { features: [...features] }),
  });

  await screen.getByRole("button", { name: "Metrics Export" }).click();

  const box = screen.getByLabelText("Metrics Export").last();
  await expect
    .element(box.getByRole("link", { name: "Upgrade plan" }))
    .toHaveAttribute("href", `/settings/organization/plans?highlight=${highlight}`);
  expect(box.getByRole("link", { name: /^Connect/ }).elements()).toEqual([]);
});
