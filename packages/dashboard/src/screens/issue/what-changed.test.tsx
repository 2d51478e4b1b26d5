import type { Change } from "@posthorn/contract/changes";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aDeliveryIssue, issueId } from "../../resources/issues/test-issues.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { WhatChanged } from "./what-changed.tsx";

const ISSUE = aDeliveryIssue(1);
const CHANGES = `GET /dashboard-api/issues/${issueId(1)}/changes`;
const NONE = {
  first_seen_at: ISSUE.first_seen_at,
  reopened_at: null,
  changes: [],
  markers: [],
  has_more: false,
};

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: "here", component: () => <WhatChanged issue={ISSUE} /> }),
  ];
}

async function open(answer: object) {
  api = answerApi({ "GET /dashboard-api/session": aSession("member"), [CHANGES]: answer });
  const { screen } = await openScreen("/here", routes);
  return screen.getByRole("region", { name: "What changed around then" });
}

const secondsFromFirst = (seconds: number) =>
  new Date(Date.parse(ISSUE.first_seen_at) + seconds * 1000).toISOString();

const refused = () =>
  Response.json({ code: "UNPROCESSABLE_ENTITY", status: 422, message: "No" }, { status: 422 });

let number = 0;
function aChange(seconds: number, change: Partial<Change> = {}): Change {
  return {
    id: `chg_${number++}`,
    action: "edited",
    subject: { type: "destination", id: "des_1", name: "orders-api", is_deleted: false },
    fields: [{ name: "config.url", before: "https://a.test", after: "https://b.test" }],
    by: { kind: "person", name: "Ada", with_cli: false },
    created_at: secondsFromFirst(seconds),
    ...change,
  };
}

function aMarker(seconds: number, title: string, url: string | null = null) {
  const at = secondsFromFirst(seconds);
  return { id: `mrk_${title}`, team_id: "tm_1", title, url, at, created_at: at, updated_at: at };
}

test("the list is in the order of time, with the beginning as a line in it", async () => {
  const region = await open({
    ...NONE,
    changes: [aChange(-12 * 60), aChange(-20 * 3600, { action: "created", fields: [] })],
    markers: [aMarker(-30, "Deploy 7"), aMarker(600, "Rollback")],
  });

  await expect.element(region.getByText("The issue was seen for the first time")).toBeVisible();
  const lines = region.getByRole("listitem").elements();
  expect(lines.map((line) => line.textContent?.replace(/^\w+ \d+ [\d:]+/, ""))).toEqual([
    "Rollback10 minutes after",
    "The issue was seen for the first time",
    "Deploy 730 seconds before",
    "Ada changed the URL of orders-apiURL: https://a.test → https://b.test12 minutes before",
    "Ada created the destination orders-api20 hours before",
  ]);
});

test("a subject that exists is a link, and so is a marker with a URL", async () => {
  const gone = { type: "connection", id: "web_1", name: "old → gone", is_deleted: true } as const;
  const region = await open({
    ...NONE,
    changes: [aChange(-60), aChange(-120, { action: "deleted", fields: [], subject: gone })],
    markers: [aMarker(-180, "Deploy 7", "https://ci.example.com/7")],
  });

  await expect
    .element(region.getByRole("link", { name: "orders-api" }))
    .toHaveAttribute("href", "/destinations/des_1");
  await expect
    .element(region.getByRole("link", { name: "Deploy 7" }))
    .toHaveAttribute("href", "https://ci.example.com/7");
  await expect.element(region.getByText("Ada deleted the connection old → gone")).toBeVisible();
  expect(region.getByRole("link").elements()).toHaveLength(2);
});

test("an issue that opened again has two beginnings, and a change belongs to the nearer one", async () => {
  const region = await open({
    ...NONE,
    reopened_at: secondsFromFirst(48 * 3600),
    changes: [aChange(-3600), aChange(47 * 3600)],
    has_more: true,
  });

  await expect.element(region.getByText("The issue opened again")).toBeVisible();
  const lines = region.getByRole("listitem").elements();
  expect(
    lines.map(
      (line) => /opened again|first time|\d+ \w+ (?:before|after)$/.exec(line.textContent ?? "")?.[0],
    ),
  ).toEqual(["opened again", "1 hour before", "first time", "1 hour before"]);
  await expect.element(region.getByText("More changed. These are the nearest.")).toBeVisible();
});

test("if nothing is recorded, it says so and offers the line for a deploy script", async () => {
  const region = await open(NONE);

  await expect.element(region.getByText(/^Nothing is recorded of the 24 hours before/)).toBeVisible();
  await expect.element(region.getByRole("button", { name: "Copy cURL command" })).toBeVisible();
  await expect.element(region).toHaveTextContent(`curl -X POST '${location.origin}/2025-07-01/markers'`);
  await expect.element(region).toHaveTextContent(`-d '{"title":"Deploy of orders-api"}'`);
});

test("if it cannot be loaded, the rest of the page stays, and it can be tried again", async () => {
  const region = await open(refused);
  await expect.element(region.getByText("What changed could not be loaded.")).toBeVisible();

  api.answers[CHANGES] = { ...NONE, markers: [aMarker(-30, "Deploy 7")] };
  await region.getByRole("button", { name: "Try again" }).click();

  await expect.element(region.getByText("Deploy 7")).toBeVisible();
});
