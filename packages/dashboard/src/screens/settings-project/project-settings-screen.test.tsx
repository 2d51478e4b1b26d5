import type { Project } from "@posthorn/contract/projects";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { answerApi, aPageOf, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aConnection, aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ProjectSettingsScreen } from "./project-settings-screen.tsx";

const AT = "/settings/project/general";
const SESSION = "GET /dashboard-api/session";
const PROJECT = "GET /2025-07-01/projects/tm_1";
const UPDATE = "PUT /2025-07-01/projects/tm_1";
const DELETE = "DELETE /2025-07-01/projects/tm_1";
const DOMAINS = "GET /dashboard-api/teams/current/custom_domains";
const TRANSFER = "POST /dashboard-api/project-transfer";

const { source: SOURCE } = aConnection(1);

let api: TestApi;
let router: Awaited<ReturnType<typeof openScreen>>["router"];
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

function aProject(change: Partial<Project> = {}): Project {
  return {
    id: "tm_1",
    organization_id: "org_1",
    name: "payments",
    type: "event_gateway",
    private: false,
    is_guest: false,
    static_ip_proxy: false,
    notification_methods: [],
    custom_hostnames: [],
    directory_sync_enabled: false,
    webhook_topics: [],
    webhook_source_id: null,
    headers_prefix: null,
    max_events_per_second: null,
    updated_at: "2026-11-14T14:00:00.000Z",
    created_at: "2026-11-14T14:00:00.000Z",
    ...change,
  };
}

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: AT, component: ProjectSettingsScreen }),
    createRoute({ getParentRoute: () => app, path: "events", component: () => <p>Events are here</p> }),
    createRoute({ getParentRoute: () => app, path: "projects", component: () => <p>Select a project</p> }),
  ];
}

/** A server that keeps what it is told, with a new version for each change. */
function keeping(project: Project): Answers {
  let saves = 0;
  return {
    [PROJECT]: project,
    [UPDATE]: (_url, body) => {
      saves += 1;
      const now = { ...(api.answers[PROJECT] as Project), ...(body as object) }; // as `PROJECT` has it
      return (api.answers[PROJECT] = { ...now, updated_at: `2026-11-14T15:00:00.00${saves}Z` });
    },
  };
}

async function open(
  answers: Answers = {},
  { project = aProject(), role = "owner" }: { project?: Project; role?: "owner" | "member" } = {},
) {
  api = answerApi({
    [SESSION]: aSession(role),
    "GET /dashboard-api/sources": aPageOf([SOURCE]),
    "GET /2025-07-01/sources": aPageOf([SOURCE]),
    [DOMAINS]: [],
    ...keeping(project),
    ...answers,
  });
  chooseCurrentProject("tm_1");
  const { screen, router: opened } = await openScreen(AT, routes);
  router = opened;
  return screen;
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);
const refused =
  (message: string, status = 422) =>
  () =>
    Response.json({ code: "UNPROCESSABLE_ENTITY", status, message }, { status });

test("the name is required and has at most 40 characters", async () => {
  const screen = await open();
  const name = screen.getByRole("textbox", { name: "Name", exact: true });
  await expect.element(name).toHaveValue("payments");

  await name.fill("");
  // It looks disabled, and a press says what is missing.
  await screen.getByRole("button", { name: "Save" }).click({ force: true });
  await expect.element(name).toHaveAccessibleDescription("Required");
  await name.fill("x".repeat(41));
  await expect.element(name).toHaveAccessibleDescription("Name is longer than 40 characters");
  expect(sent(UPDATE)).toEqual([]);

  await name.fill(" checkout ");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("Project updated")).toBeVisible();
  expect(sent(UPDATE)).toEqual([{ name: "checkout" }]);
  await expect.element(name).toHaveValue("checkout");
});

test("whoever leaves with something unsaved is asked first, and finds it again if they stay", async () => {
  const screen = await open();
  const name = screen.getByRole("textbox", { name: "Name", exact: true });
  await name.fill("checkout");
  const question = screen.getByText("Are you sure you want to quit without saving your work?");

  void router.navigate({ to: "/events" });
  await expect.element(question).toBeVisible();
  await screen.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(name).toHaveValue("checkout");
  expect(router.state.location.pathname).toBe(AT);

  void router.navigate({ to: "/events" });
  await screen.getByRole("button", { name: "Discard" }).click();
  await expect.element(screen.getByText("Events are here")).toBeVisible();
  expect(sent(UPDATE)).toEqual([]);
});

test("a save that fails says so and keeps what was typed", async () => {
  const screen = await open({ [UPDATE]: refused("Fatal Error", 500) });
  const name = screen.getByRole("textbox", { name: "Name", exact: true });
  await expect.element(name).toBeVisible();

  await name.fill("checkout");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Failed to update project: Fatal Error")).toBeVisible();
  await expect.element(name).toHaveValue("checkout");
});

