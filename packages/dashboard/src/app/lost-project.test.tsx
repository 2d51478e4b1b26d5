/** What does a tab show to a person without a project, and when they lose one? In the product's own tree of routes. */
import { getProject } from "@posthorn/contract/projects";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { call, onLossOfAccess } from "../resources/api/call.ts";
import { chooseCurrentProject, currentProjectId } from "../resources/api/current-project.ts";
import { answerApi, aPageOf, type Answers, type TestApi } from "../resources/api/test-api.ts";
import { aSession } from "../resources/connections/test-connections.ts";
import { sessionQuery } from "../resources/session/session-queries.ts";
import { Toaster } from "../ui/toaster.tsx";
import "../ui/styles/styles.css";
import { createAppRouter } from "./router.tsx";

const SESSION = "GET /dashboard-api/session";
const PROJECT = "GET /2025-07-01/projects/tm_1";
const NOBODY = { ...aSession("owner"), organizations: [], projects: [] };

let api: TestApi;
let forget: () => void;
afterEach(() => {
  api.restore();
  forget();
  chooseCurrentProject(null);
});

async function open(address: string, answers: Answers, width = 1280) {
  await page.viewport(width, 800);
  api = answerApi({ "GET /2025-07-01/connections": aPageOf([]), ...answers });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createAppRouter(queryClient);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  forget = onLossOfAccess(() => void queryClient.refetchQueries(sessionQuery, { cancelRefetch: false }));
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { screen, router };
}

const refusedWith = (status: 401 | 403 | 404) => () =>
  Response.json({ code: "REFUSED", status, message: "Refused" }, { status });

/** Any call of the page. */
const callProject = () => call(getProject, { params: { id: "tm_1" } }).catch(() => null);

test.each(["/events", "/settings/project/quotas", "/no/such/page", "/create-first-connection", "/projects"])(
  "%s leads a person without an organization to /onboarding",
  async (address) => {
    const { screen, router } = await open(address, { [SESSION]: NOBODY });

    await expect.element(screen.getByRole("heading", { name: "Welcome, Ada" })).toBeVisible();
    expect(router.state.location.pathname).toBe("/onboarding");
  },
);

test("/onboarding is not for a person who belongs to an organization", async () => {
  const { screen } = await open("/onboarding", { [SESSION]: aSession("member") });

  await expect.element(screen.getByRole("heading", { name: "Select a project" })).toBeVisible();
});

test.each(["/events", "/settings/project/quotas", "/no/such/page", "/onboarding"])(
  "%s leads a person whom somebody has invited to /projects",
  async (address) => {
    const { screen, router } = await open(address, { [SESSION]: { ...NOBODY, is_invited: true } });

    await expect.element(screen.getByRole("heading", { name: "Select a project" })).toBeVisible();
    await expect.element(screen.getByText("You belong to no organization")).toBeVisible();
    expect(router.state.location.pathname).toBe("/projects");
    await expect.element(screen.getByText("Somebody has invited ada@acme.dev")).toBeVisible();
    expect(screen.getByRole("alert").elements()).toEqual([]);
  },
);

test("a person without a project reaches their profile and the sign-out, also on a phone", async () => {
  const answers: Answers = {
    [SESSION]: { ...NOBODY, is_invited: true },
    "GET /dashboard-api/setup": { setup_needed: false },
    "POST /auth/sign-out": () => {
      api.answers[SESSION] = refusedWith(401);
      return {};
    },
  };
  const { screen } = await open("/projects", answers, 360);

  await screen.getByRole("link", { name: "Profile" }).click();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Profile" })).toBeVisible();
  const menu = screen.getByRole("navigation", { name: "Settings" });
  expect(menu.getByRole("link").elements()).toHaveLength(1);
  expect(document.documentElement.scrollWidth).toBe(360);

  await screen.getByRole("link", { name: "Posthorn" }).click();
  await expect.element(screen.getByRole("heading", { name: "Select a project" })).toBeVisible();
  await screen.getByRole("button", { name: "Sign out" }).click();
  await expect.element(screen.getByRole("textbox", { name: "Email" })).toBeVisible();
});

test("a tab whose project is gone leaves it at the next call, and says so", async () => {
  const session = aSession("member");
  const [payments] = session.projects;
  const trial = { ...payments, id: "tm_2", name: "trial" };
  const { screen, router } = await open("/connections", {
    [SESSION]: { ...session, projects: [payments, trial] },
  });
  await expect.element(screen.getByRole("heading", { name: "Connections" })).toBeVisible();
  expect(currentProjectId()).toBe("tm_1");

  api.answers[SESSION] = { ...session, projects: [trial] };
  api.answers[PROJECT] = refusedWith(404);
  await callProject();

  await expect.element(screen.getByRole("alert")).toHaveTextContent("You no longer have access to payments");
  expect(router.state.location.pathname).toBe("/projects");
  await screen.getByRole("button", { name: /^trial/ }).click();
  await expect.element(screen.getByRole("heading", { name: "Events" })).toBeVisible();
  expect(currentProjectId()).toBe("tm_2");
});

test("a tab that loses the last project has a way on", async () => {
  const { screen } = await open("/connections", { [SESSION]: aSession("member") });
  await expect.element(screen.getByRole("heading", { name: "Connections" })).toBeVisible();

  api.answers[SESSION] = NOBODY;
  api.answers[PROJECT] = refusedWith(404);
  await callProject();

  await expect.element(screen.getByText("You no longer have access to payments")).toBeVisible();
  await expect.element(screen.getByRole("button", { name: "New organization" })).toBeVisible();
});

test("a lower role disables the controls of an open page after the first refusal", async () => {
  const { screen } = await open("/connections", { [SESSION]: aSession("member") });
  await expect.element(screen.getByRole("link", { name: "New connection" }).first()).toBeVisible();

  api.answers[SESSION] = aSession("viewer");
  api.answers[PROJECT] = refusedWith(403);
  await callProject();

  await expect
    .element(screen.getByRole("button", { name: "New connection" }).first())
    .toHaveAttribute("data-tooltip", expect.stringContaining("You need the member role"));
});
