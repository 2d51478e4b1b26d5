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
import { render } from "vitest-browser-react";
import { call } from "../../resources/api/call.ts";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { answerApi, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { sessionQuery } from "../../resources/session/session-queries.ts";
import "../../ui/styles/styles.css";
import { SignedInShell } from "./signed-in-shell.tsx";

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

/** Shows the server's answer about the project that its calls name. */
function Page() {
  const project = useQuery({
    queryKey: ["page"],
    queryFn: () => call(getProject, { params: { id: currentProjectId() ?? "" } }),
    retry: false,
  });
  if (project.isPending) return <p>Loading</p>;
  return <p>{project.isError ? "Nothing here" : `This is ${project.data.name}`}</p>;
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
  const queryClient = new QueryClient();
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "/",
    component: () => (
      <Suspense>
        <SignedInShell>
          <Page />
        </SignedInShell>
      </Suspense>
    ),
  });
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  chooseCurrentProject("tm_2");
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(screen.getByText("This is trial")).toBeVisible();

  api.answers["GET /2025-07-01/projects/tm_2"] = undefined;
  api.answers["GET /dashboard-api/session"] = session;
  await queryClient.refetchQueries(sessionQuery);

  await expect.element(screen.getByText("This is payments")).toBeVisible();
  expect(currentProjectId()).toBe("tm_1");
});