test("a headers prefix is required while it is switched on, and shows what receivers will see", async () => {
  const screen = await open();
  const isOn = screen.getByRole("checkbox", { name: /^Custom headers prefix/ });
  await expect.element(isOn).not.toBeChecked();

  await isOn.click();
  // It looks disabled, and a press says what is missing.
  await screen.getByRole("button", { name: "Save" }).click({ force: true });
  const prefix = screen.getByRole("textbox", { name: "Headers prefix" });
  await expect.element(prefix).toHaveAccessibleDescription("Required");
  await prefix.fill("x acme");
  await expect.element(prefix).toHaveAccessibleDescription(/^May contain only letters/);
  await prefix.fill("X-Acme-");
  await expect.element(prefix).toHaveAccessibleDescription("Sent as x-acme-eventid, x-acme-attempt-count …");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("Project updated")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Save" })).not.toBeInTheDocument();

  await isOn.click();
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.poll(() => sent(UPDATE)).toEqual([{ headers_prefix: "X-Acme-" }, { headers_prefix: null }]);
});

test("webhook notifications need a source and topics; switched off, they have neither", async () => {
  const screen = await open();
  const isOn = screen.getByRole("checkbox", { name: /^Webhook/ });
  await expect.element(isOn).not.toBeChecked();

  await isOn.click();
  // It looks disabled, and a press says what is missing.
  await screen.getByRole("button", { name: "Save" }).click({ force: true });
  const section = screen.getByRole("region", { name: "Notifications" });
  await expect.element(section.getByText("Required").first()).toBeVisible();
  expect(section.getByText("Required").elements()).toHaveLength(2);
  expect(
    section
      .getByRole("checkbox")
      .elements()
      .map((box) => box.closest("label")?.textContent),
  ).toEqual([
    expect.stringMatching(/^Webhook/),
    "issue.opened",
    "issue.updated",
    "deprecated.attempt-failed",
    "event.successful",
  ]);

  await section.getByRole("combobox", { name: "Source", exact: true }).click();
  await screen.getByRole("option", { name: "stripe" }).click();
  await section.getByRole("checkbox", { name: "issue.opened" }).click();
  await section.getByRole("checkbox", { name: "event.successful" }).click();
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("Project updated")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "Save" })).not.toBeInTheDocument();

  await isOn.click();
  await screen.getByRole("button", { name: "Save" }).click();
  await expect
    .poll(() => sent(UPDATE))
    .toEqual([
      { webhook_source_id: SOURCE.id, webhook_topics: ["issue.opened", "event.successful"] },
      { webhook_source_id: null, webhook_topics: [] },
    ]);
});

test("whoever saves second is asked, and can load the newer one", async () => {
  const theirs = aProject({ name: "billing", updated_at: "2026-11-14T14:30:00.000Z" });
  const screen = await open({
    [UPDATE]: () => {
      api.answers[PROJECT] = theirs;
      const refusal = { code: "CHANGED_MEANWHILE", status: 412, message: "It was changed" };
      return Response.json(refusal, { status: 412 });
    },
  });
  const name = screen.getByRole("textbox", { name: "Name", exact: true });
  await expect.element(name).toBeVisible();
  await name.fill("checkout");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByText("Somebody else changed this meanwhile")).toBeVisible();
  await screen.getByRole("button", { name: "Take theirs" }).click();

  await expect.element(name).toHaveValue("billing");
  await expect.element(screen.getByRole("button", { name: "Save" })).not.toBeInTheDocument();
});

/** A person who owns two organizations, with two projects in the first. */
function ownerOfTwo() {
  const session = aSession("owner");
  const [project] = session.projects;
  return {
    ...session,
    organizations: [...session.organizations, { id: "org_2", name: "Beta", role: "admin" }],
    projects: [project, { ...project, id: "tm_2", name: "trial" }],
  };
}

