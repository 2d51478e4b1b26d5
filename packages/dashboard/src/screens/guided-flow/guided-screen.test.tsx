import type { Role } from "@posthorn/contract/roles";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { type Answers, answerApi, aPageOf, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { GuidedScreen } from "./guided-screen.tsx";

const route = aConnection(1);
const { source, destination } = route;
const NOTHING = { source_id: null, destination_id: null, webhook_id: null, use_case: null };
const PROGRESS = "GET /dashboard-api/onboarding-progress";
const SAVE = "PUT /dashboard-api/onboarding-progress";
const REQUESTS = "GET /dashboard-api/requests";
const AT = "2026-11-14T14:00:00.000Z";

/** A request that waits for a connection. */
const REQUEST = {
  id: "req_0000000000000000000001",
  team_id: "tm_1",
  source_id: source.id,
  status: "accepted",
  rejection_cause: "NO_CONNECTION",
  verification_failure: null,
  events_count: 0,
  cli_events_count: 0,
  ignored_count: 0,
  retried: false,
  ingested_at: AT,
  created_at: AT,
  updated_at: AT,
  data: null,
};

let api: TestApi;
afterEach(() => api.restore());

async function open(answers: Answers = {}, role: Role = "member") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /2025-07-01/connections": aPageOf([]),
    "GET /2025-07-01/sources": aPageOf([]),
    "GET /2025-07-01/destinations": aPageOf([]),
    [`GET /2025-07-01/sources/${source.id}`]: source,
    [`GET /2025-07-01/destinations/${destination.id}`]: destination,
    [`GET /2025-07-01/connections/${route.id}`]: route,
    [`GET /dashboard-api/requests/${REQUEST.id}`]: REQUEST,
    [`GET /dashboard-api/requests/${REQUEST.id}/method`]: { method: "POST" },
    "GET /2025-07-01/events": aPageOf([]),
    "GET /dashboard-api/name-is-used": { used: false },
    [REQUESTS]: aPageOf([]),
    [PROGRESS]: NOTHING,
    [SAVE]: (_url, body) => {
      const saved = { ...NOTHING, ...(body as object) }; // the body of a save is an object
      api.answers[PROGRESS] = saved;
      return saved;
    },
    ...answers,
  });
  const opened = await openScreen("/create-first-connection", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "create-first-connection",
      component: GuidedScreen,
    }),
    ...["connections/", "connections/new", "events"].map((path) =>
      createRoute({ getParentRoute: () => app, path, component: () => <p>At {path}</p> }),
    ),
  ]);
  return opened.screen;
}

type Screen = Awaited<ReturnType<typeof open>>;
const step = (screen: Screen, title: string) => screen.getByRole("region", { name: title });

