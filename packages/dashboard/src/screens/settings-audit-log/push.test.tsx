/** Can a person send the log elsewhere, see whether it arrives, and end it again? */
import type { AuditPush } from "@posthorn/contract/audit-push";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { HeaderSlot, PageActionsContext } from "../../ui/page-actions.tsx";
import { AuditLogScreen } from "./audit-log-screen.tsx";
import { AuditSearch } from "./audit-url.ts";

const AT = "/settings/organization/audit-log";
const OF = "/dashboard-api/organizations/org_1";
const PUSH = `${OF}/audit-push`;

let api: TestApi;
afterEach(() => api.restore());

const AUDIT = { id: "src_1", name: "audit", project: { id: "tm_9", name: "payments-prod" } };
const OTHER = { id: "src_2", name: "shop", project: { id: "tm_8", name: "staging" } };

function aPush(change: Partial<AuditPush> = {}): AuditPush {
  return {
    target: { type: "source", source: AUDIT },
    is_paused: false,
    waiting: 0,
    oldest_at: null,
    pushed_at: "2026-11-15T14:31:02.000Z",
    error: null,
    failed_at: null,
    next_push_at: null,
    lost: 0,
    refused: 0,
    ...change,
  };
}

const OTLP: AuditPush["target"] = {
  type: "otlp",
  url: "https://otel.example.com/?…",
  header_names: ["authorization"],
};

function Framed() {
  const [slot, setSlot] = useState<HTMLElement | null>(null);
  return (
    <PageActionsContext value={slot}>
      <HeaderSlot ref={setSlot} />
      <AuditLogScreen />
    </PageActionsContext>
  );
}

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: AT, validateSearch: AuditSearch, component: Framed }),
  ];
}

async function open(audit_push: AuditPush | null, answers: Answers = {}) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("admin"),
    [`GET ${OF}/members`]: { models: [] },
    [`GET ${OF}/audit-entries`]: { models: [], next: null, prev: null, count: 0, kept_days: 365 },
    [`GET ${PUSH}`]: { audit_push },
    [`GET ${PUSH}/sources`]: { models: [AUDIT, OTHER] },
    ...answers,
  });
  return (await openScreen(AT, routes)).screen;
}

/** A change that the next poll sees, too. */
const becoming = (audit_push: AuditPush | null) => () => {
  const reply = { audit_push };
  api.answers[`GET ${PUSH}`] = reply;
  return reply;
};

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);
const refused = (message: string) =>
  Response.json({ code: "UNPROCESSABLE_ENTITY", status: 422, message, data: [message] }, { status: 422 });

