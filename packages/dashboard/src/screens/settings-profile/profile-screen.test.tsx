import type { Account } from "@posthorn/contract/account";
import { createRoute, type AnyRoute } from "@tanstack/react-router";
import { afterEach, expect, test } from "vitest";
import { answerApi, type Answers, type TestApi } from "../../resources/api/test-api.ts";
import { readPreferences } from "../../resources/preferences/preferences-store.ts";
import { openScreen } from "../../resources/test-screen.tsx";
import { ProfileScreen } from "./profile-screen.tsx";

const ACCOUNT = "GET /dashboard-api/account";
const AT = "/settings/account/profile";
const CODES = ["aaaaa-AAAAA", "bbbbb-BBBBB"];
const DONE = { status: true };

const CHROME =
  "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36";

function anAccount(change: Partial<Account> = {}): Account {
  return {
    name: "Ada Lovell",
    email: "ada@example.com",
    email_change: null,
    password_changed_at: "2026-08-03T10:00:03.000Z",
    two_factor: null,
    passkeys: [],
    sessions: [
      {
        id: "s1",
        kind: "browser",
        device: CHROME,
        address: "203.0.113.24",
        last_used_at: "2026-11-15T14:00:00.000Z",
        is_current: true,
      },
    ],
    owned_organizations: [],
    can_send_mail: true,
    ...change,
  };
}

const PHONE = {
  id: "s2",
  kind: "browser",
  device: "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Safari/604.1",
  address: "203.0.113.25",
  last_used_at: "2026-11-15T12:00:00.000Z",
  is_current: false,
} as const;
const CLI = { ...PHONE, id: "k1", kind: "cli", device: "ada-laptop", address: null } as const;

let api: TestApi;
afterEach(() => api.restore());

function routes(app: AnyRoute): AnyRoute[] {
  return [
    createRoute({ getParentRoute: () => app, path: "settings/account/profile", component: ProfileScreen }),
    createRoute({ getParentRoute: () => app, path: "sign-in", component: () => <p>The sign-in</p> }),
  ];
}

async function open(account: Account, answers: Answers = {}) {
  api = answerApi({ [ACCOUNT]: account, ...answers });
  return (await openScreen(AT, routes)).screen;
}

const sent = (call: string) => api.asked.filter((one) => one.call === call).map(({ body }) => body);
const refused = (code: string, message: string, status = 422) =>
  Response.json({ code, status, message }, { status });

test("a new name is saved on its own", async () => {
  const screen = await open(anAccount(), { "POST /auth/account/name": DONE });

  await screen.getByRole("textbox", { name: "Name" }).fill("Ada Byron");
  await screen.getByRole("button", { name: "Save" }).click();

  await expect.poll(() => sent("POST /auth/account/name")).toEqual([{ name: "Ada Byron" }]);
});

test("whoever leaves with a name that is not saved is asked first", async () => {
  api = answerApi({ [ACCOUNT]: anAccount() });
  const { screen, router } = await openScreen(AT, routes);
  const name = screen.getByRole("textbox", { name: "Name" });
  await name.fill("Ada Byron");

  void router.navigate({ to: "/sign-in" });
  await expect
    .element(screen.getByText("Are you sure you want to quit without saving your work?"))
    .toBeVisible();
  await screen.getByRole("button", { name: "Keep editing" }).click();
  await expect.element(name).toHaveValue("Ada Byron");

  void router.navigate({ to: "/sign-in" });
  await screen.getByRole("button", { name: "Discard", exact: true }).last().click();
  await expect.element(screen.getByText("The sign-in")).toBeVisible();
  expect(sent("POST /auth/account/name")).toEqual([]);
});

