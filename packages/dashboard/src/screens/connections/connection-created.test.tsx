import { parseSearch, stringifySearch } from "@posthorn/contract/search-codec";
import type { Event } from "@posthorn/contract/events";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { Toaster } from "../../ui/toaster.tsx";
import "../../ui/styles/styles.css";
import { ConnectionsScreen } from "./connections-screen.tsx";
import { ConnectionsSearch } from "./connections-url.ts";

const connection = aConnection(1);
const EVENTS = "GET /2025-07-01/events";
const REQUESTS = "GET /2025-07-01/requests";

let api: TestApi;

afterEach(() => api.restore());

function anArrival(change: Partial<Event>): Event {
  const at = "2026-11-14T14:00:01.000Z";
  return {
    id: "evt_0000000000000000000001",
    team_id: "tm_1",
    webhook_id: connection.id,
    source_id: connection.source.id,
    destination_id: connection.destination.id,
    event_data_id: "edt_1",
    request_id: "req_1",
    attempts: 1,
    last_attempt_at: at,
    next_attempt_at: null,
    response_status: 200,
    error_code: null,
    status: "SUCCESSFUL",
    successful_at: at,
    cli_id: null,
    updated_at: at,
    created_at: at,
    ...change,
  };
}

async function openCreated(answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("member"),
    "GET /dashboard-api/events-24h": { counts: {} },
    "GET /2025-07-01/connections": aPageOf([connection]),
    [`GET /2025-07-01/connections/${connection.id}`]: connection,
    [EVENTS]: aPageOf([]),
    [REQUESTS]: aPageOf([]),
    ...answers,
  });
  const root = createRootRoute();
  const app = createRoute({ getParentRoute: () => root, id: "_app" });
  const list = createRoute({
    getParentRoute: () => app,
    path: "connections/",
    validateSearch: ConnectionsSearch,
    component: ConnectionsScreen,
  });
  const events = createRoute({
    getParentRoute: () => app,
    path: "events",
    component: () => <p>The events</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([app.addChildren([list, events])]),
    history: createMemoryHistory({ initialEntries: [`/connections/?created=${connection.id}`] }),
    parseSearch,
    stringifySearch,
  });
  const screen = await render(
    <QueryClientProvider client={new QueryClient()}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { screen, router };
}

test("it waits with the source's URL and a command to try it", async () => {
  const { screen } = await openCreated();

  await expect.element(screen.getByText("Waiting for the first request")).toBeVisible();
  await expect.element(screen.getByText(connection.source.url, { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/^curl -X POST 'http:\/\/127\.0\.0\.1:4401\/e\/3k2'/)).toBeVisible();
});

test("the first event shows up by itself and leads to its details", async () => {
  const { screen, router } = await openCreated();
  await expect.element(screen.getByText("Waiting for the first request")).toBeVisible();

  api.answers[EVENTS] = aPageOf([anArrival({})]);

  await expect.element(screen.getByText("Your first event was delivered")).toBeVisible();
  await screen.getByRole("link", { name: "evt_0000000000000000000001" }).click();
  await expect.element(screen.getByText("The events")).toBeVisible();
  expect(router.state.location.search).toEqual({ selected_event_id: "evt_0000000000000000000001" });
});

test("a failed delivery says what went wrong, a refused request why", async () => {
  const failed = anArrival({ status: "FAILED", response_status: null, error_code: "CONNECTION_REFUSED" });
  const refused = {
    id: "req_2",
    source_id: connection.source.id,
    rejection_cause: "UNSUPPORTED_HTTP_METHOD",
    created_at: "2026-11-14T14:00:02.000Z",
  };
  const { screen } = await openCreated({ [EVENTS]: aPageOf([failed]), [REQUESTS]: aPageOf([refused]) });

  await expect.element(screen.getByText("Your first event arrived, but was not delivered")).toBeVisible();
  await expect.element(screen.getByText(/^The destination refused the connection/)).toBeVisible();
  await expect.element(screen.getByText("Unsupported Method")).toBeVisible();
});

test("only refused requests since the connection was made count", async () => {
  const { screen } = await openCreated();
  await expect.element(screen.getByText("Waiting for the first request")).toBeVisible();

  const asked = api.asked.find(({ call }) => call.startsWith(REQUESTS));

  expect(decodeURIComponent(asked?.call ?? "")).toBe(
    `${REQUESTS}?source_id=${connection.source.id}&status=rejected&created_at[gte]=${connection.created_at}&limit=5`,
  );
});

test("closing it leaves the list, without the connection in the address", async () => {
  const { screen, router } = await openCreated();

  await screen.getByRole("button", { name: "Done" }).click();

  await expect.element(screen.getByText("Waiting for the first request")).not.toBeInTheDocument();
  expect(router.state.location.search).toEqual({});
});

test("a pause is shown before the server answers, and taken back when it refuses", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>();
  const { screen } = await openCreated({
    [`PUT /2025-07-01/connections/${connection.id}/pause`]: () => answered,
  });
  await screen.getByRole("button", { name: "Done" }).click();

  await screen.getByRole("button", { name: "Actions" }).click();
  await screen.getByRole("menuitem", { name: "Pause" }).click();
  await screen.getByRole("dialog").getByRole("button", { name: "Pause" }).click();
  await expect.element(screen.getByRole("cell", { name: "Paused" })).toBeVisible();

  answer(Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }));

  await expect.element(screen.getByText("Failed to pause connection")).toBeVisible();
  await expect.element(screen.getByRole("cell", { name: "Active" })).toBeVisible();
});
