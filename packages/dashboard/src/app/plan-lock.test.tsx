/** What does a tab show while a plan locks its project, and when the lock begins or ends? In the product's own tree of routes. */
import { getProject } from "@posthorn/contract/projects";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { call, onLossOfAccess } from "../resources/api/call.ts";
import { chooseCurrentProject } from "../resources/api/current-project.ts";
import { answerApi, aPageOf, type TestApi } from "../resources/api/test-api.ts";
import { aSessionWith, aSubscription, DEVELOPER } from "../resources/plans/test-plans.ts";
import { sessionQuery } from "../resources/session/session-queries.ts";
import "../ui/styles/styles.css";
import { createAppRouter } from "./router.tsx";

const SESSION = "GET /dashboard-api/session";
const PROJECT = "GET /2025-07-01/projects/tm_1";
const CONNECTIONS = "GET /2025-07-01/connections";

let api: TestApi;
let forget: () => void;
afterEach(() => {
  api.restore();
  forget();
  chooseCurrentProject(null);
});

interface Opening {
  width?: number;
  /** The routes have loaded. */
  beforePaint?: (queryClient: QueryClient) => void;
}

const refused = () =>
  Response.json(
    { code: "PLAN_LOCKED", status: 403, message: "Refused", data: { lock: "events" } },
    { status: 403 },
  );

