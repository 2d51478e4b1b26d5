import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { SsoReturnScreen, type SsoReturnScreenProps } from "./sso-return-screen.tsx";

const FINISH = "POST /auth/sign-in/sso/finish";

let api: TestApi;
let done = 0;
afterEach(() => api.restore());

function routesFor(back: SsoReturnScreenProps["back"]) {
  return (app: AnyRoute): AnyRoute[] => [
    createRoute({
      getParentRoute: () => app,
      path: "sso",
      component: () => (
        <SsoReturnScreen
          organizationId="org_1"
          answer="code=a&state=b"
          back={back}
          onDone={async () => {
            done++;
          }}
        />
      ),
    }),
    createRoute({ getParentRoute: () => app, path: "sign-in", component: () => <p>Sign in here</p> }),
    createRoute({ getParentRoute: () => app, path: "settings", component: () => <p>Settings are here</p> }),
  ];
}

async function open(answers: Answers, back: SsoReturnScreenProps["back"] = null) {
  done = 0;
  api = answerApi(answers);
  return (await openScreen("/sso", routesFor(back))).screen;
}

const refused = (code: string, message: string, status: number) => () =>
  Response.json({ code, status, message }, { status });

test("what the provider has said is handed over once, and the person goes on", async () => {
  await open({ [FINISH]: { user: { id: "1", name: "Grace", email: "grace@acme.dev" } } });

  await expect.poll(() => done).toBe(1);
  expect(api.asked).toEqual([{ call: FINISH, body: { organization_id: "org_1", answer: "code=a&state=b" } }]);
});

test("a refusal is said in the server's words, with a way back", async () => {
  const message = "The identity provider's token is for another client than this one.";
  const screen = await open({ [FINISH]: refused("SSO_TOKEN_NOT_VALID", message, 422) });

  await expect.element(screen.getByRole("heading", { name: "You are not signed in" })).toBeVisible();
  await expect.element(screen.getByRole("alert")).toHaveTextContent(message);
  await screen.getByRole("link", { name: "Back to the sign-in" }).click();
  await expect.element(screen.getByText("Sign in here")).toBeVisible();
  expect(done).toBe(0);
});

test("a test that failed leads back to the settings", async () => {
  const screen = await open(
    { [FINISH]: refused("SSO_EMAIL_NOT_VERIFIED", "No verified address.", 422) },
    { to: "/settings", label: "Back to the settings" },
  );

  await expect.element(screen.getByRole("heading", { name: "The test sign-on failed" })).toBeVisible();
  await screen.getByRole("link", { name: "Back to the settings" }).click();
  await expect.element(screen.getByText("Settings are here")).toBeVisible();
});
