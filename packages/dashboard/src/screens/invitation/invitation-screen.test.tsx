import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { chooseCurrentProject, currentProjectId } from "../../resources/api/current-project.ts";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { aSession } from "../../resources/connections/test-connections.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { InvitationScreen, type InvitationScreenProps } from "./invitation-screen.tsx";

const SESSION = "GET /dashboard-api/session";
const SHOWN = "GET /dashboard-api/invitation";
const ACCEPT = "POST /dashboard-api/invitation";
const SIGN_UP = "POST /auth/sign-up/email";

const INVITATION = {
  organization_name: "Compilers",
  inviter_name: "Grace",
  email: "linus@example.com",
  role: "member",
  expires_at: "2026-11-25T10:00:00.000Z",
};
const LINUS = { id: "usr_9", name: "Linus", email: "linus@example.com" };

let api: TestApi;
afterEach(() => {
  api.restore();
  chooseCurrentProject(null);
});

function routesFor(props: InvitationScreenProps) {
  return (app: AnyRoute): AnyRoute[] => [
    createRoute({
      getParentRoute: () => app,
      path: "invitation",
      component: () => <InvitationScreen {...props} />,
    }),
    createRoute({ getParentRoute: () => app, path: "events", component: () => <p>Events are here</p> }),
    createRoute({ getParentRoute: () => app, path: "sign-in", component: () => <p>The sign-in</p> }),
  ];
}

async function open(person: InvitationScreenProps["person"], answers: Answers = {}, linkKey = "s3cret") {
  const session = aSession("owner");
  const [project] = session.projects;
  const projects = [...session.projects, { ...project, id: "tm_2", organization_id: "org_2" }];
  api = answerApi({ [SESSION]: { ...session, projects }, [SHOWN]: INVITATION, ...answers });
  return openScreen("/invitation", routesFor({ linkKey, person }));
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);
const refused = (status: number, code: string, message: string) =>
  Response.json({ code, status, message }, { status });
const notValid = () => refused(410, "LINK_NOT_VALID", "This link is no longer valid");

test("opening the link changes nothing; a click accepts, and the tab shows the organization", async () => {
  const { screen } = await open(LINUS, { [ACCEPT]: { organization_id: "org_2" } });
  await expect.element(screen.getByRole("heading", { name: "Join Compilers" })).toBeVisible();
  await expect.element(screen.getByText(/^Grace invites you as member: changes connections/)).toBeVisible();
  await expect.element(screen.getByText("You are signed in as linus@example.com.")).toBeVisible();
  expect(sent(ACCEPT)).toEqual([]);

  await screen.getByRole("button", { name: "Accept the invitation" }).click();

  await expect.element(screen.getByText("Events are here")).toBeVisible();
  await expect.element(screen.getByText("You have joined Compilers")).toBeVisible();
  expect(sent(ACCEPT)).toEqual([{ key: "s3cret", other_address: false }]);
  expect(currentProjectId()).toBe("tm_2");
});

test("another address than the invited one joins only after a question", async () => {
  const { screen } = await open(
    { ...LINUS, email: "linus@home.example" },
    {
      [ACCEPT]: (_url: URL, body: unknown) =>
        JSON.stringify(body).includes("true")
          ? { organization_id: "org_2" }
          : refused(409, "OTHER_ADDRESS", "This invitation was sent to another address than yours."),
    },
  );

  await screen.getByRole("button", { name: "Accept the invitation" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Join as linus@home.example?" })).toBeVisible();
  await expect.element(screen.getByText(/^The invitation was sent to linus@example\.com\./)).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  expect(sent(ACCEPT)).toEqual([{ key: "s3cret", other_address: false }]);

  await screen.getByRole("button", { name: "Accept the invitation" }).click();
  await screen.getByRole("button", { name: "Join as linus@home.example" }).click();
  await expect.element(screen.getByText("Events are here")).toBeVisible();
  expect(sent(ACCEPT).at(-1)).toEqual({ key: "s3cret", other_address: true });
});

test("a refused acceptance is said as the server says it", async () => {
  const { screen } = await open(LINUS, {
    [ACCEPT]: notValid,
  });

  await screen.getByRole("button", { name: "Accept the invitation" }).click();

  await expect.element(screen.getByRole("alert")).toHaveTextContent("This link is no longer valid");
});

test("somebody without an account creates one", async () => {
  const { screen } = await open(null, { [SIGN_UP]: { user: LINUS } });
  await expect.element(screen.getByRole("textbox", { name: "Email" })).toHaveValue("linus@example.com");

  await screen.getByRole("button", { name: "Create account" }).click();
  await expect
    .element(screen.getByRole("textbox", { name: "Your name" }))
    .toHaveAccessibleDescription("Enter your name");
  await screen.getByRole("textbox", { name: "Your name" }).fill("Linus");
  await screen.getByLabelText("Password").fill("long enough");
  await screen.getByRole("button", { name: "Create account" }).click();

  await expect.element(screen.getByText("Events are here")).toBeVisible();
  expect(sent(SIGN_UP)).toEqual([
    {
      name: "Linus",
      email: "linus@example.com",
      password: "long enough",
      invitation: "s3cret",
      otherAddress: false,
    },
  ]);
});

test("an account with another address asks first, and an address with an account leads to the sign-in", async () => {
  const { screen } = await open(null, {
    [SIGN_UP]: () => refused(409, "OTHER_ADDRESS", "This invitation was sent to another address than yours."),
  });
  await screen.getByRole("textbox", { name: "Your name" }).fill("Linus");
  await screen.getByRole("textbox", { name: "Email" }).fill("linus@home.example");
  await screen.getByLabelText("Password").fill("long enough");
  await screen.getByRole("button", { name: "Create account" }).click();
  await expect.element(screen.getByRole("dialog", { name: "Join as linus@home.example?" })).toBeVisible();
  await screen.getByRole("button", { name: "Cancel" }).click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("The invitation was sent to linus@example.com");

  api.answers[SIGN_UP] = () =>
    refused(409, "ACCOUNT_EXISTS", "There is an account with this email already. Sign in.");
  await screen.getByRole("button", { name: "Create account" }).click();
  await expect
    .element(screen.getByRole("alert"))
    .toHaveTextContent("There is an account with this email already.");
});

test("the sign-in leads back here", async () => {
  const { screen, router } = await open(null);

  await screen.getByRole("link", { name: "Sign in" }).click();

  await expect.element(screen.getByText("The sign-in")).toBeVisible();
  expect(router.state.location.search).toEqual({ redirect: "/invitation?key=s3cret" });
});

test.each([
  ["a link that was used", "s3cret"],
  ["an address without a key", ""],
])("%s says what may have happened and what to do", async (_what, linkKey) => {
  const { screen } = await open(null, { [SHOWN]: notValid }, linkKey);

  await expect
    .element(screen.getByRole("heading", { name: "This invitation is no longer valid" }))
    .toBeVisible();
  await expect.element(screen.getByText(/Ask the person who invited you to send it again\./)).toBeVisible();
  await expect.element(screen.getByRole("link", { name: "Sign in" })).toBeVisible();
});

test("a server that is away is not a used link", async () => {
  const { screen } = await open(null, { [SHOWN]: () => refused(503, "UNAVAILABLE", "Not now") });

  await expect.element(screen.getByText("The server failed to answer")).toBeVisible();
});