test("entries go into a source of any project from now on", async () => {
  const screen = await open(null, { [`PUT ${PUSH}`]: becoming(aPush()) });

  await screen.getByRole("button", { name: "Push…" }).click();
  const submit = screen.getByRole("button", { name: "Push from now on" });
  await submit.click();
  await expect.element(screen.getByText("Required")).toBeVisible();
  await screen.getByRole("combobox", { name: "Source" }).click();
  await screen.getByRole("option", { name: "shop in staging" }).click();
  await submit.click();

  await expect.poll(() => sent(`PUT ${PUSH}`)).toEqual([{ type: "source", source_id: "src_2" }]);
  await expect.element(screen.getByRole("button", { name: "Pushed", exact: true })).toBeVisible();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

test("entries go to a receiver, with headers that are typed as lines", async () => {
  const screen = await open(null, { [`PUT ${PUSH}`]: becoming(aPush({ target: OTLP })) });

  await screen.getByRole("button", { name: "Push…" }).click();
  await screen.getByRole("radio", { name: /OpenTelemetry/ }).click();
  await screen.getByRole("textbox", { name: "URL" }).fill("otel.example.com");
  await screen.getByRole("textbox", { name: "Headers" }).fill("no header");
  await screen.getByRole("button", { name: "Push from now on" }).click();
  await expect.element(screen.getByText("Must be a valid HTTP url")).toBeVisible();
  await expect.element(screen.getByText("Write each header on a line of its own: Name: value")).toBeVisible();
  await screen.getByRole("textbox", { name: "URL" }).fill("https://otel.example.com");
  await screen.getByRole("textbox", { name: "Headers" }).fill("authorization: Bearer abc\n");
  await screen.getByRole("button", { name: "Push from now on" }).click();

  await expect
    .poll(() => sent(`PUT ${PUSH}`))
    .toEqual([{ type: "otlp", url: "https://otel.example.com", headers: { authorization: "Bearer abc" } }]);
});

test("stored headers stay until they are replaced, and another URL asks for them", async () => {
  const message = "headers must be given again: another URL does not get the stored ones";
  const screen = await open(aPush({ target: OTLP }), { [`PUT ${PUSH}`]: () => refused(message) });

  await screen.getByRole("button", { name: "Pushed", exact: true }).click();
  await expect.element(screen.getByText("authorization: stored")).toBeVisible();
  await screen.getByRole("textbox", { name: "URL" }).fill("https://other.example.com");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect
    .element(
      screen.getByText("Must be given again: another URL does not get the stored ones", { exact: true }),
    )
    .toBeVisible();
  await screen.getByRole("button", { name: "Replace" }).click();
  await screen.getByRole("textbox", { name: "Headers" }).fill("x-key: 1");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect
    .poll(() => sent(`PUT ${PUSH}`))
    .toEqual([
      { type: "otlp", url: "https://other.example.com", headers: null },
      { type: "otlp", url: "https://other.example.com", headers: { "x-key": "1" } },
    ]);
});

test("a push that fails says why, when it is tried again, and how far it is behind", async () => {
  const screen = await open(
    aPush({
      waiting: 1_204,
      oldest_at: "2026-11-15T10:31:02.000Z",
      error: "The receiver answered 503.",
      failed_at: "2026-11-15T14:31:02.000Z",
      next_push_at: "2026-11-15T14:33:00.000Z",
      lost: 2,
      refused: 1,
    }),
  );

  await expect.element(screen.getByText("Last push failed: The receiver answered 503.")).toBeVisible();
  const callout = screen.getByText(/^Next try/);
  await expect.element(callout).toHaveTextContent(/Next try .*\. 1,204 entries wait, the oldest since .*\./);
  await expect
    .element(callout)
    .toHaveTextContent(
      "2 entries left the log by age before the push. 1 entry reached the receiver, which threw it away.",
    );
  await screen.getByRole("button", { name: "Push fails" }).click();
  await expect.element(screen.getByRole("dialog").getByText("audit in payments-prod")).toBeVisible();
});

test("is tested, paused, continued and removed", async () => {
  const paused = aPush({ is_paused: true, waiting: 1 });
  const screen = await open(aPush(), {
    [`POST ${PUSH}/test`]: becoming(aPush({ waiting: 1 })),
    [`PUT ${PUSH}/pause`]: becoming(paused),
    [`DELETE ${PUSH}`]: becoming(null),
  });

  await screen.getByRole("button", { name: "Pushed", exact: true }).click();
  await screen.getByRole("button", { name: "Send a test entry" }).click();
  await expect.element(screen.getByText("Test entry made. It is on its way.")).toBeVisible();
  await screen.getByRole("button", { name: "Pause", exact: true }).click();
  await expect.element(screen.getByRole("button", { name: "Go on" })).toBeVisible();
  expect(sent(`PUT ${PUSH}/pause`)).toEqual([{ is_paused: true }]);
  await expect
    .element(screen.getByRole("button", { name: "Send a test entry" }))
    .toHaveAttribute("data-tooltip", "The push is paused");
  await screen.getByRole("button", { name: "Remove…" }).click();
  await expect.element(screen.getByText(/1 entry waits and will not be pushed any more/)).toBeVisible();
  await screen.getByRole("button", { name: "Remove", exact: true }).click();

  await expect.element(screen.getByRole("button", { name: "Push…" })).toBeVisible();
});

test("a source that is gone is said to be gone", async () => {
  const screen = await open(aPush({ target: { type: "source", source: null } }));

  await screen.getByRole("button", { name: "Pushed", exact: true }).click();
  await expect.element(screen.getByText("a source that is gone")).toBeVisible();
  await expect.element(screen.getByRole("combobox", { name: "Source" })).toHaveValue("");
});
