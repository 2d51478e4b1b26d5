import type { Event } from "@posthorn/contract/events";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { anIgnoredEvent, aRequest } from "../../resources/requests/test-requests.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ConnectionsScreen } from "./connections-screen.tsx";
import { ConnectionsSearch } from "./connections-url.ts";
import { recordClipboard } from "../../ui/test-clipboard.ts";

const connection = aConnection(1);
const EVENTS = "GET /2025-07-01/events";
const REQUESTS = "GET /dashboard-api/requests";

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
    "GET /dashboard-api/events-24h": {
      from: connection.created_at,
      counts: {},
      buckets: {},
    },
    "GET /dashboard-api/connections": aPageOf([connection]),
    [`GET /2025-07-01/connections/${connection.id}`]: connection,
    [EVENTS]: aPageOf([]),
    [REQUESTS]: aPageOf([]),
    ...answers,
  });
  return openScreen(`/connections/?created=${connection.id}`, (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "connections/",
      validateSearch: ConnectionsSearch,
      component: ConnectionsScreen,
    }),
    ...[
      "events",
      "events/$id",
      "requests/$id",
      "connections/$id",
      "connections/new",
      "sources/$id",
      "destinations/$id",
    ].map((path) => createRoute({ getParentRoute: () => app, path, component: () => <p>At {path}</p> })),
  ]);
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
  await expect.poll(() => router.state.location.pathname).toBe("/events/evt_0000000000000000000001");
});

test("a failed delivery says what went wrong, a refused request why", async () => {
  const failed = anArrival({ status: "FAILED", response_status: null, error_code: "CONNECTION_REFUSED" });
  const refused = aRequest(2, {
    id: "req_2",
    status: "rejected",
    rejection_cause: "UNSUPPORTED_HTTP_METHOD",
    events_count: 0,
  });
  const { screen } = await openCreated({ [EVENTS]: aPageOf([failed]), [REQUESTS]: aPageOf([refused]) });

  await expect.element(screen.getByText("Your first event arrived, but was not delivered")).toBeVisible();
  await expect.element(screen.getByText(/^The destination refused the connection/)).toBeVisible();
  await expect.element(screen.getByText("Unsupported Method")).toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "req_2" }))
    .toHaveAttribute("href", "/requests/req_2");
});

test("a request that the rules ignored ends the waiting, and so does troubleshooting name it", async () => {
  const request = aRequest(3, { events_count: 0, ignored_count: 1 });
  const ignored = anIgnoredEvent(request, connection.id, { cause: "FILTERED", meta: ["body"] });
  const { screen } = await openCreated({
    [`GET /dashboard-api/requests/${request.id}/ignored_events`]: aPageOf([ignored]),
  });
  await expect.element(screen.getByText("Waiting for the first request")).toBeVisible();

  api.answers[REQUESTS] = aPageOf([request]);

  const arrivals = screen.getByRole("region", { name: "Arrivals" });
  await expect
    .element(arrivals.getByRole("status"))
    .toHaveTextContent(
      "This connection ignored a request: FilteredA filter of the connection does not match its body.",
    );
  await expect
    .element(arrivals.getByRole("link", { name: request.id }))
    .toHaveAttribute("href", `/requests/${request.id}`);
  await screen.getByRole("button", { name: "Troubleshoot" }).click();
  await expect
    .element(screen.getByRole("dialog", { name: "Troubleshoot" }))
    .toHaveTextContent("This connection ignored a request: Filtered");
});

test("a request that was rejected says what the source looked for", async () => {
  const verification_failure = {
    problem: "MISSING" as const,
    looked_at: { part: "header" as const, name: "x-key" },
  };
  const { screen } = await openCreated({
    [REQUESTS]: aPageOf([
      aRequest(4, { status: "rejected", rejection_cause: "VERIFICATION_FAILED", verification_failure }),
    ]),
  });

  await expect
    .element(screen.getByRole("region", { name: "Arrivals" }).getByRole("status"))
    .toHaveTextContent("stripe rejected a request: Authentication FailedThe request has no header x-key");
});