test("a new address needs the password, and a wrong one keeps what was typed", async () => {
  const screen = await open(anAccount(), {
    "POST /auth/account/email": () => refused("WRONG_PASSWORD", "The password is wrong"),
  });

  await screen.getByRole("button", { name: "Change email…" }).click();
  await screen.getByLabelText("Current password").fill("wrong");
  await screen.getByRole("textbox", { name: "New email" }).fill("ada@acme.example");
  await screen.getByRole("button", { name: "Send link" }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The password is wrong");
  await expect.element(screen.getByLabelText("Current password")).toHaveFocus();

  api.answers["POST /auth/account/email"] = DONE;
  api.answers[ACCOUNT] = anAccount({
    email_change: { new_email: "ada@acme.example", sent_at: "2026-11-15T14:12:40.000Z" },
  });
  await screen.getByLabelText("Current password").fill("right password");
  await screen.getByRole("button", { name: "Send link" }).click();

  await expect.element(screen.getByText("ada@acme.example waits for your confirmation")).toBeVisible();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
  expect(sent("POST /auth/account/email").at(-1)).toEqual({
    password: "right password",
    newEmail: "ada@acme.example",
  });
});

test("a change that waits can be sent again and cancelled", async () => {
  const waiting = { new_email: "ada@acme.example", sent_at: "2026-11-15T14:12:40.000Z" };
  const screen = await open(anAccount({ email_change: waiting }), {
    "POST /auth/account/email/send-again": DONE,
    "POST /auth/account/email/cancel": DONE,
  });

  await screen.getByRole("button", { name: "Send again" }).click();
  await expect.element(screen.getByText("The link was sent again")).toBeVisible();
  api.answers[ACCOUNT] = anAccount();
  await screen.getByRole("button", { name: "Cancel change" }).click();

  await expect.element(screen.getByText("waits for your confirmation")).not.toBeInTheDocument();
});

test("without a mail server the address stays, and the button says why", async () => {
  const screen = await open(anAccount({ can_send_mail: false }));

  const button = screen.getByRole("button", { name: "Change email…" });

  await expect.element(button).toHaveAttribute("aria-disabled", "true");
  await expect.element(button).toHaveAttribute("data-tooltip", expect.stringContaining("POSTHORN_SMTP_URL"));
});

test("a new password needs the old one and eight characters", async () => {
  const screen = await open(anAccount(), { "POST /auth/account/password": DONE });

  await screen.getByRole("button", { name: "Change password…" }).click();
  await screen.getByLabelText("Current password").fill("old password");
  await screen.getByLabelText("New password").fill("short");
  await screen.getByRole("button", { name: "Change password", exact: true }).click();
  await expect.element(screen.getByText("Use at least 8 characters")).toBeVisible();
  expect(sent("POST /auth/account/password")).toEqual([]);
  await screen.getByLabelText("New password").fill("long enough");
  await screen.getByRole("button", { name: "Change password", exact: true }).click();

  await expect.element(screen.getByText("Your password was changed")).toBeVisible();
  expect(sent("POST /auth/account/password")).toEqual([
    { password: "old password", newPassword: "long enough" },
  ]);
});

test("two-factor authentication is turned on with the first code of the app", async () => {
  const screen = await open(anAccount(), {
    "POST /auth/account/two-factor/begin": {
      uri: "otpauth://totp/Posthorn:ada@example.com?secret=ABCDEFGHIJ",
      secret: "ABCDEFGHIJ",
      recovery_codes: CODES,
    },
    "POST /auth/account/two-factor/confirm": () => refused("WRONG_CODE", "The code is wrong"),
  });

  await screen.getByRole("button", { name: "Turn on…" }).click();
  await screen.getByLabelText("Current password").fill("right password");
  await screen.getByRole("button", { name: "Continue" }).click();
  await expect.element(screen.getByText("ABCD EFGH IJ")).toBeVisible();
  await expect.element(screen.getByRole("img", { name: /^QR code with the key/ })).toBeVisible();
  for (const code of CODES) await expect.element(screen.getByText(code)).toBeVisible();
  await screen.getByRole("textbox", { name: "Code" }).fill("000 000");
  await screen.getByRole("button", { name: "Turn on", exact: true }).click();
  await expect.element(screen.getByRole("alert")).toHaveTextContent("The code is wrong");

  api.answers["POST /auth/account/two-factor/confirm"] = DONE;
  api.answers[ACCOUNT] = anAccount({
    two_factor: { since: "2026-11-15T14:00:00.000Z", recovery_codes_left: 10 },
  });
  await screen.getByRole("textbox", { name: "Code" }).fill("123456");
  await screen.getByRole("button", { name: "Turn on", exact: true }).click();

  await expect.element(screen.getByText("10 of 10 left")).toBeVisible();
  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

const ON = { two_factor: { since: "2026-04-02T11:18:36.000Z", recovery_codes_left: 6 } };

test.each([
  ["View…", "View codes", "POST /auth/account/two-factor/codes", "Your recovery codes"],
  ["New codes…", "Make new codes", "POST /auth/account/two-factor/new-codes", "Your new recovery codes"],
])("%s shows the codes after the password", async (button, submit, call, heading) => {
  const screen = await open(anAccount(ON), { [call]: { recovery_codes: CODES } });
  await expect.element(screen.getByText("6 of 10 left")).toBeVisible();

  await screen.getByRole("button", { name: button }).click();
  await screen.getByLabelText("Current password").fill("right password");
  await screen.getByRole("button", { name: submit }).click();

  await expect.element(screen.getByRole("heading", { name: heading })).toBeVisible();
  await expect.element(screen.getByText("aaaaa-AAAAA")).toBeVisible();
  expect(sent(call)).toEqual([{ password: "right password" }]);
});

test("it is turned off with the password", async () => {
  const screen = await open(anAccount(ON), { "POST /auth/account/two-factor/end": DONE });

  await screen.getByRole("button", { name: "Turn off…" }).click();
  await screen.getByLabelText("Current password").fill("right password");
  api.answers[ACCOUNT] = anAccount();
  await screen.getByRole("button", { name: "Turn off", exact: true }).click();

  await expect.element(screen.getByRole("button", { name: "Turn on…" })).toBeVisible();
});

test("sessions have names that people know; one or all others can be signed out", async () => {
  const one = anAccount();
  const screen = await open(
    { ...one, sessions: [...one.sessions, PHONE, CLI] },
    { "POST /auth/account/sessions/end": DONE, "POST /auth/account/sessions/end-others": DONE },
  );
  const rows = screen.getByRole("list", { name: "Sessions" });
  await expect.element(rows.getByRole("listitem").first()).toHaveTextContent(/Chrome on macOS.*This session/);
  await expect.element(screen.getByText("2 other sessions, one CLI among them")).toBeVisible();

  api.answers[ACCOUNT] = { ...one, sessions: [...one.sessions, CLI] };
  await screen.getByRole("button", { name: "Sign out Safari on iPhone" }).click();
  await expect.element(screen.getByText("1 other session, a CLI")).toBeVisible();
  expect(sent("POST /auth/account/sessions/end")).toEqual([{ id: "s2" }]);

  api.answers[ACCOUNT] = one;
  await screen.getByRole("button", { name: "Sign out others" }).click();
  await expect.element(screen.getByRole("button", { name: "Sign out others" })).not.toBeInTheDocument();
});

test("theme and density act at once", async () => {
  const screen = await open(anAccount());

  await screen.getByRole("radio", { name: "Dark" }).click();
  await screen.getByRole("radio", { name: "Compact" }).click();

  expect(readPreferences()).toMatchObject({ theme: "dark", density: "compact" });
});

test("an owner cannot leave before the organization is handed on", async () => {
  const screen = await open(anAccount({ owned_organizations: ["Acme Inc."] }));

  await expect.element(screen.getByText("Make another member the owner of Acme Inc. first.")).toBeVisible();
  await screen.getByRole("button", { name: "Delete account…" }).click({ force: true });

  await expect.element(screen.getByRole("dialog")).not.toBeInTheDocument();
});

test("a deleted account leads to the sign-in", async () => {
  const screen = await open(anAccount(), { "POST /auth/account/delete": DONE });

  await screen.getByRole("button", { name: "Delete account…" }).click();
  await screen.getByLabelText("Current password").fill("right password");
  await screen.getByRole("button", { name: "Delete account", exact: true }).click();

  await expect.element(screen.getByText("The sign-in")).toBeVisible();
  expect(sent("POST /auth/account/delete")).toEqual([{ password: "right password" }]);
});

test("an account that cannot be loaded says so, and can be tried again", async () => {
  api = answerApi({ [ACCOUNT]: () => refused("FATAL_ERROR", "Fatal Error", 500) });
  const { screen } = await openScreen(AT, routes);
  await expect.element(screen.getByText("The server failed to answer")).toBeVisible();

  api.answers[ACCOUNT] = anAccount();
  await screen.getByRole("button", { name: "Try again" }).click();

  await expect.element(screen.getByRole("heading", { name: "Sessions" })).toBeVisible();
});
