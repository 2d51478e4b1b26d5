import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  RouterProvider,
} from "@tanstack/react-router";
import { getProject } from "@posthorn/contract/projects";
import { Suspense } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import * as z from "zod/mini";
import { call } from "../../resources/api/call.ts";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { Form } from "../../ui/form/form.tsx";
import { TextField } from "../../ui/form/text-field.tsx";
import { useSaveForm } from "../../ui/form/use-save-form.ts";
import { Toaster } from "../../ui/toaster.tsx";
import "../../ui/styles/styles.css";
import { SignedInShell } from "./signed-in-shell.tsx";

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

/** Shows the server's answer about the project that its calls name. */
function ProjectName() {
  const project = useQuery({
    queryKey: ["page"],
    queryFn: () => call(getProject, { params: { id: currentProjectId() ?? "" } }),
    retry: false,
  });
  if (project.isPending) return <p>Loading</p>;
  return <p>{project.isError ? "Nothing here" : `This is ${project.data.name}`}</p>;
}

/** A form of settings, at the address that stays the same when a person switches the project. */
function SettingsForm() {
  const form = useSaveForm({
    schema: z.object({ name: z.string() }),
    stored: { name: "" },
    save: async () => null,
  });
  return (
    <Form form={form} label="Settings">
      <TextField name="name" label="Name" />
    </Form>
  );
}

