import type { Attempt } from "@posthorn/contract/attempts";
import { createRoute } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { answerApi, type Answers, type TestApi } from "../api/test-api.ts";
import { aSession } from "../connections/test-connections.ts";
import { openScreen } from "../test-screen.tsx";
import { CompareAttempts } from "./compare-attempts.tsx";
import { CompareEvents } from "./compare-events.tsx";

const at = "2026-11-14T14:00:00.000Z";
let api: TestApi;
let closed = 0;
afterEach(() => {
  api.restore();
  closed = 0;
});

async function open(compared: ReactNode, answers: Answers) {
  api = answerApi({ "GET /dashboard-api/session": aSession("member"), ...answers });
  const { screen } = await openScreen("/here", (app) => [
    createRoute({ getParentRoute: () => app, path: "here", component: () => compared }),
  ]);
  return screen;
}

function anAttempt(number: number, change: Partial<Attempt> = {}): Attempt {
  return {
    id: `atm_${number}`,
    team_id: "tm_1",
    event_id: "evt_1",
    destination_id: "des_1",
    response_status: 503,
    attempt_number: number,
    trigger: "MANUAL",
    error_code: null,
    bulk_retry_id: null,
    status: "FAILED",
    successful_at: null,
    delivered_at: at,
    responded_at: at,
    delivery_latency: 12,
    response_latency: 184,
    updated_at: at,
    created_at: at,
    ...change,
  };
}

function anEvent(id: string, total: number, url = "https://a.dev/hooks"): Answers {
  const data = {
    path: "/",
    query: "",
    parsed_query: {},
    headers: { "content-type": "application/json" },
    body: { total },
    url,
    method: "POST",
    appended_headers: [],
  };
  return {
    [`GET /2025-07-01/events/${id}`]: { id, created_at: at, status: "FAILED", data },
    [`GET /2025-07-01/events/${id}/raw_body`]: { body: `{"currency":"EUR","total":${total}}` },
  };
}

const attempts = <CompareAttempts before={anAttempt(1)} after={anAttempt(2)} onClose={() => (closed += 1)} />;
const ANSWERS = {
  "GET /2025-07-01/attempts/atm_1": { ...anAttempt(1), body: { error: "overloaded", retry: true } },
  "GET /2025-07-01/attempts/atm_2": { ...anAttempt(2), body: { error: "database", retry: true } },
};

test("the responses to two attempts stand side by side, and Esc closes", async () => {
  const screen = await open(attempts, ANSWERS);
  const window = screen.getByRole("dialog", { name: "Compare attempts" });

  await expect.element(window.getByText(/^Attempt 1 · /)).toBeVisible();
  await expect.element(window.getByText(/^Attempt 2 · /)).toBeVisible();
  await expect.element(window.getByText("1 line added, 1 line removed.")).toBeInTheDocument();
  const columns = window.getByRole("textbox");
  await expect.element(columns.first()).toHaveTextContent('"error": "overloaded"');
  await expect.element(columns.last()).toHaveTextContent('"error": "database"');
  expect(columns.elements()).toHaveLength(2);
  await userEvent.keyboard("{Escape}");

  expect(closed).toBe(1);
});

test("equal responses say so, and a response that cannot be loaded can be tried again", async () => {
  const screen = await open(attempts, {
    ...ANSWERS,
    "GET /2025-07-01/attempts/atm_2": () => Response.json({}, { status: 503 }),
  });
  await expect.element(screen.getByRole("button", { name: /try again/i })).toBeVisible();

  api.answers["GET /2025-07-01/attempts/atm_2"] = {
    ...anAttempt(2),
    body: { error: "overloaded", retry: true },
  };
  await screen.getByRole("button", { name: /try again/i }).click();

  await expect.element(screen.getByText("Both texts are alike.")).toBeVisible();
});

test("the requests of two events are compared part by part, from the first that differs", async () => {
  const screen = await open(<CompareEvents beforeId="evt_1" afterId="evt_2" onClose={() => undefined} />, {
    ...anEvent("evt_1", 7),
    ...anEvent("evt_2", 7, "https://b.dev/hooks"),
  });
  const window = screen.getByRole("dialog", { name: "Compare events" });

  const url = window.getByRole("tab", { name: "URL" });
  await expect.element(url).toHaveAttribute("aria-selected", "true");
  await expect.element(url).toHaveTextContent("+1 −1");
  await expect.element(window.getByRole("textbox").last()).toHaveTextContent("https://b.dev/hooks");
  await window.getByRole("tab", { name: "Headers" }).click();
  await expect.element(window.getByText("Both texts are alike.")).toBeVisible();
  await window.getByRole("tab", { name: "Body" }).click();

  await expect.element(window.getByText("Both texts are alike.")).toBeVisible();
});

test("an event past its retention has nothing to compare", async () => {
  const screen = await open(<CompareEvents beforeId="evt_1" afterId="evt_2" onClose={() => undefined} />, {
    ...anEvent("evt_1", 7),
    "GET /2025-07-01/events/evt_2": { id: "evt_2", created_at: at, status: "FAILED", data: null },
  });

  await expect.element(screen.getByText(/^This event is past your archival period of/)).toBeVisible();
});
