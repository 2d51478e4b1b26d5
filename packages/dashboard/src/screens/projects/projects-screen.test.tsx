import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ProjectsScreen } from "./projects-screen.tsx";

const SESSION = "GET /dashboard-api/session";
const CREATE = "POST /2025-07-01/projects";
const LEAVE_CLOSED = "POST /dashboard-api/organizations/org_3/leave";
const CREATE_ORGANIZATION = "POST /dashboard-api/organizations";

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: "projects", component: () => <ProjectsScreen /> }),
    createRoute({ getParentRoute: () => app, path: "events", component: () => <p>Events are here</p> }),
  ];
}

const ENGINES = { id: "org_2", name: "Engines", role: "viewer" } as const;

/** All projects are in the first organization; others follow. */
function sessionOf(role: "owner" | "member", names: readonly string[], ...others: readonly object[]) {
  const session = aSession(role);
  const projects = names.map((name, place) => ({ ...session.projects[0], id: `tm_${place + 1}`, name }));
  return { ...session, organizations: [...session.organizations, ...others], projects };
}

async function open(answers: Answers) {
  api = answerApi(answers);
  chooseCurrentProject("tm_1");
  return openScreen("/projects", routes);
}

test("a person selects a project, and goes on at its events", async () => {
  const { screen } = await open({ [SESSION]: sessionOf("member", ["payments", "trial"]) });

  await expect.element(screen.getByRole("heading", { name: "Select a project" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Acme" })).toBeVisible();
  await expect
    .element(screen.getByRole("button", { name: /^payments/ }))
    .toHaveAttribute("aria-current", "true");
  await screen.getByRole("button", { name: /^trial/ }).click();

  await expect.element(screen.getByText("Events are here")).toBeVisible();
  expect(currentProjectId()).toBe("tm_2");
  expect(document.title).toBe("Select a project - Posthorn");
});

test("a new project is named, and the tab goes on with it", async () => {
  const { screen } = await open({
    [SESSION]: () =>
      sessionOf(
        "owner",
        api.asked.some(({ call }) => call === CREATE) ? ["payments", "trial"] : ["payments"],
      ),
    [CREATE]: { id: "tm_2", name: "trial" },
  });

  await screen.getByRole("button", { name: "New project" }).click();
  await screen.getByRole("button", { name: "Create project" }).click();
  await expect.element(screen.getByLabelText("Name")).toHaveAccessibleDescription(/Required/);
  await screen.getByLabelText("Name").fill("x".repeat(41));
  await expect
    .element(screen.getByLabelText("Name"))
    .toHaveAccessibleDescription(/Name is longer than 40 characters/);
  await screen.getByLabelText("Name").fill(" trial ");
  await screen.getByRole("button", { name: "Create project" }).click();

  await expect.element(screen.getByText("Events are here")).toBeVisible();
  expect(api.asked.find(({ call }) => call === CREATE)?.body).toEqual({
    name: "trial",
    organization_id: "org_1",
  });
  expect(currentProjectId()).toBe("tm_2");
});

test("a project that the server refuses leaves the dialog open, with the reason", async () => {
  const refusal = { code: "FORBIDDEN", status: 403, message: "You may not create projects", data: [] };
  const { screen } = await open({
    [SESSION]: sessionOf("owner", ["payments"]),
    [CREATE]: () => Response.json(refusal, { status: 403 }),
  });

  await screen.getByRole("button", { name: "New project" }).click();
  await screen.getByLabelText("Name").fill("trial");
  await screen.getByRole("button", { name: "Create project" }).click();

  await expect.element(screen.getByText(/^Failed to create the project/)).toBeVisible();
  expect(currentProjectId()).toBe("tm_1");
});

test("each organization has its projects, and the role there decides about new ones", async () => {
  const session = sessionOf("owner", ["payments", "trial"], ENGINES, {
    ...ENGINES,
    id: "org_3",
    name: "Closed",
  });
  const [payments, trial] = session.projects;
  const { screen } = await open({
    [SESSION]: { ...session, projects: [payments, { ...trial, organization_id: "org_2", private: true }] },
  });

  const acme = screen.getByRole("region", { name: "Acme" });
  await expect.element(acme.getByRole("listitem")).toHaveTextContent("payments");
  await expect
    .element(acme.getByRole("button", { name: "New project" }))
    .not.toHaveAttribute("aria-disabled");
  const engines = screen.getByRole("region", { name: "Engines" });
  await expect.element(engines.getByRole("listitem")).toHaveTextContent("trialPrivate");
  await expect
    .element(engines.getByRole("button", { name: "New project" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the admin role"));
  await expect
    .element(screen.getByRole("region", { name: "Closed" }))
    .toHaveTextContent("You have no access to a project of this organization");
});

const CLOSED = { ...ENGINES, id: "org_3", name: "Closed" } as const;

test("a person leaves an organization in which they see no project, after a question, and stays here", async () => {
  const session = sessionOf("member", ["payments"]);
  const { screen, router } = await open({
    [SESSION]: { ...session, organizations: [...session.organizations, CLOSED] },
    [LEAVE_CLOSED]: () => {
      api.answers[SESSION] = session;
      return { id: "org_3" };
    },
  });

  await screen
    .getByRole("region", { name: "Closed" })
    .getByRole("button", { name: "Leave organization…" })
    .click();
  await expect.element(screen.getByRole("dialog", { name: "Leave Closed?" })).toBeVisible();
  await screen.getByRole("button", { name: "Leave", exact: true }).click();

  await expect.element(screen.getByText("You have left Closed")).toBeVisible();
  await expect.element(screen.getByRole("region", { name: "Closed" })).not.toBeInTheDocument();
  // Where there are projects, the settings of the organization have it.
  await expect.element(screen.getByRole("button", { name: "Leave organization…" })).not.toBeInTheDocument();
  expect(router.state.location.pathname).toBe("/projects");
  expect(currentProjectId()).toBe("tm_1");
});

test("a person without any project leaves their last organization, and can begin anew", async () => {
  const { screen } = await open({
    [SESSION]: { ...aSession("member"), organizations: [CLOSED], projects: [] },
    [LEAVE_CLOSED]: () => {
      api.answers[SESSION] = { ...aSession("member"), organizations: [], projects: [] };
      return { id: "org_3" };
    },
  });

  await screen.getByRole("button", { name: "Leave organization…" }).click();
  await screen.getByRole("button", { name: "Leave", exact: true }).click();

  await expect.element(screen.getByText("You belong to no organization")).toBeVisible();
  await expect.element(screen.getByText("You have left Closed")).toBeVisible();
});

test("a project in another organization is created for a project of that one", async () => {
  const session = sessionOf("member", ["payments", "trial"], { ...ENGINES, role: "admin" });
  const [payments, trial] = session.projects;
  const named: (string | null)[] = [];
  const { screen } = await open({
    [SESSION]: { ...session, projects: [payments, { ...trial, organization_id: "org_2" }] },
    [CREATE]: { id: "tm_3", name: "new" },
  });
  const answering = window.fetch;
  window.fetch = (input, init) => {
    const request = new Request(input, init);
    if (request.method === "POST") named.push(request.headers.get("x-project-id"));
    return answering(request);
  };

  await screen.getByRole("button", { name: "New project in Engines" }).click();
  await screen.getByLabelText("Name").fill("new");
  await screen.getByRole("button", { name: "Create project" }).click();

  await expect.element(screen.getByText("Events are here")).toBeVisible();
  expect(named).toEqual(["tm_2"]);
});

test("a person without an organization creates one, and the tab goes on with its project", async () => {
  const nobody = { ...aSession("owner"), organizations: [], projects: [] };
  const { screen } = await open({
    [SESSION]: () => (api.answers[CREATE_ORGANIZATION] ? aSession("owner") : nobody),
  });

  await screen.getByRole("button", { name: "New organization" }).click();
  await screen.getByRole("button", { name: "Create organization" }).click();
  await expect.element(screen.getByLabelText("Name")).toHaveAccessibleDescription(/Required/);
  await screen.getByLabelText("Name").fill("Acme");
  await screen.getByRole("button", { name: "Create organization" }).click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("Failed to create your organization, try again!");

  api.answers[CREATE_ORGANIZATION] = { organization: { id: "org_1" }, project: { id: "tm_1" } };
  await screen.getByRole("button", { name: "Create organization" }).click();

  await expect.element(screen.getByText("Events are here")).toBeVisible();
  expect(api.asked.findLast(({ call }) => call === CREATE_ORGANIZATION)?.body).toEqual({ name: "Acme" });
  expect(currentProjectId()).toBe("tm_1");
});

test("of 200 projects a search finds one, and the slash leads into its box", async () => {
  const names = Array.from({ length: 200 }, (_, place) => `project ${place + 1}`);
  const { screen } = await open({ [SESSION]: sessionOf("owner", names) });
  await expect.element(screen.getByRole("button", { name: /^project 200/ })).toBeInTheDocument();

  await userEvent.keyboard("/");
  await expect.element(screen.getByRole("searchbox", { name: "Search projects" })).toHaveFocus();
  await userEvent.keyboard("project 137");

  await expect.poll(() => screen.getByRole("listitem").elements().length).toBe(1);
  await screen.getByRole("searchbox", { name: "Search projects" }).fill("none of these");
  await expect.element(screen.getByText("No projects found")).toBeVisible();
});

test("names of 40 characters fit on a phone", async () => {
  const { screen } = await open({
    [SESSION]: sessionOf("owner", ["m".repeat(40)], { ...ENGINES, name: "w".repeat(40) }),
  });
  await page.viewport(360, 740);

  await expect.element(screen.getByRole("region", { name: "w".repeat(40) })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
  const main = screen.getByRole("main").element();
  expect(main.scrollWidth).toBe(main.clientWidth);
});
