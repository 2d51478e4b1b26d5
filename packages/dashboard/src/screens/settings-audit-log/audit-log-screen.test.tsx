import type { AuditEntry } from "@posthorn/contract/audit-log";
import type { Role } from "@posthorn/contract/roles";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { useState } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { HeaderSlot, PageActionsContext } from "../../ui/page-actions.tsx";
import { AuditLogScreen } from "./audit-log-screen.tsx";
import { AuditSearch } from "./audit-url.ts";

const AT = "/settings/organization/audit-log";
const ENTRIES = "GET /dashboard-api/organizations/org_1/audit-entries";
const FOOT = "Kept for 365 days. Entries cannot be changed or deleted, not even by the owner.";

const ADA = { kind: "session", id: "usr_1", name: "Ada", email: "ada@example.com" } as const;

function anEntry(id: string, parts: Partial<AuditEntry>): AuditEntry {
  return {
    id: `aud_${id}`,
    created_at: "2026-11-15T14:31:02.000Z",
    action: "edited",
    subject: { type: "connection", id: "web_1", name: "stripe → orders-api", is_deleted: false },
    changed: ["rules.retry"],
    project: { id: "tm_9", name: "payments-prod" },
    by: ADA,
    address: "203.0.113.24",
    user_agent: "Mozilla/5.0",
    request: "PUT /2025-07-01/connections/web_1",
    ...parts,
  };
}

const CHANGED = anEntry("1", {});
const ROLLED = anEntry("2", {
  action: "rolled",
  subject: { type: "project", id: "tm_9", name: "payments-prod", is_deleted: false },
  changed: ["signing_secret"],
});
const BY_KEY = anEntry("3", {
  subject: { type: "destination", id: "des_1", name: "ledger", is_deleted: true },
  action: "deleted",
  by: { kind: "api_key", id: "apk_1", name: "ci-deploy", email: null },
  user_agent: "Terraform/1.9.0",
});
const SIGNED_IN = anEntry("4", {
  action: "sign_in_failed",
  subject: { type: "person", id: "usr_1", name: "ada@example.com", is_deleted: false },
  project: null,
  changed: [],
});
const ALL = [CHANGED, ROLLED, BY_KEY, SIGNED_IN];

let api: TestApi;
afterEach(() => api.restore());

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
    createRoute({
      getParentRoute: () => app,
      path: "settings/organization/audit-log",
      validateSearch: AuditSearch,
      component: Framed,
    }),
  ];
}

const page = (models: readonly AuditEntry[], next: string | null = null) => ({
  models,
  next,
  prev: null,
  count: models.length,
  kept_days: 365,
});

async function open(address = AT, answers: Answers = {}, role: Role = "admin") {
  api = answerApi({
    "GET /dashboard-api/session": aSession(role),
    "GET /dashboard-api/organizations/org_1/members": { models: [] },
    [ENTRIES]: page(ALL),
    "GET /dashboard-api/organizations/org_1/audit-push": { audit_push: null },
    ...answers,
  });
  return openScreen(address, routes);
}

const asked = () =>
  api.asked.map(({ call }) => decodeURIComponent(call)).filter((call) => call.startsWith(ENTRIES));

test("says who did what, in which project and from where", async () => {
  const { screen } = await open();
  const rows = screen.getByRole("region", { name: "Audit log" }).getByRole("row");

  await expect.element(rows.nth(1)).toHaveTextContent("Ada");
  await expect.element(rows.nth(1)).toHaveTextContent("ada@example.com");
  await expect.element(rows.nth(1)).toHaveTextContent("Changed connection stripe → orders-api");
  await expect.element(rows.nth(1)).toHaveTextContent("payments-prod");
  await expect.element(rows.nth(1)).toHaveTextContent("203.0.113.24Dashboard");
  await expect.element(rows.nth(2)).toHaveTextContent("Rolled signing secret of payments-prod");
  await expect.element(rows.nth(3)).toHaveTextContent("ci-deployAPI key");
  await expect.element(rows.nth(3)).toHaveTextContent("Deleted destination ledger");
  await expect.element(rows.nth(3)).toHaveTextContent("Terraform");
  await expect.element(rows.nth(4)).toHaveTextContent("Failed to sign in");
  await expect.element(screen.getByText(FOOT)).toBeVisible();
  await expect.element(screen.getByText("4 entries")).toBeVisible();
});

