import type { Erasure, ErasureCounts } from "@posthorn/contract/erasures";
import type { Role } from "@posthorn/contract/roles";
import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { PersonalDataScreen } from "./personal-data-screen.tsx";

const LIST = "GET /dashboard-api/erasures";
const PLAN = "POST /dashboard-api/erasures";
const JANE = "jane@example.com";
const AT = "2026-11-14T14:00:00.000Z";

const NONE: ErasureCounts = {
  requests: 0,
  events: 0,
  pending_events: 0,
  attempts: 0,
  executions: 0,
  kept_payloads: 0,
  unreadable: 0,
};

function anErasure(change: Partial<Erasure> = {}): Erasure {
  return {
    id: "ers_1",
    state: "planned",
    identifier: JANE,
    digest: "0123456789ab",
    progress: 100,
    planned: { ...NONE, requests: 1_200, events: 1_300, attempts: 2 },
    erased: NONE,
    started_by: "Ada",
    confirmed_by: null,
    confirmed_at: null,
    ended_at: null,
    created_at: AT,
    ...change,
  };
}

const COMPLETED = anErasure({
  state: "completed",
  identifier: null,
  erased: { ...NONE, requests: 3 },
  confirmed_by: "Ada",
  confirmed_at: AT,
  ended_at: AT,
});

let api: TestApi;
afterEach(() => api.restore());

async function open(models: Erasure[], answers: Answers = {}, role: Role = "admin") {
  api = answerApi({ "GET /dashboard-api/session": aSession(role), [LIST]: { models }, ...answers });
  const { screen } = await openScreen("/settings/project/personal-data", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "settings/project/personal-data",
      component: PersonalDataScreen,
    }),
  ]);
  return screen;
}

test("an identifier becomes a plan, and its progress takes the place of the form", async () => {
  const planning = anErasure({ state: "planning", progress: 40 });
  const screen = await open([], {
    [PLAN]: () => {
      api.answers[LIST] = { models: [planning] };
      return planning;
    },
  });

  await screen.getByLabelText("Identifier").fill(`  ${JANE} `);
  await screen.getByRole("button", { name: "Count what contains it" }).click();

  await expect
    .element(screen.getByRole("progressbar", { name: "Counting" }))
    .toHaveAttribute("aria-valuenow", "40");
  expect(api.asked.find(({ call }) => call === PLAN)?.body).toEqual({ identifier: JANE });
  expect(screen.getByLabelText("Identifier").elements()).toEqual([]);
});

test.each([
  ["", "Required"],
  ["abc", "Enter at least 4 characters"],
  ["a".repeat(201), "Enter at most 200 characters"],
])("%j is no identifier", async (identifier, mistake) => {
  const screen = await open([]);

  await screen.getByLabelText("Identifier").fill(identifier);
  await screen.getByRole("button", { name: "Count what contains it" }).click();

  await expect.element(screen.getByText(mistake)).toBeVisible();
  expect(api.asked.filter(({ call }) => call === PLAN)).toEqual([]);
});

test("a plan says what it has counted, and erases only after a question", async () => {
  const CONFIRM = "POST /dashboard-api/erasures/ers_1/confirm";
  const plan = anErasure();
  const screen = await open([{ ...plan, planned: { ...plan.planned, pending_events: 5, unreadable: 1 } }], {
    [CONFIRM]: () => {
      const erasing = anErasure({ state: "erasing", progress: 10, confirmed_at: AT });
      api.answers[LIST] = { models: [erasing] };
      return erasing;
    },
  });
  await expect.element(screen.getByText("1,200", { exact: true })).toBeVisible();
  await expect
    .element(screen.getByText("5 of these events are still to be delivered. They are cancelled."))
    .toBeVisible();
  await expect.element(screen.getByText(/^1 body is compressed/)).toBeVisible();

  await screen.getByRole("button", { name: "Erase" }).click();
  const dialog = screen.getByRole("dialog");
  await expect.element(dialog).toHaveTextContent(`What contains ${JANE} is replaced`);
  expect(api.asked.filter(({ call }) => call === CONFIRM)).toEqual([]);
  await dialog.getByRole("button", { name: "Erase" }).click();

  await expect
    .element(screen.getByRole("progressbar", { name: "Erasing" }))
    .toHaveAttribute("aria-valuenow", "10");
});

test("a plan that has found nothing can only be discarded", async () => {
  const CANCEL = "POST /dashboard-api/erasures/ers_1/cancel";
  const screen = await open([anErasure({ planned: NONE })], {
    [CANCEL]: () => {
      const discarded = anErasure({ state: "cancelled", identifier: null, ended_at: AT });
      api.answers[LIST] = { models: [discarded] };
      return discarded;
    },
  });

  await expect.element(screen.getByText("Nothing that this project has kept contains it.")).toBeVisible();
  expect(screen.getByRole("button", { name: "Erase" }).elements()).toEqual([]);
  await screen.getByRole("button", { name: "Discard plan" }).click();

  await expect.element(screen.getByText("Discarded")).toBeVisible();
  await expect.element(screen.getByLabelText("Identifier")).toBeVisible();
});

test("the record has a digest, how much, when and by whom, and no identifier", async () => {
  const screen = await open([COMPLETED]);

  const past = screen.getByRole("region", { name: "Past erasures" });
  await expect.element(past).toHaveTextContent("0123456789ab");
  await expect.element(past).toHaveTextContent("3 requests erased");
  await expect.element(past).toHaveTextContent("Ada");
  await expect.element(past.getByText("Completed")).toBeVisible();
});

test("a page that cannot load says so", async () => {
  const screen = await open([], {
    [LIST]: () => Response.json({ code: "UNAVAILABLE", status: 503, message: "Away" }, { status: 503 }),
  });

  await expect.element(screen.getByRole("button", { name: "Try again" })).toBeVisible();
});
