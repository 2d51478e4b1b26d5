import type { OrganizationMember } from "@posthorn/contract/organizations";
import type { ProjectMember } from "@posthorn/contract/project-members";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { aSessionWith } from "../../resources/plans/test-plans.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { AccessScreen } from "./access-screen.tsx";

const AT = "/settings/project/access";
const SESSION = "GET /dashboard-api/session";
const MEMBERS = "GET /dashboard-api/project-members";
const ADD = "POST /dashboard-api/project-members";
const LEAVE = "POST /dashboard-api/project-members/leave";
const PEOPLE = "GET /dashboard-api/organizations/org_1/members";
const UPDATE = "PUT /2025-07-01/projects/tm_1";

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

/** Through the organization, unless `change` says otherwise. */
function aMember(name: string, change: Partial<ProjectMember> = {}): ProjectMember {
  return {
    id: null,
    member_id: `mem_${name}`,
    user_id: name === "Ada" ? "usr_1" : `usr_${name}`,
    user_name: name,
    user_email: `${name.toLowerCase()}@example.com`,
    role: "member",
    granted_role: null,
    inherited: true,
    created_at: "2026-10-28T07:55:12.000Z",
    ...change,
  };
}

function added(name: string, role: "viewer" | "member" | "admin"): ProjectMember {
  return aMember(name, { id: `pmb_${name}`, role, granted_role: role, inherited: false });
}

function aColleague(name: string, role: OrganizationMember["role"] = "member"): OrganizationMember {
  const { member_id: id, user_id, user_name, user_email, created_at } = aMember(name);
  return { id, user_id, user_name, user_email, role, is_synced: false, status: "ACTIVE", created_at };
}

const OWNER = aMember("Ada", { role: "owner" });

function routes(app: AnyRoute): AnyRoute[] {
  const access = createRoute({ getParentRoute: () => app, path: AT, component: AccessScreen });
  return [
    access.addChildren([createRoute({ getParentRoute: () => access, path: "add" })]),
    createRoute({ getParentRoute: () => app, path: "events", component: () => <p>Events are here</p> }),
    createRoute({ getParentRoute: () => app, path: "projects", component: () => <p>Select a project</p> }),
  ];
}

interface Opened {
  members?: readonly ProjectMember[];
  role?: "owner" | "member" | "viewer";
  address?: string;
  answers?: Answers;
}

async function open({ members = [OWNER], role = "owner", address = AT, answers = {} }: Opened = {}) {
  api = answerApi({ [SESSION]: aSession(role), [MEMBERS]: { models: members }, ...answers });
  chooseCurrentProject("tm_1");
  return openScreen(address, routes);
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);
const refused =
  (message: string, status = 422) =>
  () =>
    Response.json({ code: "UNPROCESSABLE_ENTITY", status, message }, { status });

/** The session as it is after the server has changed the privacy. */
function privateSession(isPrivate: boolean) {
  const session = aSession("owner");
  return { ...session, projects: [{ ...session.projects[0], private: isPrivate }] };
}

test("a choice of visibility saves by itself, says who no longer sees the project, and can be undone", async () => {
  const { screen } = await open({
    members: [OWNER, aMember("Ben"), aMember("Chiara"), aMember("Dora", { role: "admin" })],
    answers: {
      [UPDATE]: (_url, body) => {
        // Safe: the screen sends nothing else.
        const { private: isPrivate } = body as { private: boolean };
        api.answers[SESSION] = privateSession(isPrivate);
        return { id: "tm_1", private: isPrivate };
      },
    },
  });
  await expect.element(screen.getByRole("radio", { name: /^Public/ })).toBeChecked();

  await screen.getByRole("radio", { name: /^Private/ }).click();

  await expect.element(screen.getByText("2 members of Acme no longer see payments.")).toBeVisible();
  await expect.element(screen.getByRole("radio", { name: /^Private/ })).toBeChecked();
  await screen.getByRole("button", { name: "Undo" }).click();
  await expect.element(screen.getByText("Everyone in Acme sees payments now.")).toBeVisible();
  expect(sent(UPDATE)).toEqual([{ private: true }, { private: false }]);
});

