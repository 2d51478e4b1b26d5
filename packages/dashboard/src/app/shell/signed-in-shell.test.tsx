import { QueryClient, QueryClientProvider, useQuery } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { getProject } from "@posthorn/contract/projects";
import { Suspense } from "react";
import { afterEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { call } from "../../resources/api/call.ts";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
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

async function openShell() {
  await page.viewport(1280, 800);
  const queryClient = new QueryClient();
  const root = createRootRoute();
  const shell = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => (
      <Suspense>
        <SignedInShell>
          <ProjectName />
        </SignedInShell>
      </Suspense>
    ),
  });
  const signIn = createRoute({
    getParentRoute: () => root,
    path: "sign-in",
    component: () => <p>Sign in here</p>,
  });
  const router = createRouter({
    routeTree: root.addChildren([shell, signIn]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  return { screen, queryClient };
}

test("a tab whose project was deleted goes on in another, and so do its calls", async () => {
  const session = aSession("owner");
  const [payments] = session.projects;
  const trial = { ...payments, id: "tm_2", name: "trial" };
  api = answerApi({
    "GET /dashboard-api/session": { ...session, projects: [payments, trial] },
    "GET /2025-07-01/projects/tm_1": { name: "payments" },
    "GET /2025-07-01/projects/tm_2": { name: "trial" },
  });
  chooseCurrentProject("tm_2");
  const { screen, queryClient } = await openShell();
  await expect.element(screen.getByText("This is trial")).toBeVisible();

  api.answers["GET /2025-07-01/projects/tm_2"] = undefined;
  api.answers["GET /dashboard-api/session"] = session;
  await queryClient.refetchQueries(sessionQuery);

  await expect.element(screen.getByText("This is payments")).toBeVisible();
  expect(currentProjectId()).toBe("tm_1");
});

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
