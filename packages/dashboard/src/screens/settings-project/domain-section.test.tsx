import type { CustomDomain, RecordFinding } from "@posthorn/contract/custom-domains";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { chooseCurrentProject } from "../../resources/api/current-project.ts";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { DOMAINS_EVERY_MS } from "../../resources/custom-domains/custom-domain-queries.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { DomainSection } from "./domain-section.tsx";

const AT = "/settings/project/general";
const LIST = "GET /dashboard-api/teams/current/custom_domains";
const ADD = "POST /dashboard-api/teams/current/custom_domains";

let api: TestApi;
afterEach(() => {
  vi.useRealTimers();
  api.restore();
  chooseCurrentProject(null);
});

function aDomain(
  hostname: string,
  findings?: RecordFinding[],
  change: Partial<CustomDomain> = {},
): CustomDomain {
  const [routing = "found", ownership = "found"] = findings ?? [];
  const isActive = findings === undefined;
  const name = `_posthorn-challenge.${hostname}`;
  return {
    id: `dom_${hostname}`,
    team_id: "tm_1",
    hostname,
    status: isActive ? "active" : "pending",
    ssl: {
      id: `dom_${hostname}`,
      type: "dv",
      method: "proxy",
      status: isActive ? "active" : "initializing",
      expires_at: null,
      txt_name: name,
      txt_value: "vW9kT2cQm4rA8yLxZ0pN7hJd",
      validation_records: [],
    },
    ownership_verification: { type: "txt", name, value: "vW9kT2cQm4rA8yLxZ0pN7hJd" },
    verification_errors: [],
    records: [
      { type: "CNAME", name: hostname, value: "edge.posthorn.test", status: routing },
      { type: "TXT", name, value: "vW9kT2cQm4rA8yLxZ0pN7hJd", status: ownership },
    ],
    expires_at: isActive ? null : "2026-11-21T14:00:00.000Z",
    checked_at: "2026-11-14T14:00:00.000Z",
    created_at: "2026-11-14T14:00:00.000Z",
    updated_at: "2026-11-14T14:00:00.000Z",
    ...change,
  };
}

function routes(app: AnyRoute): AnyRoute[] {
  return [createRoute({ getParentRoute: () => app, path: AT, component: DomainSection })];
}

async function open(answers: Answers, role: "owner" | "member" = "owner") {
  api = answerApi({ "GET /dashboard-api/session": aSession(role), ...answers });
  chooseCurrentProject("tm_1");
  return (await openScreen(AT, routes)).screen;
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);
const refused = (code: string, message: string, status: number) => () =>
  Response.json({ code, status, message }, { status });

test("a claimed domain shows both records with their state, and an active one none", async () => {
  const screen = await open({
    [LIST]: [
      aDomain("hooks.acme.dev"),
      aDomain("events.acme.io", ["found", "wrong"], {
        verification_errors: [
          "The TXT record at _posthorn-challenge.events.acme.io has another value than this one.",
        ],
      }),
    ],
  });

  const [active, pending] = [screen.getByRole("listitem").nth(0), screen.getByText("Pending")];
  await expect.element(active).toHaveTextContent("hooks.acme.devSSL activeActive");
  await expect.element(pending).toBeVisible();
  await expect.element(screen.getByText("SSL initializing · checked every 5 s")).toBeVisible();
  await expect.element(screen.getByText("Found", { exact: true })).toBeVisible();
  await expect.element(screen.getByText("Other value", { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/has another value than this one/)).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Copy the value of the TXT record" }))
    .toBeVisible();
});

test("while a domain waits the list asks every five seconds, and stops when it is active", async () => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  const screen = await open({ [LIST]: [aDomain("events.acme.io", ["missing", "missing"])] });
  await expect.element(screen.getByText("Pending")).toBeVisible();

  api.answers[LIST] = [aDomain("events.acme.io")];
  await vi.advanceTimersByTimeAsync(DOMAINS_EVERY_MS);
  await expect.element(screen.getByText("Active", { exact: true })).toBeVisible();

  const asked = sent(LIST).length;
  await vi.advanceTimersByTimeAsync(3 * DOMAINS_EVERY_MS);
  expect(sent(LIST)).toHaveLength(asked);
});

