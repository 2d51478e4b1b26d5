import { createRoute } from "@tanstack/react-router";
import { afterEach, expect, test, vi } from "vitest";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { OnboardingScreen } from "./onboarding-screen.tsx";

const SESSION = "GET /dashboard-api/session";
const CREATE = "POST /dashboard-api/organizations";
const CREATED = {
  organization: { id: "org_1", name: "Acme" },
  project: { id: "tm_1", name: "Default project" },
};

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

async function open(onSignOut = () => {}) {
  api = answerApi({ [SESSION]: { ...aSession("owner"), organizations: [], projects: [] } });
  const opened = await openScreen("/onboarding", (app) => [
    createRoute({
      getParentRoute: () => app,
      path: "onboarding",
      component: () => <OnboardingScreen onSignOut={onSignOut} />,
    }),
    createRoute({
      getParentRoute: () => app,
      path: "create-first-connection",
      component: () => <p>The guide</p>,
    }),
  ]);
  await expect.element(opened.screen.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();
  return opened;
}

const sent = () => api.asked.filter(({ call }) => call === CREATE).map(({ body }) => body);

test("the answers go with the name, once, and the guide of the new project follows", async () => {
  const { screen } = await open();
  const reply = Promise.withResolvers<object>();
  api.answers[CREATE] = () => reply.promise;

  await screen.getByText("GitHub", { exact: true }).click();
  await screen.getByText("Tell us in a sentence").click();
  await screen.getByRole("textbox", { name: "In a sentence" }).fill("Feeding the cat");
  await screen.getByLabelText("What should your organization be called?").fill(" Acme ");
  const create = screen.getByRole("button", { name: "Create organization" });
  await create.click();
  await expect.element(create).toHaveAttribute("aria-busy", "true");
  await create.click({ force: true });
  api.answers[SESSION] = aSession("owner");
  reply.resolve(CREATED);

  await expect.element(screen.getByText("The guide")).toBeVisible();
  expect(sent()).toEqual([
    {
      name: "Acme",
      onboarding: { discovery_method: "github", use_case: "other", use_case_other: "Feeding the cat" },
    },
  ]);
  expect(currentProjectId()).toBe("tm_1");
});

test("without a name nothing is sent", async () => {
  const { screen } = await open();

  await screen.getByRole("button", { name: "Create organization" }).click();

  await expect.element(screen.getByText("Required")).toBeVisible();
  expect(sent()).toEqual([]);
});

test("a failure is a toast, and the answers stay", async () => {
  const { screen } = await open();
  api.answers[CREATE] = () =>
    Response.json({ code: "UNAVAILABLE", status: 503, message: "The database is away" }, { status: 503 });

  await screen.getByLabelText("What should your organization be called?").fill("Acme");
  await screen.getByRole("button", { name: "Create organization" }).click();

  await expect.element(screen.getByText("Failed to create your organization, try again!")).toBeVisible();
  await expect.element(screen.getByLabelText("What should your organization be called?")).toHaveValue("Acme");
});

test("a person can sign out instead", async () => {
  const onSignOut = vi.fn<() => void>();
  const { screen } = await open(onSignOut);

  await screen.getByRole("button", { name: "Sign out" }).click();

  expect(onSignOut).toHaveBeenCalledOnce();
});
