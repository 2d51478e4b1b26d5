import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ProjectsScreen } from "./projects-screen.tsx";

const SESSION = "GET /dashboard-api/session";
const CREATE = "POST /2025-07-01/projects";

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: "projects", component: ProjectsScreen }),
    createRoute({ getParentRoute: () => app, path: "events", component: () => <p>Events are here</p> }),
  ];
}

function sessionOf(role: "owner" | "member", names: readonly string[]) {
  const session = aSession(role);
  const projects = names.map((name, place) => ({ ...session.projects[0], id: `tm_${place + 1}`, name }));
  return { ...session, projects };
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
  expect(api.asked.find(({ call }) => call === CREATE)?.body).toEqual({ name: "trial" });
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

test("a member sees why they may not create one", async () => {
  const { screen } = await open({ [SESSION]: sessionOf("member", ["payments"]) });

  await expect
    .element(screen.getByRole("button", { name: "New project" }))
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the admin role"));
});
