import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { render } from "vitest-browser-react";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import "../../ui/styles/styles.css";
import { CliAuthScreen } from "./cli-auth-screen.tsx";

const LOGIN = "GET /dashboard-api/cli-login";
const CLAIM = "POST /dashboard-api/cli-login";
const REFUSE = "PUT /dashboard-api/cli-login/refuse";
const DONE = "You are now authenticated with the CLI go back to your terminal!";
const login = {
  device_name: "Ada's laptop",
  address: "203.0.113.9",
  begun_at: "2024-11-14T14:00:01.000Z",
  is_claimed: false,
  is_from_here: true,
};

let api: TestApi;
afterEach(() => api.restore());

const changes = () => api.asked.filter(({ call }) => call === CLAIM || call === REFUSE);
const notValid = (reason: string) =>
  Response.json(
    { code: "LINK_NOT_VALID", status: 410, message: "This link is no longer valid.", data: { reason } },
    { status: 410 },
  );

async function openLink(answers: Answers) {
  api = answerApi({
    "GET /dashboard-api/session": aSession("viewer"),
    [CLAIM]: { claimed: true },
    ...answers,
  });
  const root = createRootRoute();
  const page = createRoute({
    getParentRoute: () => root,
    path: "cli-auth",
    component: () => <CliAuthScreen linkKey="s3cret" />,
  });
  const home = createRoute({ getParentRoute: () => root, path: "/", component: () => <p>The dashboard</p> });
  const router = createRouter({
    routeTree: root.addChildren([page, home]),
    history: createMemoryHistory({ initialEntries: ["/cli-auth"] }),
  });
  return render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

test("opening the link lets no CLI in; the person sees which one it is, and a click lets it in once", async () => {
  const screen = await openLink({ [LOGIN]: login });

  await expect.element(screen.getByRole("heading", { name: "Did you start this CLI?" })).toBeVisible();
  for (const shown of ["Ada's laptop", "203.0.113.9", "same as yours", "ada@acme.dev", "payments"])
    await expect.element(screen.getByText(shown, { exact: true })).toBeVisible();
  await expect.element(screen.getByText(/ ago, Nov 1\d \d\d:\d\d:01$/)).toBeVisible();
  await expect.element(screen.getByText("It is not at your address")).not.toBeInTheDocument();
  expect(changes()).toEqual([]);

  await screen.getByRole("button", { name: "Yes, allow this CLI" }).click();

  await expect.element(screen.getByRole("heading", { name: DONE })).toBeVisible();
  await expect
    .element(screen.getByText(/^The CLI on/))
    .toHaveTextContent("The CLI on Ada's laptop acts as ada@acme.dev and starts in payments.");
  expect(changes()).toEqual([{ call: CLAIM, body: { key: "s3cret" } }]);
  expect(api.asked.map(({ call }) => call)).toContain(`${LOGIN}?key=s3cret`);
});

test("a CLI at another address is marked as such", async () => {
  const screen = await openLink({ [LOGIN]: { ...login, is_from_here: false } });

  await expect.element(screen.getByText("It is not at your address")).toBeVisible();
  await expect.element(screen.getByText("not yours", { exact: true })).toBeVisible();
  expect(changes()).toEqual([]);
});

test("a refusal ends the login, and says so", async () => {
  const screen = await openLink({ [LOGIN]: login, [REFUSE]: { refused: true } });

  await screen.getByRole("button", { name: "No, refuse it" }).click();

  await expect.element(screen.getByRole("heading", { name: "You refused this CLI" })).toBeVisible();
  expect(changes()).toEqual([{ call: REFUSE, body: { key: "s3cret" } }]);
  await screen.getByRole("link", { name: "Go to the dashboard" }).click();
  await expect.element(screen.getByText("The dashboard")).toBeVisible();
});

test("a login that the same person claimed before is not claimed again", async () => {
  const screen = await openLink({ [LOGIN]: { ...login, is_claimed: true, is_from_here: false } });

  await expect.element(screen.getByRole("heading", { name: DONE })).toBeVisible();
  expect(changes()).toEqual([]);
});

test.each([
  ["unknown", "It may be incomplete, or too old. Run the login in your terminal again to get a new one."],
  ["expired", "It has expired. Run the login in your terminal again to get a new one."],
  ["used", "It was used already. Run the login in your terminal again to get a new one."],
  ["refused", "The login was refused in the browser. Run the login in your terminal again to get a new one."],
])("a link that is %s says so, and what to do", async (reason, sentence) => {
  const screen = await openLink({ [LOGIN]: () => notValid(reason) });

  await expect.element(screen.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
  await expect.element(screen.getByText(sentence)).toBeVisible();
  expect(changes()).toEqual([]);
});

test("a link that is used up while the page is open says so too; other trouble can be tried again", async () => {
  const screen = await openLink({
    [LOGIN]: () =>
      Response.json({ code: "FATAL_ERROR", status: 500, message: "Fatal Error" }, { status: 500 }),
    [CLAIM]: () => notValid("used"),
  });
  await expect.element(screen.getByText("The server failed to answer")).toBeVisible();

  api.answers[LOGIN] = login;
  await screen.getByRole("button", { name: "Try again" }).click();
  await screen.getByRole("button", { name: "Yes, allow this CLI" }).click();

  await expect.element(screen.getByText(/^It was used already\./)).toBeVisible();
});