test("a visibility that the server refuses goes back, with its reason", async () => {
  const { screen } = await open({ answers: { [UPDATE]: refused("Not today", 500) } });
  await expect.element(screen.getByRole("radio", { name: /^Private/ })).toBeVisible();

  await screen.getByRole("radio", { name: /^Private/ }).click();

  await expect.element(screen.getByText("Failed to update project")).toBeVisible();
  await expect.element(screen.getByText("Not today")).toBeVisible();
  await expect.element(screen.getByRole("radio", { name: /^Public/ })).toBeChecked();
});

test("a role changes in place, and the higher one of the organization is named beside it", async () => {
  const ben = { ...added("Ben", "viewer"), role: "member" as const };
  const { screen } = await open({
    members: [ben, OWNER],
    answers: {
      "PUT /dashboard-api/project-members/pmb_Ben": () => {
        api.answers[MEMBERS] = { models: [added("Ben", "admin"), OWNER] };
        return added("Ben", "admin");
      },
    },
  });
  const role = screen.getByRole("combobox", { name: "Role of Ben" });
  await expect.element(role).toHaveValue("viewer");
  await expect.element(screen.getByText("Member through Acme")).toBeVisible();

  await role.selectOptions("admin");

  await expect.element(screen.getByText("Role of Ben changed")).toBeVisible();
  await expect.element(role).toHaveValue("admin");
  await expect.element(screen.getByText("Member through Acme")).not.toBeInTheDocument();
  expect(sent("PUT /dashboard-api/project-members/pmb_Ben")).toEqual([{ role: "admin" }]);
});

test("a role that the server refuses stays as it was, with the server's words", async () => {
  const { screen } = await open({
    members: [added("Ben", "viewer"), OWNER],
    answers: { "PUT /dashboard-api/project-members/pmb_Ben": refused("Ben is being removed") },
  });
  const role = screen.getByRole("combobox", { name: "Role of Ben" });
  await expect.element(role).toBeVisible();

  await role.selectOptions("admin");

  await expect.element(screen.getByText("Ben is being removed")).toBeVisible();
  await expect.element(role).toHaveValue("viewer");
});

test("a member is removed after a question", async () => {
  const call = "DELETE /dashboard-api/project-members/pmb_Ben";
  const { screen } = await open({
    members: [added("Ben", "viewer"), OWNER],
    answers: {
      [call]: () => {
        api.answers[MEMBERS] = { models: [OWNER] };
        return { id: "pmb_Ben" };
      },
    },
  });
  await expect.element(screen.getByRole("button", { name: "Remove Ben…" })).toBeVisible();
  await screen.getByRole("button", { name: "Remove Ben…" }).click();
  await expect.element(screen.getByText("They keep the role that they have in Acme.")).toBeVisible();
  expect(sent(call)).toEqual([]);

  await screen.getByRole("button", { name: "Remove", exact: true }).click();

  await expect.element(screen.getByText("Member removed")).toBeVisible();
  await expect.element(screen.getByText("Nobody was added to this project.")).toBeVisible();
});

test("three inherited members are shown, then all", async () => {
  const names = ["Ada", "Grace", "Hana", "Ivo", "Jo"];
  const { screen } = await open({ members: names.map((name) => aMember(name)) });
  const inherited = screen.getByRole("region", { name: "Inherited members", exact: true });
  await expect.element(inherited.getByText("3 of 5")).toBeVisible();
  await expect.element(inherited.getByText("Ivo", { exact: true })).not.toBeInTheDocument();

  await inherited.getByRole("button", { name: "View all 5" }).click();

  await expect.element(inherited.getByText("jo@example.com")).toBeVisible();
  await expect.element(inherited.getByRole("button")).not.toBeInTheDocument();
});