test("while a certificate is ordered the list asks every five seconds, until it is there", async () => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "setInterval", "clearInterval"],
    shouldAdvanceTime: true,
  });
  const domain = aDomain("hooks.acme.dev");
  const ordered: CustomDomain = { ...domain, ssl: { ...domain.ssl, method: "http", status: "initializing" } };
  const screen = await open({ [LIST]: [ordered] });

  await expect.element(screen.getByText("SSL initializing · checked every 5 s")).toBeVisible();
  await expect.element(screen.getByText("Active", { exact: true })).toBeVisible();
  await expect
    .element(screen.getByText(/Both records are right, and Posthorn orders a certificate/))
    .toBeVisible();
  await expect.element(screen.getByText("CNAME")).not.toBeInTheDocument();

  const why = "The certificate authority could not read a file of Posthorn's.";
  api.answers[LIST] = [{ ...ordered, verification_errors: [why] }];
  await vi.advanceTimersByTimeAsync(DOMAINS_EVERY_MS);
  await expect.element(screen.getByText(why)).toBeVisible();
  await expect.element(screen.getByText("CNAME")).not.toBeInTheDocument();

  api.answers[LIST] = [
    { ...ordered, ssl: { ...ordered.ssl, status: "active", expires_at: "2027-02-14T14:00:00.000Z" } },
  ];
  await vi.advanceTimersByTimeAsync(DOMAINS_EVERY_MS);
  await expect.element(screen.getByText("SSL active")).toBeVisible();
  await expect.element(screen.getByText(/Posthorn orders a certificate/)).not.toBeInTheDocument();

  const asked = sent(LIST).length;
  await vi.advanceTimersByTimeAsync(3 * DOMAINS_EVERY_MS);
  expect(sent(LIST)).toHaveLength(asked);
});

test("a certificate that cannot be renewed is said under a domain that still works", async () => {
  const why = "The certificate of hooks.acme.dev could not be renewed; the old one still works.";
  const screen = await open({
    [LIST]: [aDomain("hooks.acme.dev", undefined, { verification_errors: [why] })],
  });

  await expect.element(screen.getByText("SSL active")).toBeVisible();
  await expect
    .element(screen.getByText("Requests still arrive, but the certificate will end."))
    .toBeVisible();
  await expect.element(screen.getByText(why)).toBeVisible();
});

test("a host name without a subdomain is not sent", async () => {
  const screen = await open({ [LIST]: [] });
  const field = screen.getByRole("textbox", { name: "Hostname" });

  await screen.getByRole("button", { name: "Add domain" }).click();
  await expect.element(field).toHaveAccessibleDescription("Required");
  await field.fill("acme.dev");
  await screen.getByRole("button", { name: "Add domain" }).click();

  await expect
    .element(field)
    .toHaveAccessibleDescription("Invalid hostname. Hostname must contain a subdomain.");
  expect(sent(ADD)).toEqual([]);
});

test.each([
  ["CUSTOM_DOMAIN_INVALID", "The domain entered is not a valid hostname.", 422],
  ["CUSTOM_DOMAIN_ALREADY_EXISTS", "The domain entered is already in use.", 409],
])("%s is said in a toast, and the text stays", async (code, message, status) => {
  const screen = await open({ [LIST]: [], [ADD]: refused(code, message, status) });
  const field = screen.getByRole("textbox", { name: "Hostname" });
  await field.fill("hooks.acme.dev");

  await screen.getByRole("button", { name: "Add domain" }).click();

  await expect.element(screen.getByText(message)).toBeVisible();
  await expect.element(field).toHaveValue("hooks.acme.dev");
});

test("an added domain appears, and a removed one goes after a question", async () => {
  const screen = await open({
    [LIST]: [],
    [ADD]: () => {
      api.answers[LIST] = [aDomain("hooks.acme.dev", ["unchecked", "unchecked"])];
      return aDomain("hooks.acme.dev", ["unchecked", "unchecked"]);
    },
    "DELETE /dashboard-api/teams/current/custom_domains/dom_hooks.acme.dev": () => {
      api.answers[LIST] = [];
      return { id: "dom_hooks.acme.dev" };
    },
  });
  await screen.getByRole("textbox", { name: "Hostname" }).fill("hooks.acme.dev");
  await screen.getByRole("button", { name: "Add domain" }).click();
  await expect.element(screen.getByText("hooks.acme.dev added")).toBeVisible();
  expect(sent(ADD)).toEqual([{ hostname: "hooks.acme.dev" }]);

  await screen.getByRole("button", { name: "Remove hooks.acme.dev" }).click();
  await screen.getByRole("button", { name: "Remove", exact: true }).click();

  await expect.element(screen.getByText("hooks.acme.dev removed")).toBeVisible();
  await expect.element(screen.getByText("Pending")).not.toBeInTheDocument();
});

test("a removal that fails says so", async () => {
  const screen = await open({
    [LIST]: [aDomain("hooks.acme.dev")],
    "DELETE /dashboard-api/teams/current/custom_domains/dom_hooks.acme.dev": refused(
      "FATAL_ERROR",
      "Fatal Error",
      500,
    ),
  });
  await screen.getByRole("button", { name: "Remove hooks.acme.dev" }).click();
  await screen.getByRole("button", { name: "Remove", exact: true }).click();

  await expect
    .element(screen.getByText("The domain could not be removed, try again later or contact us."))
    .toBeVisible();
});

test("a member sees the domains and why they cannot change them", async () => {
  const screen = await open({ [LIST]: [aDomain("hooks.acme.dev")] }, "member");

  await expect.element(screen.getByText("hooks.acme.dev", { exact: true })).toBeVisible();
  await screen.getByRole("button", { name: "Remove hooks.acme.dev" }).click({ force: true });
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("textbox", { name: "Hostname" })).toHaveAttribute("readonly");
});