test("a transfer needs a target; afterwards the page shows the project in its new organization", async () => {
  const session = ownerOfTwo();
  const screen = await open({
    [SESSION]: session,
    [TRANSFER]: () => {
      const [moved, other] = session.projects;
      api.answers[SESSION] = { ...session, projects: [other, { ...moved, organization_id: "org_2" }] };
      return { id: "tm_1", organization_id: "org_2" };
    },
  });
  await expect.element(screen.getByRole("button", { name: "Transfer project…" })).toBeVisible();
  await screen.getByRole("button", { name: "Transfer project…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Transfer payments" });
  const submit = dialog.getByRole("button", { name: "Transfer project" });
  await expect.element(submit).toBeVisible();
  await submit.click();
  await expect.element(dialog.getByText("Required")).toBeVisible();
  expect(sent(TRANSFER)).toEqual([]);

  await dialog.getByRole("combobox", { name: "Organization" }).selectOptions("Beta");
  await submit.click();

  await expect.element(screen.getByText("payments now belongs to Beta")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(sent(TRANSFER)).toEqual([{ organization_id: "org_2" }]);
  expect(currentProjectId()).toBe("tm_1");
});

test.each([
  ["the server's own words", refused("This is the last project"), "This is the last project"],
  [
    "a text of ours where it has none",
    refused("Fatal Error", 500),
    "The project could not be transferred, please contact us.",
  ],
])("a transfer that fails keeps the dialog, with %s", async (_whose, answer, text) => {
  const screen = await open({ [SESSION]: ownerOfTwo(), [TRANSFER]: answer });
  await expect.element(screen.getByRole("button", { name: "Transfer project…" })).toBeVisible();
  await screen.getByRole("button", { name: "Transfer project…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Transfer payments" });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole("combobox", { name: "Organization" }).selectOptions("Beta");
  await dialog.getByRole("button", { name: "Transfer project" }).click();

  await expect.element(dialog.getByText(text)).toBeVisible();
});

test("without another organization there is no transfer", async () => {
  const screen = await open();

  await expect.element(screen.getByText("You are an admin of no other organization.")).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Transfer project…" }))
    .toHaveAttribute("aria-disabled", "true");
});

async function openDeletion(answers: Answers) {
  const screen = await open({ [SESSION]: ownerOfTwo(), ...answers });
  await expect.element(screen.getByRole("button", { name: "Delete project…" })).toBeVisible();
  await screen.getByRole("button", { name: "Delete project…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Delete project" });
  await expect.element(dialog).toBeVisible();
  return { screen, dialog };
}

test("a project is deleted by typing its name, and the tab goes on with another", async () => {
  const { screen, dialog } = await openDeletion({
    [DELETE]: () => {
      const session = ownerOfTwo();
      api.answers[SESSION] = { ...session, projects: session.projects.slice(1) };
      return { id: "tm_1" };
    },
  });
  const typed = dialog.getByRole("textbox", { name: "Project name" });
  await typed.fill("payment");
  await dialog.getByRole("button", { name: "Delete project" }).click();
  await expect.element(typed).toHaveAccessibleDescription("Project name does not match.");
  expect(sent(DELETE)).toEqual([]);

  await typed.fill("payments");
  await dialog.getByRole("button", { name: "Delete project" }).click();

  await expect.element(screen.getByText("Events are here")).toBeVisible();
  await expect.element(screen.getByText("payments was deleted")).toBeVisible();
  expect(currentProjectId()).toBe("tm_2");
});

test.each([
  ["the server's own words", refused("This is the last project"), "This is the last project"],
  [
    "a text of ours where it has none",
    refused("Fatal Error", 500),
    "The project could not be deleted, please contact us.",
  ],
])("a deletion that fails keeps the dialog, with %s", async (_whose, answer, text) => {
  const { dialog } = await openDeletion({ [DELETE]: answer });

  await dialog.getByRole("textbox", { name: "Project name" }).fill("payments");
  await dialog.getByRole("button", { name: "Delete project" }).click();

  await expect.element(dialog.getByText(text)).toBeVisible();
});

test("a member sees all of it, disabled with the reason", async () => {
  const project = aProject({
    headers_prefix: "x-acme",
    webhook_topics: ["issue.opened"],
    webhook_source_id: SOURCE.id,
  });
  const screen = await open({}, { project, role: "member" });

  await expect
    .element(screen.getByRole("textbox", { name: "Name", exact: true }))
    .toHaveAttribute("readonly");
  await expect.element(screen.getByRole("textbox", { name: "Headers prefix" })).toHaveValue("x-acme");
  await expect.element(screen.getByRole("checkbox", { name: /^Webhook/ })).toBeDisabled();
  await expect.element(screen.getByRole("checkbox", { name: "issue.opened" })).toBeDisabled();
  await expect.element(screen.getByRole("note")).toHaveTextContent("You need the admin role for this.");
  for (const name of ["Transfer project…", "Delete project…"])
    await expect
      .element(screen.getByRole("button", { name }))
      .toHaveAttribute("data-tooltip", expect.stringContaining("You need the admin role"));
});

test("a project that cannot be loaded can be asked for again", async () => {
  const screen = await open({ [PROJECT]: refused("Fatal Error", 500) });
  await expect.element(screen.getByText("The server failed to answer")).toBeVisible();

  api.answers[PROJECT] = aProject();
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByRole("textbox", { name: "Name", exact: true })).toHaveValue("payments");
});

test("on a phone nothing is wider than the screen", async () => {
  const project = aProject({ headers_prefix: "x-acme", webhook_topics: ["issue.opened"] });
  const screen = await open({}, { project });
  await expect.element(screen.getByRole("textbox", { name: "Headers prefix" })).toBeVisible();

  await page.viewport(360, 740);

  expect(document.documentElement.scrollWidth).toBe(360);
});