test("who inherits access has nothing to leave", async () => {
  const { screen } = await open();

  await expect
    .element(screen.getByText("You are here as owner of Acme, so there is nothing to leave."))
    .toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Leave project…" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("nobody leaves a project of an organization with single sign-on", async () => {
  const session = aSession("member");
  const organizations = session.organizations.map((one) => ({ ...one, uses_sso: true }));
  const { screen } = await open({
    role: "member",
    members: [added("Ada", "member")],
    answers: { [SESSION]: { ...session, organizations } },
  });

  await expect
    .element(screen.getByText(/uses single sign-on, so nobody leaves a project by themselves/))
    .toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: "Leave project…" }))
    .toHaveAttribute("aria-disabled", "true");
});

test("a viewer sees nobody else, and leaves the project to which they were added", async () => {
  const { screen } = await open({
    role: "viewer",
    members: [added("Ada", "viewer")],
    answers: { [LEAVE]: { id: "tm_1" } },
  });

  await expect.element(screen.getByText(/^You need the member role for this/)).toBeVisible();
  await expect.element(screen.getByRole("table")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("radio")).not.toBeInTheDocument();
  await screen.getByRole("button", { name: "Leave project…" }).click();
  await screen.getByRole("button", { name: "Leave", exact: true }).click();

  await expect.element(screen.getByText("You left payments")).toBeVisible();
  expect(sent(LEAVE)).toHaveLength(1);
});

test("who leaves a private project goes on with another one", async () => {
  const { projects, ...session } = aSession("member");
  const other = { ...projects[0], id: "tm_2", name: "trial" };
  const own = { ...projects[0], private: true };
  const { screen } = await open({
    role: "member",
    members: [added("Ada", "member")],
    answers: {
      [SESSION]: { ...session, projects: [own, other] },
      [LEAVE]: () => {
        api.answers[SESSION] = { ...session, projects: [other] };
        return { id: "tm_1" };
      },
    },
  });
  await expect.element(screen.getByRole("button", { name: "Leave project…" })).toBeVisible();
  await screen.getByRole("button", { name: "Leave project…" }).click();
  const question = screen.getByRole("dialog", { name: "Leave payments?" });
  await expect
    .element(question.getByText("You lose access at once; an admin can add you again."))
    .toBeVisible();

  await question.getByRole("button", { name: "Leave", exact: true }).click();

  await expect.element(screen.getByText("Events are here")).toBeVisible();
  await expect.element(screen.getByText("You left payments")).toBeVisible();
  expect(currentProjectId()).toBe("tm_2");
});

