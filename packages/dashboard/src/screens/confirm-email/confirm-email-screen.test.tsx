import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ConfirmEmailScreen } from "./confirm-email-screen.tsx";

const ACCOUNT = "GET /dashboard-api/account";
const CONFIRM = "POST /auth/account/email/confirm";
const WAITING = {
  email: "ada@example.com",
  email_change: { new_email: "ada@acme.example", sent_at: "2026-11-15T14:12:40.000Z" },
};

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({
      getParentRoute: () => app,
      path: "confirm-email",
      component: () => <ConfirmEmailScreen token="s3cret" />,
    }),
  ];
}

async function open(answers: Answers) {
  api = answerApi({ [ACCOUNT]: WAITING, ...answers });
  return (await openScreen("/confirm-email", routes)).screen;
}

const confirmations = () => api.asked.filter(({ call }) => call === CONFIRM);

test("opening the link changes nothing; a click confirms the address", async () => {
  const screen = await open({ [CONFIRM]: { email: "ada@acme.example" } });
  await expect.element(screen.getByRole("heading", { name: "Use ada@acme.example?" })).toBeVisible();
  expect(confirmations()).toEqual([]);

  api.answers[ACCOUNT] = { email: "ada@acme.example", email_change: null };
  await screen.getByRole("button", { name: "Confirm this address" }).click();

  await expect.element(screen.getByRole("heading", { name: "Your address is confirmed" })).toBeVisible();
  await expect.element(screen.getByText("ada@acme.example", { exact: true })).toBeVisible();
  expect(confirmations()).toEqual([{ call: CONFIRM, body: { token: "s3cret" } }]);
});

test("a link that is too old says so, and the change waits on", async () => {
  const notValid = { code: "LINK_NOT_VALID", status: 410, message: "This link is no longer valid" };
  const screen = await open({ [CONFIRM]: () => Response.json(notValid, { status: 410 }) });

  await screen.getByRole("button", { name: "Confirm this address" }).click();

  await expect.element(screen.getByRole("alert")).toHaveTextContent("This link is no longer valid");
});

test("a link of a change that is over says so", async () => {
  const screen = await open({ [ACCOUNT]: { ...WAITING, email_change: null } });

  await expect.element(screen.getByRole("heading", { name: "This link is no longer valid" })).toBeVisible();
});