test("a row opens to what was before and after, and says that secrets are not kept", async () => {
  const before = { name: "stripe", rules: [{ type: "retry", strategy: "linear", count: 3 }] };
  const after = { name: "stripe", rules: [{ type: "retry", strategy: "exponential", count: 6 }] };
  const { screen } = await open(AT, {
    [`${ENTRIES}/aud_1`]: { ...CHANGED, before, after },
    [`${ENTRIES}/aud_2`]: { ...ROLLED, before: { name: "a" }, after: { name: "a" } },
  });

  const row = screen.getByRole("button", { name: "Changed connection stripe → orders-api" });
  await row.click();
  await expect.element(row).toHaveAttribute("aria-expanded", "true");
  await expect.element(screen.getByText('"strategy": "exponential"')).toBeVisible();
  await expect.element(screen.getByText('"strategy": "linear"')).toBeVisible();
  await expect.element(screen.getByText("+2 −2")).toBeVisible();
  await expect.element(screen.getByText("PUT /2025-07-01/connections/web_1")).toBeVisible();
  await expect.element(screen.getByText("Mozilla/5.0")).toBeVisible();

  await screen.getByRole("button", { name: "Rolled signing secret of payments-prod" }).click();
  await expect.element(screen.getByText("signing_secret", { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/Only values have changed that are not kept/)).toBeVisible();
  await expect.element(row).toHaveAttribute("aria-expanded", "false");
});

test("the address narrows the list, and a filter goes back to the first page", async () => {
  const { screen, router } = await open(`${AT}?by=api_key&action[0]=deleted&search=ci&next=aud_9`);

  await expect.poll(() => asked().at(-1)).toContain("by=api_key");
  expect(asked().at(-1)).toContain("action[0]=deleted");
  expect(asked().at(-1)).toContain("search=ci");
  expect(asked().at(-1)).toContain("next=aud_9");

  await screen.getByRole("button", { name: "Who API keys" }).click();
  await screen.getByRole("menuitemradio", { name: "Operator" }).click();
  await expect
    .poll(() => router.state.location.search)
    .toEqual({ by: "operator", action: ["deleted"], search: "ci" });
});

test("an export has the filters of the list, and no page", async () => {
  const { screen } = await open(`${AT}?by=api_key`);
  const saved: string[] = [];
  // A real click would leave the page of the test.
  const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.getAttribute("href") ?? "");
  });
  try {
    await screen.getByRole("button", { name: "Export 4" }).click();
    await screen.getByRole("menuitem", { name: "As CSV" }).click();
    await screen.getByRole("button", { name: "Export 4" }).click();
    await screen.getByRole("menuitem", { name: "As JSON lines" }).click();

    await expect
      .poll(() => saved)
      .toEqual([
        "/dashboard-api/organizations/org_1/audit-log?by=api_key&format=csv",
        "/dashboard-api/organizations/org_1/audit-log?by=api_key&format=jsonl",
      ]);
  } finally {
    click.mockRestore();
  }
});

test("nothing that matches is not the same as nothing at all, and a failure can be tried again", async () => {
  const { screen } = await open(AT, { [ENTRIES]: page([]) });
  await expect.element(screen.getByText("Nothing has been changed yet")).toBeVisible();
  api.restore();

  const narrowed = await open(`${AT}?search=nothing`, { [ENTRIES]: page([]) });
  await narrowed.screen.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => narrowed.router.state.location.search).toEqual({});
});