test("several people are added at once; the first is required, and nobody can be chosen twice", async () => {
  const { screen, router } = await open({
    address: `${AT}/add`,
    members: [added("Ben", "viewer"), OWNER],
    answers: {
      [PEOPLE]: {
        models: [
          aColleague("Ada", "owner"),
          aColleague("Grace", "admin"),
          aColleague("Ben"),
          aColleague("Chiara"),
          aColleague("Dora", "viewer"),
        ],
      },
      [ADD]: () => {
        const list = { models: [added("Ben", "viewer"), added("Chiara", "member"), OWNER] };
        api.answers[MEMBERS] = list;
        return list;
      },
    },
  });
  const dialog = screen.getByRole("dialog", { name: "Add members" });
  const submit = dialog.getByRole("button", { name: "Add members" });
  await expect.element(submit).toBeVisible();
  await submit.click();
  await expect.element(dialog.getByText("Required", { exact: true })).toBeVisible();
  expect(sent(ADD)).toEqual([]);

  const first = dialog.getByRole("combobox", { name: "Member", exact: true });
  await first.click();
  await expect.element(screen.getByRole("option", { name: /Chiara/ })).toBeVisible();
  expect(
    screen
      .getByRole("option")
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(["Chiara (chiara@example.com)", "Dora (dora@example.com)"]);
  await screen.getByRole("option", { name: /Chiara/ }).click();
  await dialog.getByRole("button", { name: "Add another" }).click();
  await dialog.getByRole("combobox", { name: "Member 2" }).click();
  await expect.element(screen.getByRole("option", { name: /Dora/ })).toBeVisible();
  await expect.element(screen.getByRole("option", { name: /Chiara/ })).not.toBeInTheDocument();
  await screen.getByRole("option", { name: /Dora/ }).click();
  await dialog.getByRole("combobox", { name: "Role" }).last().selectOptions("viewer");
  await submit.click();

  await expect.element(screen.getByText("2 members added")).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe(AT);
  expect(sent(ADD)).toEqual([
    {
      members: [
        { member_id: "mem_Chiara", role: "member" },
        { member_id: "mem_Dora", role: "viewer" },
      ],
    },
  ]);
});

test("a plan without viewers cannot make new ones, and says where there are some", async () => {
  const { screen } = await open({
    members: [OWNER, added("Grace", "viewer"), added("Linus", "member")],
    address: `${AT}/add`,
    answers: { [SESSION]: aSessionWith("owner", {}), [PEOPLE]: { models: [aColleague("Margaret")] } },
  });

  const dialog = screen.getByRole("dialog", { name: "Add members" });
  await expect.element(dialog.getByRole("option", { name: "Viewer" })).toBeDisabled();
  await expect.element(dialog.getByRole("option", { name: "Member" })).toBeEnabled();
  await expect
    .element(dialog.getByRole("link", { name: "Upgrade plan" }))
    .toHaveAttribute("href", "/settings/organization/plans?highlight=viewer_role");
  await dialog.getByRole("button", { name: "Cancel" }).click();

  const viewerIn = (name: string) =>
    screen.getByRole("combobox", { name: `Role of ${name}` }).getByRole("option", { name: "Viewer" });
  await expect.element(viewerIn("Linus")).toBeDisabled();
  await expect.element(viewerIn("Grace")).toBeEnabled();
});

test("people that the server refuses leave the dialog open, with the server's words", async () => {
  const { screen } = await open({
    address: `${AT}/add`,
    answers: {
      [PEOPLE]: { models: [aColleague("Ben")] },
      [ADD]: refused("ben@example.com was added to this project already"),
    },
  });
  const dialog = screen.getByRole("dialog", { name: "Add members" });
  await expect.element(dialog.getByRole("combobox", { name: "Member", exact: true })).toBeEnabled();
  await dialog.getByRole("combobox", { name: "Member", exact: true }).click();
  await screen.getByRole("option", { name: /Ben/ }).click();
  await dialog.getByRole("button", { name: "Add members" }).click();

  await expect.element(dialog.getByText(/ben@example.com was added to this project already/)).toBeVisible();
});

test("where everybody has access already, the dialog says so", async () => {
  const { screen } = await open({
    address: `${AT}/add`,
    answers: { [PEOPLE]: { models: [aColleague("Ada", "owner")] } },
  });

  await expect.element(screen.getByText(/Everyone in Acme has access already/)).toBeVisible();
});

test("a member sees everything, disabled with the reason, and no dialog", async () => {
  const { screen } = await open({
    role: "member",
    address: `${AT}/add`,
    members: [added("Ben", "viewer"), aMember("Ada")],
  });
  await expect.element(screen.getByRole("radio", { name: /^Private/ })).toBeDisabled();
  await expect.element(screen.getByRole("combobox", { name: "Role of Ben" })).toBeDisabled();
  for (const name of ["Remove Ben…", "Add members"])
    await expect
      .element(screen.getByRole("button", { name }))
      .toHaveAttribute("data-tooltip", expect.stringContaining("You need the admin role"));
  await expect.element(screen.getByText(/You need the admin role/)).toBeVisible();
  expect(screen.getByRole("dialog").elements()).toEqual([]);
});

test("members that cannot be loaded can be asked for again", async () => {
  const { screen } = await open({ answers: { [MEMBERS]: refused("Fatal Error", 500) } });
  await expect.element(screen.getByText("The server failed to answer")).toBeVisible();

  api.answers[MEMBERS] = { models: [OWNER] };
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByText("ada@example.com")).toBeVisible();
});

test("on a phone nothing is wider than the screen", async () => {
  const { screen } = await open({ members: [added("Ben", "viewer"), OWNER] });
  await expect.element(screen.getByText("ben@example.com")).toBeVisible();

  await page.viewport(360, 740);

  expect(document.documentElement.scrollWidth).toBe(360);
});