test("a new project begins with the source, and the later steps wait", async () => {
  const screen = await open();

  await expect.element(step(screen, "Define source")).toHaveAttribute("aria-current", "step");
  await expect.element(screen.getByLabelText("Source name")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Next" })).toHaveAttribute("aria-disabled", "true");
  expect(screen.getByLabelText("Destination name").elements()).toEqual([]);
  await expect
    .element(screen.getByRole("button", { name: "Confirm connection" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("a source that is made becomes progress, and requests are awaited", async () => {
  const screen = await open({ "POST /2025-07-01/sources": source });

  await screen.getByLabelText("Source name").fill("stripe");
  await screen.getByRole("button", { name: "Next" }).click();

  await expect.element(screen.getByText(source.url).first()).toBeVisible();
  await expect.element(step(screen, "Send requests")).toHaveAttribute("aria-current", "step");
  expect(api.asked.find(({ call }) => call === SAVE)?.body).toEqual({
    source_id: source.id,
    destination_id: null,
    webhook_id: null,
  });
});

test("if the progress is not saved, the next press makes no second source", async () => {
  const screen = await open({
    "POST /2025-07-01/sources": source,
    [SAVE]: () => Response.json({ code: "UNAVAILABLE", status: 503, message: "Away" }, { status: 503 }),
  });
  await screen.getByLabelText("Source name").fill("stripe");
  await screen.getByRole("button", { name: "Next" }).click();
  await expect.element(screen.getByRole("alert").first()).toHaveTextContent("while saving the source: Away");

  api.answers[SAVE] = () => (api.answers[PROGRESS] = { ...NOTHING, source_id: source.id });
  await screen.getByRole("button", { name: "Next" }).click();

  await expect.element(step(screen, "Send requests")).toHaveAttribute("aria-current", "step");
  expect(api.asked.filter(({ call }) => call === "POST /2025-07-01/sources")).toHaveLength(1);
});

test("another browser goes on at the destination, and a deleted source opens its step again", async () => {
  const screen = await open({
    [PROGRESS]: { ...NOTHING, source_id: source.id },
    [REQUESTS]: aPageOf([REQUEST]),
  });
  await expect.element(screen.getByLabelText("Destination name")).toBeVisible();
  await expect.element(screen.getByText("stripe is sending. Where should its events go?")).toBeVisible();

  api.answers[PROGRESS] = NOTHING; // as the next poll says

  await expect.element(step(screen, "Define source")).toHaveAttribute("aria-current", "step");
});

test("a waiting request is retried once when the connection is there", async () => {
  const RETRY = `POST /dashboard-api/requests/${REQUEST.id}/retry`;
  const screen = await open({
    [PROGRESS]: { ...NOTHING, source_id: source.id, destination_id: destination.id },
    [REQUESTS]: aPageOf([REQUEST]),
    "POST /2025-07-01/connections": route,
    [RETRY]: { request: REQUEST, events: [{ id: "evt_1" }] },
  });
  await expect.element(step(screen, "Define connection rules")).toHaveAttribute("aria-current", "step");
  expect(api.asked.filter(({ call }) => call === RETRY)).toEqual([]);

  await screen.getByRole("button", { name: "Next" }).click();

  await expect.element(screen.getByText("Request has been retried and 1 event was created.")).toBeVisible();
  await expect.element(step(screen, "Review events")).toHaveAttribute("aria-current", "step");
  expect(api.asked.filter(({ call }) => call === RETRY)).toHaveLength(1);
});

test("a rate alone is updated with words of its own", async () => {
  const UPDATE = `PUT /2025-07-01/destinations/${destination.id}`;
  const screen = await open({
    [PROGRESS]: { ...NOTHING, source_id: source.id, destination_id: destination.id },
    [REQUESTS]: aPageOf([REQUEST]),
    [UPDATE]: { ...destination, updated_at: "2026-11-14T14:00:01.000Z" },
  });
  await screen.getByRole("button", { name: "Edit destination" }).click();
  const update = screen.getByRole("button", { name: "Update" });
  await expect.element(update).toHaveAttribute("aria-disabled", "true");

  await screen.getByLabelText("Max delivery rate").fill("50");
  await update.click();

  await expect.element(screen.getByText("Max delivery rate updated")).toBeVisible();
  expect(api.asked.find(({ call }) => call === UPDATE)?.body).toMatchObject({
    config: { rate_limit: 50, rate_limit_period: "second" },
  });
});

test("a project that has connections gets the form for another one", async () => {
  const screen = await open({ "GET /2025-07-01/connections": aPageOf([route]) });

  await expect.element(screen.getByText("At connections/new")).toBeVisible();
});

test("a viewer sees the guide and why they cannot use it", async () => {
  const screen = await open({}, "viewer");

  await expect
    .element(screen.getByRole("button", { name: "Next" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
});

const REPORT = "POST /dashboard-api/product-events";
const reportedSteps = () => api.asked.filter(({ call }) => call === REPORT).map(({ body }) => body);
const completed = (id: string) => ({ name: "Completed Guided Connection Step", properties: { step: id } });

test("each step is reported once, when it is completed, if the operator wants to know", async () => {
  const screen = await open({
    "GET /dashboard-api/session": { ...aSession("member"), is_tracking: true },
    [REPORT]: { is_tracking: true },
    [PROGRESS]: { ...NOTHING, source_id: source.id, destination_id: destination.id },
    [REQUESTS]: aPageOf([REQUEST]),
    "POST /2025-07-01/connections": route,
    [`POST /dashboard-api/requests/${REQUEST.id}/retry`]: { request: REQUEST, events: [{ id: "evt_1" }] },
  });
  await expect.element(step(screen, "Define connection rules")).toHaveAttribute("aria-current", "step");
  expect(reportedSteps()).toEqual([]);

  await screen.getByRole("button", { name: "Next" }).click();
  await expect.element(step(screen, "Review events")).toHaveAttribute("aria-current", "step");
  api.answers["GET /2025-07-01/events"] = aPageOf([{ id: "evt_1", status: "SUCCESSFUL", created_at: AT }]);
  await screen.getByRole("link", { name: "Confirm connection" }).click();
  await expect.element(screen.getByText("At events")).toBeVisible();

  await expect.poll(reportedSteps).toEqual([completed("rules"), completed("review")]);
});
