import type { Role } from "@posthorn/contract/roles";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { OrganizationScreen } from "./organization-screen.tsx";

const SESSION = "GET /dashboard-api/session";
const RENAME = "PUT /dashboard-api/organizations/org_1";
const DELETE = "DELETE /dashboard-api/organizations/org_1";
const LEAVE = "POST /dashboard-api/organizations/org_1/leave";

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => app,
      path: "settings/organization/general",
      component: OrganizationScreen,
    }),
    createRoute({ getParentRoute: () => app, path: "events", component: () => <p>Events are here</p> }),
    createRoute({ getParentRoute: () => app, path: "projects", component: () => <p>Projects are here</p> }),
  ];
}

function openRouted(role: Role, answers: Answers = {}) {
  api = answerApi({ [SESSION]: aSession(role), ...answers });
  chooseCurrentProject("tm_1");
  return openScreen("/settings/organization/general", routes);
}

const open = async (role: Role, answers: Answers = {}) => (await openRouted(role, answers)).screen;

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);
const refused = (message: string, status = 422, code = "REFUSED") =>
  Response.json({ code, status, message, data: [message] }, { status });

test("a new name is checked, saved, and refused with the server's words", async () => {
  const screen = await open("admin", { [RENAME]: () => refused("Not today") });
  const name = screen.getByRole("textbox", { name: "Name" });
  await expect.element(name).toHaveValue("Acme");

  await name.fill("");
  await userEvent.keyboard("{Tab}");
  await expect.element(name).toHaveAccessibleDescription("Required");
  await name.fill("x".repeat(41));
  await expect.element(name).toHaveAccessibleDescription("Name is longer than 40 characters");
  await name.fill(" Acme Inc. ");
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByText("Failed to update organization: Not today")).toBeVisible();

  api.answers[RENAME] = { id: "org_1", name: "Acme Inc." };
  await screen.getByRole("button", { name: "Save" }).click();
  await expect.element(screen.getByRole("button", { name: "Save" })).not.toBeInTheDocument();
  expect(sent(RENAME).at(-1)).toEqual({ name: "Acme Inc.", seen: "Acme" });
});

test("whoever saves second is asked, and saves over the newer name if they say so", async () => {
  const session = aSession("admin");
  const [organization] = session.organizations;
  const { screen } = await openRouted("admin", {
    [RENAME]: (_url, body) => {
      const { name, seen } = body as { name: string; seen: string }; // as the contract says
      if (seen === "Acme") {
        api.answers[SESSION] = { ...session, organizations: [{ ...organization, name: "Acme Europe" }] };
        return refused("It was changed", 412, "CHANGED_MEANWHILE");
      }
      api.answers[SESSION] = { ...session, organizations: [{ ...organization, name }] };
      return { id: "org_1", name };
    },
  });
  const name = screen.getByRole("textbox", { name: "Name" });
  await name.fill("Acme Inc.");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.element(screen.getByRole("row", { name: "Name Acme Inc. Acme Europe" })).toBeVisible();
  await expect.element(name).toHaveValue("Acme Inc.");
  await screen.getByRole("button", { name: "Keep mine" }).click();
  await expect.element(screen.getByRole("button", { name: "Save" })).not.toBeInTheDocument();
  expect(sent(RENAME)).toEqual([
    { name: "Acme Inc.", seen: "Acme" },
    { name: "Acme Inc.", seen: "Acme Europe" },
  ]);
});

test("whoever leaves with a name that is not saved is asked first", async () => {
  const { screen, router } = await openRouted("admin");
  const name = screen.getByRole("textbox", { name: "Name" });
  await name.fill("Acme Inc.");

  void router.navigate({ to: "/events" });
  await expect
    .element(screen.getByText("Are you sure you want to quit without saving your work?"))
    .toBeVisible();
  await screen.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(name).toHaveValue("Acme Inc.");

  void router.navigate({ to: "/events" });
  await screen.getByRole("button", { name: "Discard", exact: true }).last().click();
  await expect.element(screen.getByText("Events are here")).toBeVisible();
  expect(sent(RENAME)).toEqual([]);
});

