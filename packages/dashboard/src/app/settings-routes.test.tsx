/** Where do the addresses of settings lead, in the product's own tree of routes, and who sees what there? */
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, RouterProvider } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { chooseCurrentProject } from "../resources/api/current-project.ts";
import { answerApi, aPageOf, type TestApi } from "../resources/api/test-api.ts";
import { aSession } from "../resources/connections/test-connections.ts";
import "../ui/styles/styles.css";
import { createAppRouter } from "./router.tsx";

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

async function open(
  address: string,
  role: "owner" | "member" | "viewer" = "owner",
  width = 1280,
  session: object = aSession(role),
) {
  await page.viewport(width, 800);
  api = answerApi({
    "GET /dashboard-api/session": session,
    "GET /dashboard-api/team-integrations": { models: [], has_mail_server: true },
    "GET /2025-07-01/issue-triggers": aPageOf([]),
  });
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const router = createAppRouter(queryClient);
  router.update({ ...router.options, history: createMemoryHistory({ initialEntries: [address] }) });
  const screen = await render(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { screen, router };
}

const INTEGRATIONS = "/settings/project/integrations";
const GENERAL = ["/settings/project/general", "General"] as const;

test.each([
  ["/settings", ...GENERAL],
  ["/settings/", ...GENERAL],
  ["/settings/project", ...GENERAL],
  ["/settings/project/no-such-page", ...GENERAL],
  ["/settings/organization", "/settings/organization/general", "General"],
  ["/settings/organization/no-such-page", "/settings/organization/general", "General"],
  ["/team", ...GENERAL],
  ["/workspace/settings", ...GENERAL],
  ["/workspace/members", "/settings/organization/members", "Members"],
  ["/api", "/settings/project/secrets", "Secrets"],
  ["/account", "/settings/account/profile", "Profile"],
  ["/workspaces", "/projects", "Select a project"],
])("%s leads to %s, which is named %s", async (address, lands, name) => {
  const { screen, router } = await open(address);

  await expect.element(screen.getByRole("heading", { level: 1, name })).toBeVisible();
  expect(router.state.location.pathname).toBe(lands);
  expect(document.title).toBe(`${name} - Posthorn`);
  expect(screen.getByRole("heading", { level: 1 }).elements()).toHaveLength(1);
});

test("the menu marks the page, also below one of its dialogs, and the rail its settings", async () => {
  const { screen } = await open(`${INTEGRATIONS}/slack/connect`, "member");

  const menu = screen.getByRole("navigation", { name: "Settings", includeHidden: true });
  await expect
    .element(menu.getByRole("link", { name: "Integrations", includeHidden: true }))
    .toHaveAttribute("aria-current", "page");
  const rail = screen.getByRole("navigation", { name: "Main", includeHidden: true });
  await expect
    .element(rail.getByRole("link", { name: "Settings", includeHidden: true }))
    .toHaveAttribute("aria-current", "page");
});

test("a role that is too low sees why instead of the page, and a menu of what it may open", async () => {
  const { screen } = await open(INTEGRATIONS, "viewer");

  await expect
    .element(
      screen.getByText(
        "You currently don't have permission to perform this action. Contact your organization admin for further access.",
      ),
    )
    .toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Connect Slack" })).not.toBeInTheDocument();
  const links = screen.getByRole("navigation", { name: "Settings" }).getByRole("link").elements();
  expect(links.map(({ textContent }) => textContent)).toEqual(["Access Control", "General", "Profile"]);
});

test("on a phone the menu is a line above the page, and nothing is wider than the screen", async () => {
  const { screen } = await open(INTEGRATIONS, "owner", 360);
  const menu = screen.getByRole("navigation", { name: "Settings" });
  await expect.element(screen.getByRole("heading", { name: "Notifications" })).toBeVisible();

  const { bottom, width } = menu.element().getBoundingClientRect();
  expect(width).toBe(360);
  expect(bottom).toBeLessThanOrEqual(
    screen.getByRole("heading", { name: "Notifications" }).element().getBoundingClientRect().top,
  );
  expect(document.documentElement.scrollWidth).toBe(360);
});

test("an organization with single sign-on has no page of plans", async () => {
  const session = aSession("owner");
  const organizations = session.organizations.map((one) => ({ ...one, uses_sso: true }));
  const { screen, router } = await open("/settings/organization/plans", "owner", 1280, {
    ...session,
    organizations,
  });

  await expect.element(screen.getByRole("heading", { level: 1, name: "General" })).toBeVisible();
  expect(router.state.location.pathname).toBe("/settings/organization/general");
  const links = screen.getByRole("navigation", { name: "Settings" }).getByRole("link").elements();
  const titles = links.map(({ textContent }) => textContent);
  expect(titles).toContain("Single sign-on");
  expect(titles).not.toContain("Plans");
});

test("only the owner finds single sign-on", async () => {
  const { screen } = await open("/settings/organization/single-sign-on", "member");

  await expect.element(screen.getByText(/You currently don't have permission/)).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Single sign-on" })).not.toBeInTheDocument();
});