test("an authenticated source gets a command with its secret, and a request that Posthorn signs", async () => {
  const config = { ...connection.source.config, auth_type: "API_KEY" as const };
  const source = { ...connection.source, authenticated: true, config };
  const auth = { header_key: "x-key", api_key: "hush" };
  const copied = recordClipboard();
  const { screen } = await openCreated({
    [`GET /2025-07-01/connections/${connection.id}`]: { ...connection, source },
    [`GET /2025-07-01/sources/${source.id}`]: { ...source, config: { ...config, auth } },
  });

  await expect.element(screen.getByLabelText("Code")).toHaveTextContent("-H 'x-key: ••••••••'");
  await screen.getByRole("button", { name: "Copy cURL command" }).click();
  await expect.poll(() => copied).toEqual([expect.stringContaining("-H 'x-key: hush'")]);
  await expect.element(screen.getByRole("button", { name: "Send a test request" })).toBeVisible();
});

test("only requests since the connection was made count", async () => {
  const { screen } = await openCreated();
  await expect.element(screen.getByText("Waiting for the first request")).toBeVisible();

  const asked = api.asked.find(({ call }) => call.startsWith(REQUESTS));

  expect(decodeURIComponent(asked?.call ?? "")).toBe(
    `${REQUESTS}?source_id=${connection.source.id}&created_at[gte]=${connection.created_at}&limit=5`,
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
  await expect.element(screen.getByText("Paused", { exact: true })).toBeVisible();

  answer(Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }));

  await expect.element(screen.getByText("Failed to pause connection")).toBeVisible();
  await expect.element(screen.getByText("Paused", { exact: true })).not.toBeInTheDocument();
});

test("all events of the connection are one link away", async () => {
  const { screen } = await openCreated();

  await expect
    .element(screen.getByRole("link", { name: "View all events" }))
    .toHaveAttribute("href", `/events?webhook_id[0]=${connection.id}`);
});

test("a test event is sent by a button, and the page says what comes next", async () => {
  const sent = { request: {}, events: [anArrival({})] };
  const path = `POST /dashboard-api/connections/${connection.id}/test-event`;
  const { screen } = await openCreated({ [path]: sent });

  await screen.getByRole("button", { name: "Send test event" }).click();
  await expect
    .element(screen.getByText("Test event sent, hold on a second while it's processed!"))
    .toBeVisible();

  api.answers[path] = { request: {}, events: [] };
  await screen.getByRole("button", { name: "Send test event" }).click();
  await expect.element(screen.getByText(/the rules of this connection made no event of it/)).toBeVisible();

  const message = "This connection is disabled. Enable it, then send the test event again.";
  api.answers[path] = () =>
    Response.json({ code: "WEBHOOK_DISABLED", status: 422, message }, { status: 422 });
  await screen.getByRole("button", { name: "Send test event" }).click();
  await expect.element(screen.getByText(message)).toBeVisible();
});

test("for a CLI it shows how to listen, until one does", async () => {
  const { source, destination } = connection;
  const toLaptop = {
    ...connection,
    destination: { ...destination, type: "CLI", config: { path: "/hooks" } },
  };
  const machine = { cli_id: "cli_1", device_name: "adas-laptop", active: false };
  const { screen } = await openCreated({
    [`GET /2025-07-01/connections/${connection.id}`]: toLaptop,
    "GET /dashboard-api/cli-clients": { models: [machine] },
  });

  await expect.element(screen.getByText(`npm install -g ${location.origin}/posthorn-cli.tgz`)).toBeVisible();
  await expect.element(screen.getByText(`posthorn login --url ${location.origin}`)).toBeVisible();
  await expect.element(screen.getByText(`posthorn listen 3000 ${source.name}`)).toBeVisible();
  await screen.getByRole("radio", { name: "yarn" }).click();
  await expect.element(screen.getByText(`yarn global add ${location.origin}/posthorn-cli.tgz`)).toBeVisible();
  api.answers["GET /dashboard-api/cli-clients"] = { models: [{ ...machine, active: true }] };

  await expect.element(screen.getByText("adas-laptop is listening")).toBeVisible();
  await expect.element(screen.getByText(`posthorn login --url ${location.origin}`)).not.toBeInTheDocument();
});

test("troubleshooting is in the address, and leads back", async () => {
  const { screen, router } = await openCreated({
    [`GET /2025-07-01/connections/${connection.id}`]: { ...connection, disabled_at: connection.created_at },
  });

  await screen.getByRole("button", { name: "Troubleshoot" }).click();
  await expect.element(screen.getByText("The connection is disabled")).toBeVisible();
  expect(router.state.location.search).toMatchObject({ troubleshoot: "true" });
  await screen.getByRole("button", { name: "Back" }).click();

  await expect.element(screen.getByText("The connection is disabled")).not.toBeInTheDocument();
  await expect.element(screen.getByText("Waiting for the first request")).toBeVisible();
  expect(router.state.location.search).toEqual({ created: connection.id });
});