test("a member reads the name with the reason, and cannot delete", async () => {
  const screen = await open("member");

  await expect.element(screen.getByRole("note")).toHaveTextContent("You need the admin role for this.");
  await expect.element(screen.getByRole("textbox", { name: "Name" })).toHaveAttribute("readonly");
  await expect
    .element(screen.getByRole("button", { name: "Delete organization…" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the owner role"));
});

test("a person without another project leaves for the list of projects", async () => {
  const session = aSession("viewer");
  const screen = await open("viewer", {
    [LEAVE]: () => {
      api.answers[SESSION] = { ...session, organizations: [], projects: [] };
      return { id: "org_1" };
    },
  });

  await screen.getByRole("button", { name: "Leave organization…" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Leave Acme?" })).toBeVisible();
  await screen.getByRole("button", { name: "Leave", exact: true }).click();

  await expect.element(screen.getByText("Projects are here")).toBeVisible();
  expect(currentProjectId()).toBeNull();
  expect(sent(LEAVE)).toHaveLength(1);
});

test("a refused leave is said, and the person stays", async () => {
  const screen = await open("admin", { [LEAVE]: () => refused("Make another member the owner first.") });

  await screen.getByRole("button", { name: "Leave organization…" }).click();
  await screen.getByRole("button", { name: "Leave", exact: true }).click();

  await expect.element(screen.getByText("You could not leave")).toBeVisible();
  await expect.element(screen.getByText("Make another member the owner first.")).toBeVisible();
});

test("the owner deletes by typing the name, and the tab goes on with another project", async () => {
  const session = aSession("owner");
  const [project] = session.projects;
  const elsewhere = {
    ...session,
    organizations: [{ id: "org_2", name: "Elsewhere", role: "member" }],
    projects: [{ ...project, id: "tm_2", organization_id: "org_2" }],
  };
  const screen = await open("owner", {
    [SESSION]: {
      ...session,
      organizations: [...session.organizations, ...elsewhere.organizations],
      projects: [...session.projects, ...elsewhere.projects],
    },
    [DELETE]: () => refused("It is busy"),
  });
  await expect
    .element(screen.getByRole("button", { name: "Leave organization…" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("Make another member the owner first."));

  await screen.getByRole("button", { name: "Delete organization…" }).click();
  const dialog = screen.getByRole("dialog", { name: "Delete organization" });
  await expect.element(dialog).toHaveTextContent("Its project stops receiving at once.");
  const name = dialog.getByRole("textbox", { name: "Organization name" });
  await name.fill("Acne");
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await expect.element(name).toHaveAccessibleDescription("Organization name does not match.");
  expect(sent(DELETE)).toEqual([]);

  await name.fill("Acme");
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await expect.element(dialog.getByRole("alert")).toHaveTextContent("It is busy");

  api.answers[DELETE] = () => new Response(null, { status: 500 });
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await expect
    .element(dialog.getByRole("alert"))
    .toHaveTextContent("The organization could not be deleted, please contact us.");

  api.answers[DELETE] = () => {
    api.answers[SESSION] = elsewhere;
    return { id: "org_1" };
  };
  await dialog.getByRole("button", { name: "Delete organization" }).click();
  await expect.element(screen.getByText("Events are here")).toBeVisible();
  await expect.element(screen.getByText("Acme was deleted")).toBeVisible();
  expect(currentProjectId()).toBe("tm_2");
  expect(sent(DELETE).at(-1)).toEqual({ name: "Acme" });
});

test("who came through single sign-on sees why they cannot leave", async () => {
  const session = aSession("member");
  const organizations = session.organizations.map((one) => ({ ...one, uses_sso: true, is_sso_user: true }));
  const screen = await open("member", { [SESSION]: { ...session, organizations } });

  const leave = screen.getByRole("button", { name: "Leave organization…" });
  await expect.element(leave).toHaveAttribute("aria-disabled", "true");
  await expect
    .element(screen.getByText(/You belong to this organization through its single sign-on/))
    .toBeVisible();
});