async function openShell(address = "/") {
  await page.viewport(1280, 800);
  const queryClient = new QueryClient();
  const root = createRootRoute();
  const shell = createRoute({
    getParentRoute: () => root,
    id: "_app",
    component: () => (
      <Suspense>
        <SignedInShell>
          <ProjectName />
          <Outlet />
        </SignedInShell>
      </Suspense>
    ),
  });
  const home = createRoute({ getParentRoute: () => shell, path: "/" });
  const events = createRoute({ getParentRoute: () => shell, path: "events" });
  const metrics = createRoute({
    getParentRoute: () => shell,
    path: "metrics",
    beforeLoad: () => {
      // oxlint-disable-next-line typescript/only-throw-error -- the router expects a thrown redirect
      throw redirect({ to: "/metrics/$category", params: { category: "sources" } });
    },
  });
  const category = createRoute({ getParentRoute: () => shell, path: "metrics/$category" });
  const settings = createRoute({
    getParentRoute: () => shell,
    path: "settings/project/integrations",
    component: SettingsForm,
  });
  const projects = createRoute({
    getParentRoute: () => root,
    path: "projects",
    component: () => <p>Select one here</p>,
  });
  const signIn = createRoute({
    getParentRoute: () => root,
    path: "sign-in",
    component: () => <p>Sign in here</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([
      shell.addChildren([home, events, metrics, category, settings]),
      projects,
      signIn,
    ]),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { screen, router };
}

test("signing out from the menu works, and says what is wrong while the server cannot be reached", async () => {
  api = answerApi({
    "GET /dashboard-api/session": aSession("owner"),
    "GET /2025-07-01/projects/tm_1": { name: "payments" },
    "POST /auth/sign-out": () => Promise.reject(new TypeError("Failed to fetch")),
  });
  chooseCurrentProject("tm_1");
  const { screen } = await openShell();
  const account = screen.getByRole("button", { name: /^Account of/ });

  await account.click();
  await screen.getByRole("menuitem", { name: "Sign out" }).click();
  await expect.element(screen.getByText("Posthorn could not be reached")).toBeVisible();
  await expect.element(screen.getByText("This is payments")).toBeVisible();

  api.answers["POST /auth/sign-out"] = {};
  await account.click();
  await screen.getByRole("menuitem", { name: "Sign out" }).click();

  await expect.element(screen.getByText("Sign in here")).toBeVisible();
  expect(currentProjectId()).toBeNull();
});

test("signing out from the palette works too", async () => {
  api = answerApi({
    "GET /dashboard-api/session": aSession("owner"),
    "GET /2025-07-01/projects/tm_1": { name: "payments" },
    "POST /auth/sign-out": {},
  });
  chooseCurrentProject("tm_1");
  const { screen } = await openShell();

  await screen.getByRole("button", { name: /^Go to…/ }).click();
  await screen.getByRole("combobox").fill("Sign out");
  await userEvent.keyboard("{Enter}");

  await expect.element(screen.getByText("Sign in here")).toBeVisible();
});

const SETTINGS = "/settings/project/integrations";

async function openTwoProjects(address: string) {
  const session = aSession("owner");
  const [payments] = session.projects;
  api = answerApi({
    "GET /dashboard-api/session": {
      ...session,
      projects: [payments, { ...payments, id: "tm_2", name: "trial" }],
    },
    "GET /2025-07-01/projects/tm_1": { name: "payments" },
    "GET /2025-07-01/projects/tm_2": { name: "trial" },
  });
  chooseCurrentProject("tm_1");
  const opened = await openShell(address);
  await expect.element(opened.screen.getByText("This is payments")).toBeVisible();
  const switchProject = async () => {
    await opened.screen.getByRole("button", { name: /switch project$/ }).click();
    await opened.screen.getByRole("menuitemradio", { name: "trial" }).click();
  };
  return { ...opened, switchProject };
}

test("a person who switches the project in the settings stays at the page", async () => {
  const { screen, router, switchProject } = await openTwoProjects(SETTINGS);

  await switchProject();

  await expect.element(screen.getByText("This is trial")).toBeVisible();
  expect(router.state.location.pathname).toBe(SETTINGS);
});

test("a person who switches the project at a page that redirects gets the other project", async () => {
  const { screen, router, switchProject } = await openTwoProjects("/metrics/destinations");

  await switchProject();

  await expect.element(screen.getByText("This is trial")).toBeVisible();
  expect(router.state.location.pathname).toBe("/metrics/sources");
});

test("unsaved settings ask before the project is switched", async () => {
  const { screen, router, switchProject } = await openTwoProjects(SETTINGS);
  await screen.getByLabelText("Name").fill("changed");
  const question = screen.getByText("Are you sure you want to quit without saving your work?");

  await switchProject();
  await expect.element(question).toBeVisible();
  await screen.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(screen.getByLabelText("Name")).toHaveValue("changed");
  expect(currentProjectId()).toBe("tm_1");

  await switchProject();
  await screen.getByRole("button", { name: "Discard" }).click();
  await expect.element(screen.getByText("This is trial")).toBeVisible();
  expect(router.state.location.pathname).toBe("/events");
});

/** Two organizations; the first one has one project, the second one `names`. */
async function openTwoOrganizations(names: readonly string[], width = 1280) {
  const session = aSession("owner");
  const [payments] = session.projects;
  const theirs = names.map((name, place) => ({
    ...payments,
    id: `tm_${place + 2}`,
    organization_id: "org_2",
    name,
    private: place === 0,
  }));
  api = answerApi({
    "GET /dashboard-api/session": {
      ...session,
      organizations: [...session.organizations, { id: "org_2", name: "Engines", role: "member" }],
      projects: [payments, ...theirs],
    },
    "GET /2025-07-01/projects/tm_1": { name: "payments" },
    "GET /2025-07-01/projects/tm_2": { name: "looms" },
  });
  chooseCurrentProject("tm_1");
  const opened = await openShell();
  await expect.element(opened.screen.getByText("This is payments")).toBeVisible();
  await page.viewport(width, 640);
  return opened;
}

test("the switcher has all projects under the names of their organizations, by keys alone", async () => {
  const { screen } = await openTwoOrganizations(["looms"]);
  const box = screen.getByRole("button", { name: /switch project$/ });

  (box.element() as HTMLElement).focus(); // safe: the locator finds a button
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("menu")).toHaveFocus();
  await userEvent.keyboard("{ArrowDown}");
  const acme = screen.getByRole("group", { name: "Acme" });
  await expect.element(acme.getByRole("menuitemradio", { name: "payments" })).toHaveFocus();
  const engines = screen.getByRole("group", { name: "Engines" });
  await expect.element(engines.getByRole("menuitemradio", { name: "looms private" })).toBeVisible();
  await userEvent.keyboard("{ArrowDown}{Enter}");

  await expect.element(screen.getByText("This is looms")).toBeVisible();
  await expect.element(box).toHaveTextContent("looms");
  await expect.element(box).toHaveTextContent("Engines");
});

test("fifty projects with long names scroll in the switcher, and what is below them stays in view", async () => {
  const names = Array.from({ length: 50 }, (_, place) => `${place}-`.padEnd(40, "m"));
  const { screen } = await openTwoOrganizations(names, 360);

  await screen.getByRole("button", { name: "Open the menu" }).click();
  await screen.getByRole("button", { name: /switch project$/ }).click();

  await expect.element(screen.getByRole("menuitem", { name: "New organization" })).toBeInViewport();
  const menu = screen.getByRole("menu").element();
  expect(menu.getBoundingClientRect().bottom).toBeLessThanOrEqual(640);
  expect(menu.scrollWidth).toBe(menu.clientWidth);
  await userEvent.keyboard("{End}{ArrowUp}{ArrowUp}");
  await expect.element(screen.getByRole("menuitemradio", { name: /^49-/ })).toBeInViewport();
  await screen.getByRole("menuitem", { name: "All projects" }).click();
  await expect.element(screen.getByText("Select one here")).toBeVisible();
});

test("a new organization begins with a project, and the tab goes on there", async () => {
  const { screen } = await openTwoOrganizations([]);
  const session = aSession("owner");
  api.answers["POST /dashboard-api/organizations"] = () => {
    const looms = { ...session.projects[0], id: "tm_2", organization_id: "org_3", name: "Default project" };
    api.answers["GET /dashboard-api/session"] = {
      ...session,
      organizations: [...session.organizations, { id: "org_3", name: "Looms", role: "owner" }],
      projects: [...session.projects, looms],
    };
    return { organization: { id: "org_3", name: "Looms" }, project: { id: "tm_2", name: "Default project" } };
  };

  await screen.getByRole("button", { name: /switch project$/ }).click();
  await screen.getByRole("menuitem", { name: "New organization" }).click();
  await screen.getByLabelText("Name").fill("Looms");
  await screen.getByRole("button", { name: "Create organization" }).click();

  await expect.element(screen.getByText("This is looms")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: /switch project$/ })).toHaveTextContent("Looms");
});