async function open(address: string, session: object, { width = 1280, beforePaint }: Opening = {}) {
  await page.viewport(width, 800);
  api = answerApi({
    [SESSION]: session,
    [CONNECTIONS]: aPageOf([]),
    "GET /dashboard-api/organizations/org_1/subscription": aSubscription({
      plan: DEVELOPER,
      usage: { events: 10_412, requests: 9000 },
      limit_exceeded_at: "2026-11-15T09:48:12.000Z",
    }),
    "GET /dashboard-api/organizations/org_1/plans": {
      models: [DEVELOPER],
      contact_url: "https://acme.dev/sales",
    },
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createAppRouter(queryClient);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  forget = onLossOfAccess(() => void queryClient.refetchQueries(sessionQuery, { cancelRefetch: false }));
  if (beforePaint) {
    await router.load();
    beforePaint(queryClient);
  }
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { screen, router, queryClient };
}

/** Whether the page has asked for data of the project. */
const askedForData = () => api.asked.some(({ call: asked }) => asked.startsWith(CONNECTIONS));

test("used up events close the page, with their numbers, and ask for nothing of it", async () => {
  const { screen, router } = await open("/connections", aSessionWith("owner", { lock: "events" }));

  await expect.element(screen.getByRole("heading", { name: "Plan limit has been reached" })).toBeVisible();
  const main = screen.getByRole("main");
  await expect.element(main).toHaveTextContent(/The Developer plan includes 10,000 events/);
  await expect.element(main).toHaveTextContent(/10,412 of 10,000Limit reached2026-11-15 09:48:12 UTC/);
  await expect.element(main).toHaveTextContent(/Next period begins2026-12-01 00:00:00 UTC/);
  await expect
    .element(screen.getByRole("link", { name: "Upgrade plan" }))
    .toHaveAttribute("href", "/settings/organization/plans?highlight=events");
  await expect
    .element(screen.getByRole("link", { name: "Contact us" }))
    .toHaveAttribute("href", "https://acme.dev/sales");
  expect(document.title).toBe("Plan limit has been reached - Posthorn");
  expect(router.state.location.pathname).toBe("/connections");
  expect(askedForData()).toBe(false);
});

test("the guide to a first connection leads to the lock", async () => {
  const { screen, router } = await open(
    "/create-first-connection",
    aSessionWith("owner", { lock: "events" }),
  );

  await expect.element(screen.getByRole("heading", { name: "Plan limit has been reached" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/connections");
});

test("more users than the plan allows: the others ask the owner", async () => {
  const { screen } = await open("/events", aSessionWith("member", { lock: "users" }));

  await expect.element(screen.getByRole("heading", { name: "Users over plan limit" })).toBeVisible();
  await expect
    .element(
      screen.getByText(
        /^Your free plan only allows a single user on the organization. Only the organization owner can have access\. Ask the owner/,
      ),
    )
    .toBeVisible();
  await expect
    .element(screen.getByRole("link", { name: "Upgrade plan" }))
    .toHaveAttribute("href", "/settings/organization/plans?highlight=max_users");
});

test("a viewer, who may not see the plans, has no way to them", async () => {
  const { screen } = await open("/events", aSessionWith("viewer", { lock: "events" }));

  await expect.element(screen.getByText(/^All events that the plan includes/)).toBeVisible();
  expect(screen.getByRole("link", { name: /Upgrade plan|Contact us/ }).elements()).toEqual([]);
  await expect.element(screen.getByRole("link", { name: "Settings" })).toBeVisible();
});

test("where there is no other plan, nothing offers one", async () => {
  const { screen } = await open("/events", aSessionWith("owner", { lock: "events", can_upgrade: false }));

  await expect.element(screen.getByRole("link", { name: "Contact us" })).toBeVisible();
  expect(screen.getByRole("link", { name: "Upgrade plan" }).elements()).toEqual([]);
});

test("the settings stay open, and the lock stands on the way back", async () => {
  const { screen } = await open("/connections", aSessionWith("owner", { lock: "events" }), { width: 360 });
  await expect.element(screen.getByRole("heading", { name: "Plan limit has been reached" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);

  await screen.getByRole("link", { name: "Upgrade plan" }).click();
  await expect.element(screen.getByRole("heading", { level: 1, name: "Plans" })).toBeVisible();
  await screen.getByRole("button", { name: "Open the menu" }).click();
  await screen.getByRole("link", { name: "Connections" }).click();

  await expect.element(screen.getByRole("heading", { name: "Plan limit has been reached" })).toBeVisible();
  expect(askedForData()).toBe(false);
});

test("removed from the document, the lock comes back, and nothing of the project was asked for", async () => {
  const { screen } = await open("/connections", aSessionWith("owner", { lock: "events" }));
  const heading = screen.getByRole("heading", { name: "Plan limit has been reached" });
  await expect.element(heading).toBeVisible();

  const root = screen.container;
  for (const removed of [root.firstElementChild, root]) {
    removed?.remove();
    expect(heading.elements()).toEqual([]);
    await expect.element(heading).toBeVisible();
  }
  expect(askedForData()).toBe(false);
});

test("a lock that begins closes an open page after the first refusal, and the page comes back when it ends", async () => {
  const { screen, queryClient } = await open("/connections", aSessionWith("owner", { lock: null }));
  await expect.element(screen.getByRole("heading", { name: "Connections" })).toBeVisible();

  api.answers[SESSION] = aSessionWith("owner", { lock: "events" });
  api.answers[PROJECT] = refused;
  await call(getProject, { params: { id: "tm_1" } }).catch(() => null);
  await expect.element(screen.getByRole("heading", { name: "Plan limit has been reached" })).toBeVisible();
  await expect.element(screen.getByRole("heading", { name: "Connections" })).not.toBeInTheDocument();

  api.answers[SESSION] = aSessionWith("owner", { lock: null });
  await queryClient.refetchQueries(sessionQuery);
  await expect.element(screen.getByRole("heading", { name: "Connections" })).toBeVisible();
});

test("a lock that begins between the decision of the route and the first paint closes the page as well", async () => {
  const locked = aSessionWith("owner", { lock: "events" });
  const { screen } = await open("/connections", aSessionWith("owner", { lock: null }), {
    beforePaint(queryClient) {
      api.answers[SESSION] = locked;
      queryClient.setQueryData(sessionQuery.queryKey, locked);
    },
  });

  await expect.element(screen.getByRole("heading", { name: "Plan limit has been reached" })).toBeVisible();
});
